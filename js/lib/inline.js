// The module is in this file, for programs that can load no other.

import { bind } from './core.js';
import { initialised } from './loaders.js';
import { base64 } from './bozofeed.wasm.js';

const bytes = () => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const api = bind(initialised(bytes));
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, report, opml, write } = api;
