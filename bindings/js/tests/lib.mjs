// Tests of the files in `lib` that need no module: `node --test bindings/js/tests/lib.mjs`.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { draftOf, jsonOf, trace } from '../lib/draft.js';
import { initialised } from '../lib/loaders.js';
import { withoutTags } from '../lib/tags.js';

/** The expressions of rss-parser 3. */
const original = (html) =>
  html
    .replace(/([^\n])<\/?(?:h|br|p|ul|ol|li|blockquote|section|table|tr|div)(?:.|\n)*?>([^\n])/gm, '$1\n$2')
    .replace(/<(?:.|\n)*?>/gm, '');

test('tags are removed as rss-parser removes them', () => {
  const parts = ['<', '>', '</', '\n', '\r', '\u2028', 'a', ' ', '<p>', '</p>', '<br/>', '<b>', '<hr', 'tr', '/', '&lt;', '\u{1F30A}'];
  let state = 1;
  const random = (below) => {
    state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff;
    return state % below;
  };
  for (let run = 0; run < 50_000; run++) {
    const html = Array.from({ length: random(14) }, () => parts[random(parts.length)]).join('');
    assert.equal(withoutTags(html), original(html), JSON.stringify(html));
  }
});

/** Runs a function with an input, and with one that is eight times as long, which may take at most thirty times as long. */
function assertLinear(name, run) {
  const time = (size) => {
    const start = process.cpuUsage();
    run(size);
    return process.cpuUsage(start).user / 1000;
  };
  time(1);
  const [short, long] = [time(1), time(8)];
  assert.ok(long < 30 * Math.max(short, 20), `${name}: ${short} ms, then ${long} ms`);
}

test('tags are removed in linear time', () => {
  for (const part of ['<', '<p', '<p\r', 'a<p>\n', 'a<', '<\r', '<p>', '</div', 'a<p>\n\r']) {
    assertLinear(part, (size) => withoutTags(part.repeat(size * 100_000)));
  }
});

test('copies of many entries are found by their identities in linear time', () => {
  let touched = 0;
  const draft = (count) => {
    const entries = Array.from({ length: count }, (_, at) => ({
      get identity() {
        touched++;
        return `urn:${at >> 1 === 3 ? 'twice' : at}`;
      },
      title: `${at}`,
      extensions: [],
    }));
    const parsed = { feed: { title: 'f', extensions: [] }, entries };
    const model = { feed: {}, entries: entries.map((_, at) => ({ at })), namespaces: [] };
    trace(parsed, 'source');
    const copy = { feed: parsed.feed, entries: structuredClone(entries) };
    touched = 0;
    return draftOf(copy, { view: () => parsed, model: () => model }).entries;
  };
  const found = draft(2000).map(({ base }) => base?.at);
  assert.deepEqual(found.slice(4, 10), [4, 5, undefined, undefined, 8, 9]);
  assert.ok(touched < 20 * 2000, `${touched}`);
});

test('a file that a bundler left out is an error that names what to do', async () => {
  const gone = () => new URL('file:///nowhere/bozofeed.wasm');
  await assert.rejects(initialised(gone).init(), /import bozofeed\/inline .*fetch failed/);
  // Another source is the program's own.
  await assert.rejects(initialised(gone).init('file:///nowhere/own.wasm'), /^TypeError: fetch failed$/);
});

test('surrogates that are alone are replaced in JSON, and nothing else', () => {
  for (const [text, expected] of [
    ['a\ud800b', 'a\ufffdb'], ['\udfff', '\ufffd'], ['\ud83c\udf0a', '\ud83c\udf0a'], ['\\ud800', '\\ud800'], ['\\\ud800', '\\\ufffd'],
    ['\\\\ud800 \ud800', '\\\\ud800 \ufffd'], ['\n\u0001"\udc00', '\n\u0001"\ufffd'],
  ]) {
    assert.deepEqual(JSON.parse(jsonOf({ [text]: [text] })), { [expected]: [expected] }, JSON.stringify(text));
  }
});

/** Returns the pool for a worker with this source text, or for none. */
async function poolOf(context, worker) {
  const folder = mkdtempSync(join(tmpdir(), 'pool-'));
  context.after(() => rmSync(folder, { recursive: true }));
  copyFileSync(fileURLToPath(new URL('../lib/pool.js', import.meta.url)), join(folder, 'pool.js'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  if (worker !== undefined) writeFileSync(join(folder, 'worker.js'), worker);
  return import(pathToFileURL(join(folder, 'pool.js')).href);
}

const ECHO = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ input, settings }) => {
  if (input === 'crash') throw new TypeError('crashed');
  if (input === 'exit') process.exit(1);
  if (input === 'wrong') return parentPort.postMessage({ error: { type: 'TypeError', message: 'wrong' } });
  parentPort.postMessage({ json: new TextEncoder().encode(input + settings) });
});
parentPort.postMessage({ isReady: true });`;

/** Settles all calls within some seconds. */
async function outcomes(calls) {
  const settled = await Promise.race([Promise.allSettled(calls), new Promise((resolve) => setTimeout(resolve, 20_000).unref())]);
  assert.ok(settled, 'the calls do not settle');
  return settled.map(({ value, reason }) => value ?? reason.message);
}

test('pools of several sizes settle all calls', async (context) => {
  const { start } = await poolOf(context, ECHO);
  const [two, three] = [await start(2), await start(3)];
  const again = await start(2);
  const calls = Array.from({ length: 30 }, (_, at) => [two, three, again][at % 3].run(`${at}`, '!'));
  assert.deepEqual(await outcomes(calls), Array.from({ length: 30 }, (_, at) => `${at}!`));
  assert.deepEqual(await outcomes([two.run('a', 'b'), three.run('c', 'd')]), ['ab', 'cd']);
  again.close();
});

test('a call whose worker ends is rejected, and the others are answered', async (context) => {
  const { start } = await poolOf(context, ECHO);
  const pool = await start(2);
  const inputs = ['a', 'crash', 'b', 'exit', 'wrong', 'c', () => 0, 'd'];
  const found = await outcomes(inputs.map((input) => pool.run(input, '')));
  assert.deepEqual([0, 2, 5, 7].map((at) => found[at]), ['a', 'b', 'c', 'd']);
  assert.equal(found[1], 'crashed');
  assert.equal(found[3], 'the worker has ended');
  assert.equal(found[4], 'wrong');
  assert.match(found[6], /could not be cloned/);
  pool.close();
});

test('a worker that cannot start rejects the call once', async (context) => {
  const { start } = await poolOf(context);
  const pool = await start(2);
  const found = await outcomes([1, 2, 3, 4, 5].map(() => pool.run('a', '')));
  for (const message of found) assert.match(message, /^a worker cannot start: .*worker\.js/);
  pool.close();
});
