// Runs the examples in the README or another page. `readme.mjs PACKAGE README`.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, readme] = process.argv.slice(2);
const site = join(folder, '../readme');
rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, 'node_modules'), { recursive: true });
symlinkSync(resolve(folder), join(site, 'node_modules/bozofeed'));
const examples = [...readFileSync(readme, 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)].map((found) => found[1]);
// Examples use the reader's network, which is replaced by a function here.
globalThis.fetch = async () => new Response('<rss version="2.0"><channel><title>Tides</title></channel></rss>', { headers: { etag: '"1"' } });
for (const [i, example] of examples.entries()) {
  const file = join(site, `${i}.mjs`);
  writeFileSync(file, `import assert from 'node:assert/strict';\n${example}`);
  await import(pathToFileURL(file).href);
}
console.log(`${examples.length} examples of ${readme}`);
