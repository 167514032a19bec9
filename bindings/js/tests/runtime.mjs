// Runs the cases in the runtime that runs this file: Node, Bun or Deno. `runtime.mjs PACKAGE`.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { run } from './api.mjs';

const started = performance.now();
const folder = resolve(process.argv[2]);
const load = (file) => import(pathToFileURL(join(folder, file)).href);
const node = await load('node.js');
node.parse('<rss version="2.0"><channel><title>Tides</title></channel></rss>');
const first = performance.now() - started;

const small = { full: false };
const failed = [];
let count = 0;
async function cases(name, api, has) {
  await api.init();
  const result = await run(api, has);
  count += result.count;
  failed.push(...result.failed.map((failure) => `${name}: ${failure}`));
}

await cases('modules', node);
await cases('require', createRequire(import.meta.url)(join(folder, 'index.cjs')));
await cases('inline', await load('inline.js'), small);
const slim = await load('slim.js');
if (await slim.init().then(() => true, () => false)) failed.push('slim.js needs no module');
const { readFileSync } = await import('node:fs');
await slim.init(readFileSync(join(folder, 'bozofeed.wasm')));
await cases('slim', slim, small);

// Memory does not grow, and memory used for a large document is returned.
const parses = Number(process.env.PARSES ?? 2000);
const feed = `<rss version="2.0"><channel>${'<item><title>Tides</title><description>&lt;p>high</description></item>'.repeat(20)}</channel></rss>`;
const memory = () => process.memoryUsage().rss / 1024 / 1024;
for (let i = 0; i < parses / 4; i++) node.parse(feed);
node.parse(feed.repeat(4000));
const before = memory();
for (let i = 0; i < parses; i++) node.parse(feed);
const grown = memory() - before;
if (grown > 60) failed.push(`memory grew by ${grown.toFixed(0)} MB in ${parses} parses`);

console.log(`${count} cases; the first parse after ${first.toFixed(0)} ms; memory ${grown >= 0 ? '+' : ''}${grown.toFixed(0)} MB in ${parses} parses`);
for (const failure of failed) console.log(failure);
process.exit(failed.length ? 1 : 0);
