// Browsers: the module is fetched from the folder of this file, which bundlers understand.

import { bind } from './core.js';
import { initialised } from './loaders.js';

const api = bind(initialised(() => new URL('./full.wasm', import.meta.url)));
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, report, opml, write, create, WriteError } = api;
export { api };
