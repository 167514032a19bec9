// Node and Bun: the modules are files next to this one, and are compiled when they are first needed.

import { readFileSync } from 'node:fs';
import { bind } from './core.js';
import { start } from './pool.js';

const compile = (name) => new WebAssembly.Module(readFileSync(new URL(name, import.meta.url)));

const api = bind({
  small: () => compile('./bozofeed.wasm'),
  full: () => compile('./full.wasm'),
  pool: start,
});
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, opml, write } = api;
export { api };
