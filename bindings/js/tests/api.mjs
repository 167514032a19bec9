// The documented behaviour of the package, in every runtime: `run(api)` returns the failed cases.

import { edits } from './edits.mjs';

const RSS = `<?xml version="1.0" encoding="iso-8859-1"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>M\u00f6we &amp; Tide</title><link>/</link><language>de</language>
<item><title>One</title><guid>urn:1</guid><link>/one</link><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate>
<description>&lt;p onclick="x()"&gt;High &lt;b&gt;tide&lt;/b&gt;&lt;script&gt;x()&lt;/script&gt;</description>
<enclosure url="/one.mp3" type="audio/mpeg" length="12"/><itunes:duration>1:02</itunes:duration><category>Sea</category>
<author>anna@harbour.example (Anna)</author></item>
<item><title>Two</title></channel></rss>`;

/** Titles in legacy encodings, as hexadecimal digits and as text. */
const LEGACY = [
  ['ibm866', '8fe0a8a2a5e2', 'Привет'], ['iso-8859-2', 'ae6c75bb6f75e86bfd', 'Žluťoučký'],
  ['iso-8859-3', 'e6f8b6bcfefd', 'ĉĝĥĵŝŭ'], ['iso-8859-4', 'a9f3fef175', 'Šķūņu'], ['iso-8859-5', 'bfe0d8d2d5e2', 'Привет'],
  ['iso-8859-6', 'e5d1cdc8c7', 'مرحبا'], ['iso-8859-7', 'cae1ebe7ecddf1e1', 'Καλημέρα'], ['iso-8859-8', 'f9ece5ed', 'שלום'],
  ['iso-8859-10', 'def372f07572', 'Þórður'], ['iso-8859-13', '41e869fb20fe6d6f6eeb73', 'Ačiū žmonės'],
  ['iso-8859-14', 'd079fe', 'Ŵyŷ'], ['iso-8859-15', '63bd757220a4', 'cœur €'],
  ['iso-8859-16', '42756ee3207a6975612c20ba', 'Bună ziua, ș'], ['koi8-r', 'f0d2c9d7c5d4', 'Привет'],
  ['koi8-u', 'ebc9a7d7', 'Київ'], ['macintosh', '8662657267729aa765', 'Übergröße'], ['windows-874', 'cac7d1cab4d5', 'สวัสดี'],
  ['windows-1250', '8e6c759d6f75e86bfd', 'Žluťoučký'], ['windows-1251', 'cae8bfe2', 'Київ'],
  ['windows-1252', '93639c7572942080', '“cœur” €'], ['windows-1253', 'cae1ebe7ecddf1e1', 'Καλημέρα'],
  ['windows-1254', '47fc6e65fe20fdf064fd72', 'Güneş ığdır'], ['windows-1255', 'f9ece5ed', 'שלום'],
  ['windows-1256', 'e3d1cdc8c7', 'مرحبا'], ['windows-1257', '41e869fb20fe6d6f6eeb73', 'Ačiū žmonės'],
  ['windows-1258', 'd0e0f4', 'Đàô'], ['x-mac-cyrillic', '8ff0e8e2e5f2', 'Привет'], ['gbk', 'c4e3bac3a3ac86b4', '你好，喆'],
  ['gb18030', 'c4e3bac3a3ac8139ee3995328236', '你好，㐀𠀀'], ['big5', 'a741a66ea141a540acc9', '你好，世界'],
  ['euc-jp', 'c6fccbdcb8eca1a28eb68ec58fb0a1', '日本語、ｶﾅ丂'], ['shift_jis', '93fa967b8cea8141b6c5', '日本語、ｶﾅ'],
  ['windows-31j', '93fa967b8cea8740', '日本語①'], ['euc-kr', 'bec8b3e7c7cfbcbcbfe4', '안녕하세요'], ['utf-16le', 'e5652c679e8a', '日本語'],
  ['utf-16be', '65e5672c8a9e', '日本語'], ['iso-2022-jp', '1b2442467c4b5c386c1b2842', '日本語'], ['x-user-defined', '41ff', 'A\uf7ff'],
  ['hz-gb-2312', '7e7b44633a437e7d', '你好'],
];

