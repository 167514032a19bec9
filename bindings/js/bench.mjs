// Measures the processor time of an engine for the feeds in a folder, in a separate process: `bench.mjs ENGINE FOLDER`. The
// engines are `bozofeed`, which reads bytes, and `feedsmith` and `rss-parser`, which read strings. The last round is the
// relevant one.

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [engine, folder] = process.argv.slice(2);
const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url));
const tools = createRequire(join(target, 'js/tools/node_modules/'));
const decoder = new TextDecoder();

const ENGINES = {
  async bozofeed() {
    const { parse } = await import(pathToFileURL(join(target, 'js/package/node.js')));
    return (bytes) => parse(bytes).entries.length;
  },
  async feedsmith() {
    const { parseFeed } = tools('feedsmith');
    return (bytes) => {
      const { feed } = parseFeed(decoder.decode(bytes));
      return (feed.items ?? feed.entries ?? []).length;
    };
  },
  async 'rss-parser'() {
    const parser = new (tools('rss-parser'))();
    return async (bytes) => (await parser.parseString(decoder.decode(bytes))).items.length;
  },
};

const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
const documents = files.map((file) => readFileSync(join(file.parentPath ?? file.path, file.name)));
const parse = await ENGINES[engine]();
for (let round = 1; round <= 3; round++) {
  let entries = 0;
  let failed = 0;
  const start = process.cpuUsage();
  for (const document of documents) {
    try {
      entries += await parse(document);
    } catch {
      failed++;
    }
  }
  const { user, system } = process.cpuUsage(start);
  console.log(`${engine}, round ${round}: ${documents.length} documents, ${failed} failed, ${entries} entries, ${Math.round((user + system) / 1000)} ms`);
}
