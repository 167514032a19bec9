// Node, Bun and Deno: the module is a file next to this one, and is compiled when it is first needed.

import { readFileSync } from 'node:fs';
import { bind } from './core.js';
import { start } from './pool.js';

const api = bind({
  module: () => new WebAssembly.Module(readFileSync(new URL('./full.wasm', import.meta.url))),
  pool: start,
});
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, report, opml, write } = api;
export { api };