const encode = (text) => new TextEncoder().encode(text);
const latin1 = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Returns a feed in UTF-16. */
function inUtf16(title, charset) {
  const text = `<rss version="2.0"><channel><title>${title}</title></channel></rss>`;
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), charset === 'utf-16le');
  return view;
}

/** Returns whether the host supports an encoding. Encodings that it rejects for security are decoded by the module itself. */
function isKnown(charset) {
  const label = charset.startsWith('hz') ? 'gbk' : charset;
  return thrown(() => new TextDecoder(label)) !== 'RangeError';
}

async function* chunks(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A server response without a server. */
const server = (log) => async (url, { headers }) => {
  log.push(Object.fromEntries(headers));
  if (headers.get('if-none-match') === '"1"') return new Response(null, { status: 304 });
  if (String(url).endsWith('/gone')) return new Response('gone', { status: 410 });
  return new Response(encode(RSS), { headers: { 'content-type': 'application/rss+xml; charset=utf-8', etag: '"1"' } });
};

const thrown = (action) => {
  try {
    return action();
  } catch (error) {
    return error.constructor.name;
  }
};

/** The cases: a name, the actual value, and the expected value. */
async function* cases(api, has) {
  const url = 'https://harbour.example/feed';
  const parsed = api.parse(RSS, { url });
  const [one, two] = parsed.entries;
  yield ['a string is text, whatever it declares', [parsed.feed.title, parsed.bozo?.type], ['Möwe & Tide', 'SAXParseException']];
  yield ['bytes are decoded', api.parse(latin1(RSS)).feed.title, 'Möwe & Tide'];
  yield ['headers decide', api.parse(encode(RSS), { headers: new Headers({ 'content-type': 'application/xml; charset=utf-8' }) }).feed.title, 'Möwe & Tide'];
  yield ['an ArrayBuffer is a document', api.parse(latin1(RSS).buffer).feed.title, 'Möwe & Tide'];
  yield ['a view is a document', api.parse(new DataView(latin1(`??${RSS}`).buffer, 2)).feed.title, 'Möwe & Tide'];
  yield ['links are resolved', [parsed.feed.link, one.link], ['https://harbour.example/', 'https://harbour.example/one']];
  yield ['markup is safe', one.html, '<p>High <b>tide</b></p>'];
  yield ['texts are plain', one.text, 'High tide'];
  yield ['dates are ISO strings', one.date, '2026-01-02T01:04:05Z'];
  yield ['keys remain', one.identity, 'urn:1'];
  yield ['enclosures', one.enclosures, [{ url: 'https://harbour.example/one.mp3', type: 'audio/mpeg', length: 12 }]];
  yield ['podcasts', [one.duration, one.itunes.duration.value], [62, 62]];
  yield ['people', one.authors, [{ name: 'Anna', email: 'anna@harbour.example' }]];
  yield ['categories', one.categories, ['Sea']];
  yield ['lists are always there', [two.authors, two.categories, two.enclosures, two.extensions], [[], [], [], []]];
  yield ['faults have positions', parsed.faults.map(({ type, line }) => [type, line]), [['MismatchedEndTag', 8]]];
  yield ['nothing is thrown', api.parse('').bozo.type, 'NotAFeed'];
  yield ['nor for a page', api.parse('<html><body>').isFeed, false];
  yield ['strict readers can see it', api.parse('{"version": "https://jsonfeed.org/version/1.1", "title": "J", "items": []}').version, 'json11'];
  yield ['limits', api.parse(RSS, { limits: { entries: 1 } }).entries.length, 1];
  yield ['sanitizing is a choice', api.parse(RSS, { sanitize: false }).entries[0].html.includes('&lt;script&gt;') || api.parse(RSS, { sanitize: 'feedparser' }).isFeed, true];
  yield ['wrong options', [{ limits: { nothing: 1 } }, { sanitize: 'x' }, { unknown: 1 }].map((options) => thrown(() => api.parse(RSS, options))), ['TypeError', 'TypeError', 'TypeError']];
  const message = (options, action = (options) => api.parse(RSS, options)) => {
    try {
      action(options);
    } catch (error) {
      return error.message.split(' (')[0];
    }
  };
  yield ['messages of options', [{ sanitise: 'off' }, { sanitize: 'x' }, { resolveUrl: true }, { url: 5 }, { headers: 5 }, { limits: { entires: 1 } }, { limits: { entries: -1 } }, { limits: { memoryPerByte: 'x' } }, { limits: 5 }, { encodingPolicy: () => {} }].map((options) => message(options)),
    ["sanitise: unknown option, did you mean 'sanitize'?", "sanitize: 'x' is not allowed", "resolveUrl: unknown option, did you mean 'resolveUrls'?", 'url: 5 is not a string', 'headers: 5 is not an object with headers', "limits.entires: unknown option, did you mean 'entries'?", 'limits.entries: -1 is not allowed', "limits.memoryPerByte: 'x' is not allowed", 'limits: 5 is not allowed', 'encodingPolicy: a function is not data']];
  yield ['options that are undefined', api.parse(RSS, { url: undefined, headers: undefined, sanitize: undefined, limits: undefined }).isFeed, true];
  yield ['a URL as an option', api.parse(RSS, { url: new URL(url) }).feed.link, 'https://harbour.example/'];
  yield ['options of fetching', await api.fetchFeed(url, { timeuot: 5, fetch: () => 0 }).catch((error) => error.message.split(' (')[0]), "timeuot: unknown option, did you mean 'timeout'?"];
  yield ['wrong documents', [1, null, {}].map((input) => thrown(() => api.parse(input))), ['TypeError', 'TypeError', 'TypeError']];
  const moved = encode(RSS);
  const views = [moved, new DataView(moved.buffer), moved.buffer];
  structuredClone(moved, { transfer: [moved.buffer] });
  yield ['bytes that are gone', views.map((input) => message({}, () => api.parse(input))), Array(3).fill('the bytes of the document are gone: their buffer was transferred')];
  yield ['bytes that are empty', [new Uint8Array(), new ArrayBuffer(0)].map((input) => api.parse(input).isFeed), [false, false]];
  yield ['bytes of a larger buffer', [Uint8Array, DataView].map((View) => api.parse(new View(latin1(` ${RSS} `).buffer, 1, latin1(RSS).length)).feed.title), Array(2).fill('Möwe & Tide')];
  yield ['lone surrogates of options', api.parse(RSS, { url: 'https://harbour.example/\ud800/' }).isFeed, true];
  yield ['lone surrogates of lists', api.opml.parse(api.opml.stringify({ title: 'a\ud800', outlines: [] })).title, 'a\ufffd'];
  yield ['lists that are none', [5, null, 'x', []].map((list) => message({}, () => api.opml.stringify(list))), ['5', 'null', "'x'", 'a list'].map((shown) => `opml.stringify() takes an object with outlines, not ${shown}`)];
  yield ['results are plain', JSON.stringify(structuredClone(parsed)), JSON.stringify(parsed)];
  const proto = '<rss><channel><__proto__><polluted>1</polluted></__proto__><x y="1" __proto__="2"/></channel></rss>';
  const { extensions } = api.parse(proto).feed;
  yield ['nothing is polluted', [{}.polluted, extensions.length, Object.getPrototypeOf(extensions[1].attributes) === Object.prototype], [undefined, 2, true]];
  yield ['long strings', api.parse(RSS.replace('One', 'ü'.repeat(2 << 20))).entries[0].title.length, 2 << 20];
  yield ['international hosts', api.parse('<rss><channel><link>http://m\u00f6we.example/</link></channel></rss>').feed.link.startsWith('http://'), true];
  for (const [charset, digits, title] of LEGACY) {
    const bytes = digits.match(/../g).map((byte) => Number.parseInt(byte, 16));
    const start = encode('<rss version="2.0"><channel><title>');
    const document = charset.startsWith('utf-16') ? inUtf16(title, charset) : new Uint8Array([...start, ...bytes, ...encode('</title></channel></rss>')]);
    const legacy = api.parse(document, { contentType: `application/xml; charset=${charset}` });
    // Without the encoding, the document is decoded differently.
    if (has.full || isKnown(charset)) yield [charset, [legacy.feed.title, legacy.encoding], [title, charset]];
    else yield [`without ${charset}`, legacy.isFeed, true];
  }
  // In windows-1251, each Russian letter is the byte that is 0x350 less than its code point.
  const news = 'Новости дня и прогноз погоды на завтра';
  const undeclared = Uint8Array.from(`<rss><channel><title>${news}</title></channel></rss>`, (letter) => letter.charCodeAt(0) - (letter > '\x7F' ? 0x350 : 0));
  yield ['undeclared encodings', [api.parse(undeclared).feed.title, api.parse(undeclared).encoding], [news, 'windows-1251']];
  const characters = 'M\u00f6we, \u65e5\u672c, \u{1f6a2}\ud83d';
  const written = api.parse(`<rss><channel><title>${characters}</title><description>${'x'.repeat(2000)}</description></channel></rss>`);
  yield ['characters beyond ASCII', [written.feed.title, api.parse(`<rss><channel><title>${characters}</title></channel></rss>`).feed.title], Array(2).fill(characters.replace(/.$/, '\ufffd'))];
  const long = ['High tide. ', 'M\u00f6we. ', '\u65e5\u672c. ', '\u{1f6a2}. '].map((word) => word.repeat(100).trim());
  const shown = [...long, 'short', '', ...long].map((text) => `<item><description><![CDATA[<p>${text}</p>]]></description></item>`);
  const entries = api.parse(`<rss version="2.0"><channel>${shown.join('')}<item/></channel></rss>`).entries;
  yield ['long texts', entries.map(({ html, text }) => [html, text]), [...[...long, 'short', '', ...long].map((text) => [`<p>${text}</p>`, text]), [undefined, undefined]]];
  yield ['streams', (await api.parseStream(chunks(latin1(RSS), 7))).feed.title, 'Möwe & Tide'];
  yield ['streams of the web', (await api.parseStream(new Response(latin1(RSS)).body)).feed.title, 'Möwe & Tide'];
  yield ['responses', (await api.parseResponse(new Response(encode(RSS), { headers: { 'content-type': 'text/xml; charset=utf-8' } }), { url })).feed.link, 'https://harbour.example/'];
  const many = [];
  for await (const result of api.parseMany([RSS, '', latin1(RSS)], { workers: 2, url })) many.push(result.feed.link ?? '');
  yield ['many in order', many, ['https://harbour.example/', '', 'https://harbour.example/']];
  const log = [];
  const first = await api.fetchFeed(url, { fetch: server(log), headers: { 'user-agent': 'test' } });
  const second = await api.fetchFeed(url, { fetch: server(log), previous: first });
  const third = await api.fetchFeed(`${url}/gone`, { fetch: server(log) });
  yield ['fetching', [first.parsed.feed.title, first.etag, first.notModified], ['Möwe & Tide', '"1"', false]];
  yield ['conditional requests', [second.status, second.notModified, second.parsed, second.etag, log[1]['if-none-match']], [304, true, undefined, '"1"', '"1"']];
  yield ['errors of servers', [third.status, third.parsed], [410, undefined]];
  const list = api.opml.parse('<opml version="2.0"><head><title>Mine</title></head><body><outline text="Sea"><outline text="Tides" type="rss" xmlUrl="https://t.example/feed" x="y"/></outline></body></opml>');
  yield ['lists of subscriptions', list.subscriptions, [{ url: 'https://t.example/feed', title: 'Tides', folders: ['Sea'] }]];
  yield ['lists are written', api.opml.parse(api.opml.stringify(list)).outlines, list.outlines];
  const owned = { title: 'Mine', ownerName: 'Anna', ownerEmail: 'anna@harbour.example', dateCreated: 'Fri, 02 Jan 2026 03:04:05 GMT', outlines: [{ text: 'T', xmlUrl: 'https://t.example/' }] };
  yield ['owners of lists', (({ ownerName, ownerEmail, dateCreated }) => [ownerName, ownerEmail, dateCreated])(api.opml.parse(api.opml.stringify(owned))), [owned.ownerName, owned.ownerEmail, owned.dateCreated]];
  yield ['a feed needs no more than its URL', api.opml.parse(api.opml.stringify({ outlines: [{ text: 'T', xmlUrl: 'https://t.example/' }] })).subscriptions.length, 1];
  yield ['unknown members of lists', [{ titel: 'T' }, { outlines: [{ xmlurl: 'https://t.example/' }] }].map((list) => message({}, () => api.opml.stringify(list))), ["titel: unknown name, did you mean 'title'?", "xmlurl: unknown name, did you mean 'xmlUrl'?"]];
  if (!has.full) {
    yield ['what needs the other module says so', thrown(() => api.check(RSS)), 'TypeError'];
    return;
  }
  yield ['the whole model', [parsed.full().entries[0].published.offset, Object.keys(parsed).includes('full')], [7200, false]];
  yield ['pages', api.discover('<link rel="alternate" type="application/rss+xml" href="/feed">', { url })[0], { url: 'https://harbour.example/feed', type: 'application/rss+xml', source: 'link', isNamed: true }];
  const hosts = [['Häfen.example', 'xn--hfen-loa.example'], ['HARBOUR.example', 'harbour.example'], ['ｈarbour。example', 'harbour.example'], ['XN--HFEN-LOA.example', 'xn--hfen-loa.example'], ['%C3%A4.example', 'xn--4ca.example'], ['127.1', '127.0.0.1'], ['１２７.0.0.1', '127.0.0.1']];
  for (const [host, name] of hosts) yield [`the host ${host}`, api.discover(`<link rel="alternate" type="application/rss+xml" href="//${host}/feed">`, { url })[0].url, `https://${name}/feed`];
  yield ['a host that is none', api.discover('<link rel="alternate" type="application/rss+xml" href="//a%20b/feed">', { url })[0].url, '//a%20b/feed'];
  const clean = api.parse(RSS.replace('<item><title>Two</title>', ''), { url });
  for (const format of ['rss', 'json', 'atom']) {
    const written = api.parse(api.write(clean, format, { feedUrl: url }));
    yield [`${format} is written`, [written.feed.title, written.entries[0].link, written.wellFormed], ['Möwe & Tide', 'https://harbour.example/one', true]];
  }
  const { count, failed } = edits(api);
  yield [`${count} changes are written`, failed, []];
  yield ['findings', api.check('<rss version="2.0"><channel/></rss>').some(({ severity, line }) => severity === 'error' && line === 1), true];
  yield ['findings have sections', api.check('<rss version="2.0"><channel/></rss>').find(({ rule }) => rule === 'feed-self-missing').sections, [{ text: 'RSS Profile', url: 'https://www.rssboard.org/rss-profile' }]];
  const future = '<rss version="2.0"><channel><pubDate>Sat, 21 Nov 2999 08:15:00 GMT</pubDate></channel></rss>';
  yield ['reports', api.report('<rss><channel><title>High & low', { name: 'tides.xml' }).includes('<title>High &amp; low'), true];
  yield ['checks know the time', api.check(future).some(({ rule }) => rule === 'date-in-future'), true];
}

export async function run(api, has = { full: true }) {
  const failed = [];
  let count = 0;
  for await (const [name, found, expected] of cases(api, has)) {
    count++;
    if (JSON.stringify(found) !== JSON.stringify(expected)) failed.push(`${name}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
  return { count, failed };
}
