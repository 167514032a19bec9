// Compares the class `Parser` with rss-parser's, for the fixtures that both can read, and documents with every field.
// `rss-parser.mjs PACKAGE TOOLS`.

import { isDeepStrictEqual } from 'node:util';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [folder, tools] = process.argv.slice(2);
const { Parser } = await import(pathToFileURL(join(resolve(folder), 'rss-parser.js')));
const Original = createRequire(join(resolve(tools), 'node_modules/'))('rss-parser');

const NAMES = `title description author pubDate webMaster managingEditor generator link language copyright lastBuildDate docs ttl rating
  skipHours skipDays cloud category dc:title dc:creator dc:subject dc:publisher dc:date dc:type dc:source dc:language dc:rights
  content:encoded summary comments guid source enclosure slash:comments itunes:author itunes:subtitle itunes:summary itunes:explicit
  itunes:duration itunes:episode itunes:season itunes:title itunes:keywords itunes:episodeType itunes:type other`.split(/\s+/);
const every = NAMES.map((name) => `<${name}>the ${name} &amp; more</${name}>`).join('\n');
const html = '&lt;div>a&lt;/div>&lt;p>b&amp;nbsp;c &amp;#8217; &amp;copy;&lt;/p>  &lt;li>x&lt;/li>&lt;br/>y';
const DOCUMENTS = [
  `<rss version="2.0"><channel>${every}<item>${every}</item><item/></channel></rss>`,
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>${every}
    <itunes:image href="i"/><itunes:owner><itunes:name>n</itunes:name><itunes:email>e</itunes:email></itunes:owner>
    <itunes:category text="A"><itunes:category text="B"/></itunes:category><itunes:category text="C"/>
    <atom:link rel="self" href="s"/><atom:link rel="next" href="n"/><image><url>u</url><title>t</title><link>l</link></image>
    <item>${every}<itunes:image href="j"/><enclosure url="u" length="1" type="t"/></item></channel></rss>`,
  `<rss version="2.0"><channel><item><description>${html}</description><guid isPermaLink="false">g</guid><category domain="d">c</category>
    <category>e</category><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate><media:content url="1"/><media:content url="2"/></item></channel></rss>`,
  `<rdf:RDF><channel>${every}</channel><item rdf:about="a">${every}</item></rdf:RDF>`,
  `<feed><title type="html">A &lt;b></title><link href="l"/><link rel="self" href="s"/><updated>2026-01-02T03:04:05Z</updated><id>i</id>
    <entry><title>E</title><link rel="alternate" href="e"/><link rel="enclosure" href="f"/><id>j</id><updated>2026-01-02T03:04:05+02:00</updated>
    <published>2026-01-01T03:04:05Z</published><author><name>n</name></author><summary type="html">${html}</summary>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x <b>y</b></p></div></content></entry>
    <entry><content type="html">${html}</content><link href="q"/></entry></feed>`,
  `<feed><entry><summary type="html"><![CDATA[]]></summary><content type="xhtml"><p>\u00A0<b>a</b>\u2003</p></content></entry></feed>`,
  '<rss version="2.0"><channel><author>Ann</author><item><description><![CDATA[]]></description><category/><author> Bo  Li </author></item></channel></rss>',
];
const OWN = DOCUMENTS.length;
const OPTIONS = [
  {},
  { defaultRSS: 2 },
  { xml2js: { emptyTag: 'EMPTY' } },
  { xml2js: { trim: true, normalizeTags: true, valueProcessors: [(text, name) => `${name}: ${text}`] } },
  { defaultRSS: 2, xml2js: { normalize: true, emptyTag: () => 'none', attrNameProcessors: [(name) => name.replace('href', 'HREF')], attrValueProcessors: [(value) => value.trim()] } },
  { defaultRSS: 2, xml2js: { ignoreAttrs: true, tagNameProcessors: [(name) => name.replace(/^dc:/, '')] } },
  { customFields: { feed: ['other', ['ttl', 'minutes']], item: ['other', 'slash:comments', ['category', 'all', { keepArray: true }], ['media:content', 'media', { keepArray: true }], ['description', 'd', { includeSnippet: true }]] } },
];

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const files = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  // We handle damage and encodings better.
  .filter((file) => file.name.endsWith('.xml') && !/\b(bad|encoding|mended)$/.test(file.parentPath ?? file.path));
for (const file of files) DOCUMENTS.push(readFileSync(join(file.parentPath ?? file.path, file.name), 'utf8'));

const outcome = (parser, xml) => parser.parseString(xml).catch(() => undefined);
let compared = 0;
const different = [];
for (const options of OPTIONS) {
  const [ours, theirs] = [new Parser(options), new Original(options)];
  for (const [i, xml] of DOCUMENTS.entries()) {
    const result = await outcome(theirs, xml);
    // Fields without a value are left out, as in JSON.
    const expected = result && JSON.parse(JSON.stringify(result));
    // We read more than rss-parser.
    if (!expected) continue;
    compared++;
    const found = await outcome(ours, xml);
    if (!isDeepStrictEqual(found, expected)) different.push([i, xml, found, expected]);
  }
}
const share = 1 - different.length / compared;
console.log(`${compared} results of rss-parser, ${(100 * share).toFixed(1)} % of which are equal`);
/** Prints where two values differ. */
function show(found, expected, path) {
  if (isDeepStrictEqual(found, expected)) return;
  if (![found, expected].every((value) => typeof value === 'object' && value !== null)) {
    console.log(`  ${path}: ${JSON.stringify(found)?.slice(0, 200)}, not ${JSON.stringify(expected)?.slice(0, 200)}`);
    return;
  }
  for (const name of new Set([...Object.keys(found), ...Object.keys(expected)])) show(found[name], expected[name], `${path}/${name}`);
}
if (process.env.VERBOSE) {
  for (const [i, , found, expected] of different) {
    console.log(i < OWN ? `document ${i}` : files[i - OWN].name);
    show(found, expected, '');
  }
}
process.exit(share < 0.95 ? 1 : 0);
