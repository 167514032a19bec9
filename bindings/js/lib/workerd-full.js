// Workers, which cannot compile bytes: the module is part of the program.

import module from './full.wasm';
import { bind } from './core.js';

const api = bind({ module: () => module });
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, report, opml, write, create, WriteError } = api;
export { api };
