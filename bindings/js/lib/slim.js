// Without a module: pass one to `init`.

import { bind } from './core.js';
import { initialised } from './loaders.js';

const missing = () => Promise.reject(new TypeError('init() needs a module, a response, bytes or a URL'));
const api = bind(initialised(missing));
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, report, opml, write, create, WriteError } = api;
export { api };
