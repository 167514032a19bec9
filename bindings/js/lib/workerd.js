// Workers, which cannot compile bytes: the module is part of the program.

import module from './bozofeed.wasm';
import { bind } from './core.js';

const api = bind({ module: () => module, isSmall: true });
export const { init, parse, parseResponse, parseStream, parseMany, fetchFeed, opml } = api;
