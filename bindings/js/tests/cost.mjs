// The cost of a document in JavaScript is proportional to its size, whatever its content. `cost.mjs PACKAGE`.
//
// Answers and linear memory are counted. The code around the module cannot be counted, so its processor time is compared.

import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const SIZES = [50_000, 300_000, 1_000_000];

/** The linear memory of the instances created so far. */
let memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...options) {
  const instance = new Instance(...options);
  if (instance.exports.memory) memories.push(instance.exports.memory);
  return instance;
};
const folder = resolve(process.argv[2] ?? 'target/js/package');
const load = (file) => import(pathToFileURL(join(folder, file)).href);
const api = await load('node.js');
const { Parser } = await load('rss-parser.js');

const times = (size, part) => Array.from({ length: Math.ceil(size / part(0).length) }, (_, at) => part(at)).join('');
const nested = (depth, name, inside) => `<outline text="${name}">`.repeat(depth) + inside + '</outline>'.repeat(depth);
const feeds = (size) => times(size, (at) => `<outline xmlUrl="https://a.example/${at}"/>`);

/** Bodies of lists. */
const LISTS = {
  feeds,
  'one feed many times': (size) => times(size, () => '<outline xmlUrl="https://a.example/"/>'),
  'a long name of a folder': (size) => nested(1, 'n'.repeat(size / 2), feeds(size / 2)),
  'long names of folders in each other': (size) => nested(40, 'n'.repeat(size / 80), feeds(size / 2)),
  'deep folders': (size) => nested(40, 'n', feeds(size)),
  'folders that are never closed': (size) => '<outline text="n">'.repeat(size / 18) + feeds(2000),
  'a folder for each feed': (size) => times(size, (at) => nested(1, `n${at}`, `<outline xmlUrl="https://a.example/${at}"/>`)),
  'a long name of a feed': (size) => `<outline text="${'n'.repeat(size)}" xmlUrl="https://a.example/"/>`,
  'attributes of many names': (size) => `<outline ${times(size, (at) => ` a${at}=""`)}/>`,
  'brackets': (size) => '<'.repeat(size),
};

/** Texts of entries, after references are resolved. */
const TEXTS = {
  words: (size) => 'high tide '.repeat(size / 10),
  brackets: (size) => '<'.repeat(size),
  'brackets of blocks': (size) => '<p'.repeat(size / 2),
  'line ends between blocks': (size) => 'a<p>\n'.repeat(size / 5),
  'carriage returns in tags': (size) => 'a<p\r'.repeat(size / 4),
  'nested elements': (size) => '<div>'.repeat(size / 5),
  'links': (size) => times(size, (at) => `<a href="/${at}">a</a>`),
  'a long link': (size) => `<a href="/${'a'.repeat(size)}">a</a>`,
  references: (size) => '&amp;'.repeat(size / 5),
  'references without an end': (size) => '&amp'.repeat(size / 4),
  attributes: (size) => `<p ${times(size, (at) => ` a${at}=""`)}>a</p>`,
  quotes: (size) => '<a b="'.repeat(size / 6),
  comments: (size) => '<!--'.repeat(size / 4),
};

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const item = (inside) => `<item><guid>${inside.length}</guid>${inside}</item>`;
const NAMESPACES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:x="urn:x"';

/** Contents of channels. */
const FEEDS = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, (size) => item(`<content:encoded>${escaped(text(size / 2))}</content:encoded>`)])),
  'markup that is not escaped': (size) => item(`<description>${'<b>'.repeat(90)}${'a<i/>'.repeat(size / 5)}${'</b>'.repeat(90)}</description>`),
  'nested markup that is not escaped': (size) => item(`<description>${'<b>'.repeat(size / 3)}</description>`),
  items: (size) => times(size, (at) => `<item><title>${at}</title></item>`),
  'items that are equal': (size) => times(size, () => '<item><title>a</title></item>'),
  'dates that cannot be read': (size) => times(size, (at) => `<item><title>${at}</title><pubDate>soon</pubDate></item>`),
  'items without anything': (size) => '<item/>'.repeat(size / 7),
  categories: (size) => item(times(size, (at) => `<category>${at}</category>`)),
  'nested categories': (size) => '<itunes:category text="1">'.repeat(size / 26),
  enclosures: (size) => item(times(size, (at) => `<enclosure url="/${at}" length="1" type="a/b"/>`)),
  extensions: (size) => item(times(size, (at) => `<x:e a="${at}">b</x:e>`)),
  'nested extensions': (size) => item('<x:e>'.repeat(size / 5)),
  'extensions of many namespaces': (size) => item(times(size, (at) => `<e xmlns="urn:${at}"/>`)),
  'names in several cases': (size) => item(times(size, (at) => `<${[...'abcdefghijklmnop'].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join('')}/>`)),
  'a long base': (size) => `<link>https://a.example/${'a'.repeat(size / 2)}/</link>${times(size / 2, (at) => `<item><link>${at}</link></item>`)}`,
  'a long language': (size) => `<language>x-${'abcdefgh-'.repeat(size / 18)}x</language>${times(size / 2, (at) => `<item><title>${at}</title></item>`)}`,
  'a long prefix': (size) => item(`<${'p'.repeat(size / 4)}:e xmlns:${'p'.repeat(size / 4)}="urn:p">${times(size / 2, () => '<x:e/>')}`),
};

