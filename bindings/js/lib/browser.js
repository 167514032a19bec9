// Browsers: the module is fetched from the folder of this file, which bundlers understand.

import { bind } from './core.js';
import { initialised } from './loaders.js';

const api = bind({ ...initialised(() => new URL('./bozofeed.wasm', import.meta.url)), isSmall: true });
export const { init, parse, parseResponse, parseStream, parseMany, fetchFeed, opml } = api;
