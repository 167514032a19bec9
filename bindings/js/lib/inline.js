// The module is contained in this file, for programs that cannot load another.

import { bind } from './core.js';
import { initialised } from './loaders.js';
import { base64 } from './bozofeed.wasm.js';

const bytes = () => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const api = bind({ ...initialised(bytes), isSmall: true });
export const { init, parse, parseResponse, parseStream, parseMany, fetchFeed, opml } = api;