const feed = (inside) => `<rss version="2.0" ${NAMESPACES}><channel><title>Tides</title><link>https://a.example/</link>${inside}</channel></rss>`;
const rssParser = new Parser();
const shaping = new Parser({ xml2js: { normalizeTags: true, trim: true } });
const DATE = { fallbackDate: '2026-01-01T00:00:00Z' };
const length = (value) => JSON.stringify(value)?.length ?? 0;

/** The calls, with the shapes of their documents; each returns the length of its answer. */
const WAYS = {
  'opml.parse': [LISTS, (list) => length(api.opml.parse(list))],
  'opml.stringify': [LISTS, (list) => api.opml.stringify(api.opml.parse(list)).length],
  'parse().full': [FEEDS, (document) => length(api.parse(document).full())],
  'rss-parser': [FEEDS, async (document) => length(await rssParser.parseString(document).catch(() => ''))],
  'rss-parser with options': [FEEDS, async (document) => length(await shaping.parseString(document).catch(() => ''))],
  write: [FEEDS, (document) => api.write(api.parse(document), 'atom', DATE).length],
  'write of a changed copy': [
    FEEDS,
    (document) => {
      const parsed = structuredClone(api.parse(document));
      for (const entry of parsed.entries) entry.title = 'New';
      return api.write(parsed, 'rss').length;
    },
  ],
  create: [
    FEEDS,
    (document) => {
      const { feed, entries } = api.parse(document);
      return api.create({ title: feed.title ?? '', link: 'https://a.example/', items: entries }, 'json').length;
    },
  ],
  'the pool': [
    FEEDS,
    async (document) => {
      let sum = 0;
      for await (const parsed of api.parseMany([document, document], { workers: 2 })) sum += length(parsed);
      return sum / 2;
    },
  ],
  discover: [TEXTS, (document) => length(api.discover(`<!doctype html><head>${document}`, { url: 'https://a.example/' }))],
};

/** Returns the cost of a call: the length of its answer, linear memory, and the milliseconds of all threads. */
async function cost(call, document) {
  memories = [];
  const start = process.cpuUsage();
  const answer = await call(document);
  const { user, system } = process.cpuUsage(start);
  const memory = Math.max(0, ...memories.map(({ buffer }) => buffer.byteLength));
  return { size: document.length, answer, memory, time: Math.round((user + system) / 1000) };
}

/**
 * The maximum size of an answer and of an instance's memory, for each character of a document and for any document. The memory is
 * lower than the command's limit for documents of these sizes.
 */
const MOST = { answer: [8, 64 << 20], memory: [8, 192 << 20] };
/** A list contains nothing that takes more than its size. */
const MOST_OF_LIST = { ...MOST, answer: [8, 64 << 10] };
/** The maximum ratio of the cost per character for a longer document, and the amounts that are too small to compare. */
const TOLERANCE = { answer: [1.3, 20_000], time: [3, 400] };

for (const [way, [shapes, call]] of Object.entries(WAYS)) {
  const [document, most] = shapes === FEEDS ? [feed, MOST] : shapes === LISTS ? [(list) => `<opml><body>${list}</body></opml>`, MOST_OF_LIST] : [(text) => text, MOST];
  test(way, async () => {
    const wrong = [];
    for (const [shape, inside] of Object.entries(shapes)) {
      const costs = [];
      for (const size of SIZES) {
        try {
          costs.push(await cost(call, document(inside(size))));
        } catch (error) {
          wrong.push(`${shape}, ${size}: ${error.message.slice(0, 200)}`);
        }
      }
      for (const cost of costs) {
        for (const [amount, [each, any]] of Object.entries(most)) {
          if (cost[amount] > each * cost.size + any) wrong.push(`${shape}: ${amount} ${JSON.stringify(cost)}`);
        }
      }
      for (let at = 1; at < costs.length; at++) {
        for (const [amount, [factor, least]] of Object.entries(TOLERANCE)) {
          const [short, long] = [costs[at - 1], costs[at]];
          const expected = Math.max(short[amount], least / 10) * (long.size / short.size) * factor;
          if (long[amount] > least && long[amount] > expected) wrong.push(`${shape}: ${amount} ${JSON.stringify(short)}, then ${JSON.stringify(long)}`);
        }
      }
    }
    assert.equal(wrong.join('\n'), '');
  });
}
