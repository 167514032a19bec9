// The class `Parser` as used by programs written for rss-parser: import, fetching, callbacks and failures.
// `drop-in.mjs PACKAGE`, on Node.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const Parser = createRequire(import.meta.url)(join(folder, 'rss-parser.cjs'));
const imported = await import(pathToFileURL(join(folder, 'rss-parser.js')));

const FEED = `<rss version="2.0"><channel><title>Tides</title><atom10:link rel="self" href="https://harbour.example/10"/>
<item><description>Dashes &amp;#151; &amp;amp; more</description><content:encoded></content:encoded></item></channel></rss>`;

const seen = [];
const server = createServer((request, response) => {
  seen.push(request.headers);
  const [, name, rest] = request.url.split('/');
  if (name === 'redirect') response.writeHead(302, { location: rest > 0 ? `/redirect/${rest - 1}` : '/feed' }).end();
  else if (name === 'gone') response.writeHead(410).end();
  else if (name === 'feed') response.end(FEED);
  // Other requests are never answered.
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const at = (path) => `http://127.0.0.1:${server.address().port}/${path}`;
const fails = (promise) => promise.then(() => 'read', (error) => error.message);

const parser = new Parser();
const feed = await parser.parseString(FEED);
const called = (parse) => new Promise((done) => parse((error, feed) => done(error?.message ?? feed.title)));
/** Returns the exception of a callback, with which no promise rejects. */
async function thrown() {
  const uncaught = once(process, 'uncaughtException');
  const settled = await parser.parseString(FEED, () => {
    throw new Error('in the callback');
  });
  return [(await uncaught)[0].message, settled];
}
const CASES = [
  ['what `require` returns is the class', [Parser.Parser === Parser, Parser.default === Parser, imported.default === imported.Parser], [true, true, true]],
  ['snippets have the characters of HTML', feed.items[0].contentSnippet, 'Dashes \u2014 & more'],
  ['there is no empty snippet of encoded content', Object.keys(feed.items[0]).includes('content:encodedSnippet'), false],
  ['only `atom:link` is a link', feed.feedUrl, undefined],
  ['feeds are fetched', (await parser.parseURL(at('feed'))).title, 'Tides'],
  ['with headers', [seen[0]['user-agent'], seen[0].accept], ['rss-parser', 'application/rss+xml']],
  ['of the program', (await new Parser({ headers: { 'User-Agent': 'mine' } }).parseURL(at('feed')), seen[1]['user-agent']), 'mine'],
  ['redirects are followed', (await parser.parseURL(at('redirect/4'))).title, 'Tides'],
  ['but not too many', await fails(new Parser({ maxRedirects: 1 }).parseURL(at('redirect/1'))), 'Too many redirects'],
  ['statuses are errors', await fails(parser.parseURL(at('gone'))), 'Status code 410'],
  ['time is limited', await fails(new Parser({ timeout: 20 }).parseURL(at('never'))), 'Request timed out after 20ms'],
  ['callbacks', await called((callback) => parser.parseString(FEED, callback)), 'Tides'],
  ['callbacks with errors', await called((callback) => parser.parseString('<a/>', callback)), 'Feed not recognized as RSS 1 or 2.'],
  ['errors of callbacks are their own', await thrown(), ['in the callback', undefined]],
  ['the author of a feed is its creator', (await parser.parseString('<rss version="2.0"><channel><author>Ann</author></channel></rss>')).creator, 'Ann'],
  ['empty elements', (await new Parser({ xml2js: { emptyTag: 'none' } }).parseString('<rss version="2.0"><channel><item><description><![CDATA[]]></description></item></channel></rss>')).items[0].content, 'none'],
  ['fields without a value are not there', Object.keys((await parser.parseString('<rss version="2.0"><channel><item><enclosure/></item></channel></rss>')).items[0]), []],
  ['unknown options', assert.throws(() => new Parser({ timeuot: 5 }), /^TypeError: timeuot: unknown option, did you mean 'timeout'\?/), undefined],
];
const failed = CASES.filter(([, found, expected]) => JSON.stringify(found) !== JSON.stringify(expected));
for (const [name, found, expected] of failed) console.log(`${name}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
console.log(`${CASES.length} cases of rss-parser's interface`);
process.exit(failed.length ? 1 : 0);
