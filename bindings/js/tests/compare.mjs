// Compares the results of five packages for small documents. `compare.mjs PACKAGE TOOLS COMPARE.md` checks the table of that page, and
// updates it if `UPDATE=1` is set. TOOLS is the folder of the `node_modules` with the other packages.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, tools, page] = process.argv.slice(2);
const { parse } = await import(pathToFileURL(resolve(folder, 'node.js')));
const load = (name) => import(pathToFileURL(createRequire(resolve(tools, 'node_modules/')).resolve(name)));
const { default: RssParser } = await load('rss-parser');
const feedsmith = await load('feedsmith');
const rowanmanning = await load('@rowanmanning/feed-parser');
const extractus = await load('@extractus/feed-extractor');

const URL = 'https://a.example/feed';
const textOf = (document) => (typeof document === 'string' ? document : new TextDecoder().decode(document));

/** Each returns the feed's title, and the title, link, markup and date of the first entry, or throws if there is no feed. */
const PACKAGES = {
  bozofeed(document) {
    const { isFeed, feed, entries: [entry = {}] } = parse(document, { url: URL });
    if (!isFeed) throw new Error('not a feed');
    return { feed: feed.title, title: entry.title, link: entry.link, html: entry.html, date: entry.date };
  },
  async 'rss-parser'(document) {
    const { title, items: [item = {}] } = await new RssParser().parseString(textOf(document));
    return { feed: title, title: item.title, link: item.link, html: item.content, date: item.isoDate };
  },
  feedsmith(document) {
    const { feed } = feedsmith.parseFeed(textOf(document));
    const [item = {}] = feed.items ?? feed.entries ?? [];
    const text = (value) => value?.value ?? value;
    return {
      feed: text(feed.title),
      title: text(item.title),
      link: item.link ?? item.links?.[0]?.href ?? item.url,
      html: text(item.description ?? item.content ?? item.content_html),
      date: item.pubDate ?? item.published ?? item.updated ?? item.date_published ?? item.dc?.date,
    };
  },
  '@rowanmanning/feed-parser'(document) {
    const { title, items: [item = {}] } = rowanmanning.parseFeed(textOf(document)).toJSON();
    return { feed: title, title: item.title, link: item.url, html: item.content ?? item.description, date: item.published };
  },
  '@extractus/feed-extractor'(document) {
    const text = textOf(document);
    const options = { baseUrl: URL };
    const { title, entries: [entry = {}] } = text.startsWith('{')
      ? extractus.extractFromJson(JSON.parse(text), options)
      : extractus.extractFromXml(text, options);
    return { feed: title, title: entry.title, link: entry.link, html: entry.description, date: entry.published };
  },
};

const latin = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text) => new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)).buffer);
const rss = (title, rest = '', encoding = 'utf-8') =>
  `<?xml version="1.0" encoding="${encoding}"?><rss version="2.0"><channel><title>Tides</title><link>https://a.example/</link><item><title>${title}</title><link>/1</link>${rest}</item></channel></rss>`;
const has = (title) => (found) => found.feed === 'Tides' && found.title === title;
const isHigh = has('High');

const ROWS = [
  ['RSS 2.0', rss('High'), isHigh],
  ['RSS 1.0', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>Tides</title></channel><item><title>High</title></item></rdf:RDF>', isHigh],
  ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><title>Tides</title><entry><title>High</title></entry></feed>', isHigh],
  ['Atom with a prefix', '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Tides</a:title><a:entry><a:title>High</a:title></a:entry></a:feed>', isHigh],
  ['JSON Feed', '{"version":"https://jsonfeed.org/version/1.1","title":"Tides","items":[{"id":"1","title":"High"}]}', isHigh],
  ['CDF', '<CHANNEL><TITLE>Tides</TITLE><ITEM HREF="https://a.example/1"><TITLE>High</TITLE></ITEM></CHANNEL>', isHigh],
  ['bytes in ISO-8859-1', latin(rss('Gr\xFCn', '', 'iso-8859-1')), has('Grün')],
  ['bytes in KOI8-R', latin(rss('\xF4\xC5\xD3\xD4', '', 'koi8-r')), has('Тест')],
  ['bytes in UTF-16', utf16(rss('High', '', 'utf-16')), isHigh],
  ['`&` that is not escaped', rss('High & low'), has('High & low')],
  ['`&nbsp;`', rss('High&nbsp;tide'), has('High\u00A0tide')],
  ['an end tag is missing', rss('High', '<description><b>x</description>'), (found) => isHigh(found) && found.html.includes('<b>x')],
  ['the document is cut off', rss('High').slice(0, -20), isHigh],
  ['JSON that is cut off', '{"version":"https://jsonfeed.org/version/1.1","title":"Tides","items":[{"id":"1","title":"High"},{"id":"2","ti', isHigh],
  ['blank lines before the declaration', `\n\n${rss('High')}`, isHigh],
  ['a control character', rss('Hi\x0Bgh'), isHigh],
  ['an element `<__proto__>`', rss('High', '<__proto__><x>1</x></__proto__>'), isHigh],
  ['a relative link', rss('High'), ({ link }) => link === 'https://a.example/1'],
  ['a script in markup', rss('High', '<description>&lt;p onclick="x()">a&lt;script>x()&lt;/script>&lt;a href="javascript:x()">b&lt;/a></description>'), ({ html }) => !/<script|onclick|javascript:/.test(html)],
  ['a date as `Fri, 02 Jan 2026 03:04:05 +0200`', rss('High', '<pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate>'), ({ date }) => Date.parse(date) === Date.UTC(2026, 0, 2, 1, 4, 5)],
  ['a date as `Fr, 02 Mai 2026 03:04:05 MESZ`', rss('High', '<pubDate>Fr, 02 Mai 2026 03:04:05 MESZ</pubDate>'), ({ date }) => Date.parse(date) === Date.UTC(2026, 4, 2, 1, 4, 5)],
];

const lines = [`| | ${Object.keys(PACKAGES).map((name) => `\`${name}\``).join(' | ')} |`, `| --- |${' :---: |'.repeat(Object.keys(PACKAGES).length)}`];
for (const [name, document, isRight] of ROWS) {
  const cells = [];
  for (const read of Object.values(PACKAGES)) {
    const cell = await Promise.resolve().then(() => read(document)).then((found) => (isRight(found) ? 'yes' : 'wrong'), () => 'throws');
    cells.push(cell === 'yes' ? cell : `**${cell}**`);
  }
  lines.push(`| ${name} | ${cells.join(' | ')} |`);
}
const table = lines.join('\n');
const text = readFileSync(page, 'utf8');
const written = text.replace(/^\| \| `bozofeed`[^]*?(?=\n\n)/m, () => table);
if (process.env.UPDATE) writeFileSync(page, written);
assert.equal(text.includes(table) || Boolean(process.env.UPDATE), true, `the table of ${page} differs; UPDATE=1 writes it`);
