// Runs the cases in workerd, as a worker that imports the module. `workerd.mjs PACKAGE` next to `node_modules` with miniflare.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';

const folder = process.argv[2];
const read = (file) => readFileSync(join(folder, file));
const script = `
  import * as full from './workerd-full.js';
  import * as small from './workerd.js';
  import { run } from './api.mjs';
  export default { fetch: async () => Response.json([await run(small, { full: false }), await run(full)]) };
`;
const library = readdirSync(folder).filter((file) => ['core.js', 'draft.js', 'fetch.js', 'workerd.js', 'workerd-full.js'].includes(file));
const miniflare = new Miniflare({
  compatibilityDate: '2025-01-01',
  modules: [
    { type: 'ESModule', path: 'main.mjs', contents: script },
    { type: 'ESModule', path: 'api.mjs', contents: readFileSync(new URL('./api.mjs', import.meta.url)).toString() },
    { type: 'ESModule', path: 'edits.mjs', contents: readFileSync(new URL('./edits.mjs', import.meta.url)).toString() },
    ...library.map((path) => ({ type: 'ESModule', path, contents: read(path).toString() })),
    ...['bozofeed.wasm', 'full.wasm'].map((path) => ({ type: 'CompiledWasm', path, contents: read(path) })),
  ],
});
const response = await miniflare.dispatchFetch('http://localhost/');
const results = await response.json();
await miniflare.dispose();
const failed = results.flatMap((result) => result.failed);
console.log(`${results.reduce((sum, { count }) => sum + count, 0)} cases`);
for (const failure of failed) console.log(failure);
process.exit(failed.length ? 1 : 0);
