// Node, Bun and Deno: the module is a file in the same folder, and is compiled on first use.

import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { bind } from './core.js';
import { missing } from './loaders.js';
import { start } from './pool.js';

/** Returns functions that copy the strings between two offsets. */
function strings(buffer) {
  const bytes = Buffer.from(buffer);
  return {
    buffer,
    utf8: (start, end) => bytes.utf8Slice(start, end),
    latin1: (start, end) => bytes.latin1Slice(start, end),
    utf16: (start, end) => bytes.ucs2Slice(start, end),
  };
}

/** Returns the file of the module. */
function file() {
  try {
    return readFileSync(new URL('./full.wasm', import.meta.url));
  } catch (error) {
    throw missing(error);
  }
}

const api = bind({
  module: () => new WebAssembly.Module(file()),
  pool: start,
  strings,
});
export const { init, parse, parseModel, parseResponse, parseStream, parseMany, fetchFeed, discover, check, report, opml, write, create, WriteError } = api;
export { api };
