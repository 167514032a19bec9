// Workers, which compile no bytes: the module is part of the program.

import module from './full.wasm';
import { bind } from './core.js';

const api = bind({ small: () => module });
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, opml, write } = api;
