// Changes to a result are written, created feeds are written, and a value that cannot be written is an error with its place.
// `edits(api)` returns the number of cases and the failed ones.

const NAMESPACES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"';
const item = (name, more) => `<item><title>${name}</title><guid isPermaLink="false">urn:${name}</guid><link>https://harbour.example/${name}</link>
<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate><description>&lt;p>About &lt;b>${name}&lt;/b></description>${more}</item>`;
const FEED = `<rss version="2.0" ${NAMESPACES}><channel><title>Tides</title><link>https://harbour.example/</link><description>All tides</description>
${item('one', '<enclosure url="https://harbour.example/1.mp3" type="audio/mpeg" length="12"/><itunes:duration>62</itunes:duration><slash:comments>7</slash:comments>')}
${item('two', '<media:thumbnail url="https://harbour.example/2.png"/><category>Sea</category><author>anna@harbour.example (Anna)</author>')}
${item('three', '<tide:height xmlns:tide="urn:tide" unit="m">3.1</tide:height>')}</channel></rss>`;
const OTHER = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Winds</title><id>urn:winds</id><updated>2026-01-03T00:00:00Z</updated><entry><id>urn:gale</id><title>Gale</title>
<updated>2026-01-03T00:00:00Z</updated><link href="https://winds.example/gale"/><rights>Anna</rights></entry></feed>`;
/** The first entry has an invalid date, and the last an element that no format can express. */
const WILD = '<rss version="2.0"><channel><title>Wild</title><link>/</link><language>in English</language><item><title>a</title><link>/a</link><pubDate>soon</pubDate></item><item><title>b</title></item></channel></rss>';

const titles = ({ entries }) => entries.map(({ title }) => title);

/** Changes to a view of FEED: a name, the change (it may return another result), a query on the written feed, and the answer. */
const CHANGES = (api) => [
  ['nothing', () => {}, titles, ['one', 'two', 'three']],
  ['what the view has not stays', (p) => void (p.feed.title = 'x'), (p) => p.full().entries[0].slash.comments.value, 7],
  ['title of the feed', (p) => void (p.feed.title = 'High & low'), (p) => p.feed.title, 'High & low'],
  ['description', (p) => void (p.feed.description = 'Low'), (p) => p.feed.description, 'Low'],
  ['filtered', (p) => void (p.entries = p.entries.filter(({ title }) => title !== 'two')), titles, ['one', 'three']],
  ['sorted', (p) => void p.entries.sort((a, b) => (a.title < b.title ? -1 : 1)), titles, ['one', 'three', 'two']],
  ['spliced', (p) => void p.entries.splice(0, 2), titles, ['three']],
  ['all removed', (p) => void (p.entries.length = 0), titles, []],
  ['title', (p) => void (p.entries[0].title = '<i>One</i>'), (p) => [p.entries[0].title, p.entries[0].duration], ['<i>One</i>', 62]],
  ['copies with `...`', (p) => ({ ...p, feed: { ...p.feed, title: 'Mine' }, entries: p.entries.map((entry) => ({ ...entry, title: entry.title.toUpperCase() })) }), (p) => [p.feed.title, ...titles(p), p.full().entries[0].slash.comments.value], ['Mine', 'ONE', 'TWO', 'THREE', 7]],
  ['structured clones', (p) => structuredClone(p), (p) => [titles(p), p.entries[0].duration, p.entries[0].enclosures[0].length], [['one', 'two', 'three'], 62, 12]],
  ['JSON', (p) => JSON.parse(JSON.stringify(p)), (p) => [p.entries[0].html, p.entries[1].authors, p.entries[2].extensions[0].text], ['<p>About <b>one</b></p>', [{ name: 'Anna', email: 'anna@harbour.example' }], '3.1']],
  ['link', (p) => void (p.entries[0].link = 'https://harbour.example/new'), (p) => p.entries[0].link, 'https://harbour.example/new'],
  ['a URL', (p) => void (p.entries[0].link = new URL('https://harbour.example/new')), (p) => p.entries[0].link, 'https://harbour.example/new'],
  ['link removed', (p) => void delete p.entries[0].link, (p) => p.entries[0].link, undefined],
  ['id', (p) => void (p.entries[0].id = 'urn:new'), (p) => [p.entries[0].id, p.entries[0].identity], ['urn:new', 'urn:new']],
  ['date', (p) => void (p.entries[0].date = '2026-02-03T04:05:06Z'), (p) => p.entries[0].date, '2026-02-03T04:05:06Z'],
  ['a Date', (p) => void (p.entries[0].date = new Date(Date.UTC(2026, 1, 3))), (p) => p.entries[0].date, '2026-02-03T00:00:00Z'],
  ['date removed', (p) => void (p.entries[0].date = undefined), (p) => [undefined, '2026-01-01T00:00:00Z'].includes(p.entries[0].date), true],
  ['html', (p) => void (p.entries[0].html = '<p onclick="x()">New</p>'), (p) => [p.entries[0].html, p.entries[0].text], ['<p>New</p>', 'New']],
  ['lone surrogates', (p) => void Object.assign(p.entries[0], { title: 'a\ud800b\\ud800', html: '\udc00' }), (p) => [p.entries[0].title, p.entries[0].html], ['a\ufffdb\\ud800', '\ufffd']],
  ['text', (p) => void (p.entries[0].text = '1 < 2'), (p) => p.entries[0].text, '1 < 2'],
  ['text in place of html', (p) => void Object.assign(p.entries[0], { html: undefined, text: 'a' }), (p) => p.entries[0].text, 'a'],
  ['a number', (p) => void (p.entries[0].itunes.duration.value = 90), (p) => p.entries[0].duration, 90],
  ['html removed', (p) => void delete p.entries[0].html, (p) => p.entries[0].html, undefined],
  ['summary', (p) => void (p.entries[0].summary = 'Short'), (p) => [p.entries[0].summary, p.entries[0].html], ['Short', '<p>About <b>one</b></p>']],
  ['authors', (p) => void (p.entries[1].authors = [{ name: 'Ada', email: 'ada@harbour.example' }]), (p) => p.entries[1].authors, [{ name: 'Ada', email: 'ada@harbour.example' }]],
  ['categories', (p) => void p.entries[1].categories.push('Wind'), (p) => p.entries[1].categories, ['Sea', 'Wind']],
  ['enclosures', (p) => void p.entries[0].enclosures.push({ url: 'https://harbour.example/2.mp3', type: 'audio/mpeg', length: 5 }), (p) => p.entries[0].enclosures.map(({ length }) => length), [12, 5]],
  ['duration', (p) => void (p.entries[0].duration = 63), (p) => p.entries[0].duration, 63],
  ['image', (p) => void (p.entries[0].image = 'https://harbour.example/1.png'), (p) => p.entries[0].image, 'https://harbour.example/1.png'],
  ['itunes', (p) => void (p.entries[0].itunes.season = { value: 3 }), (p) => [p.entries[0].itunes.season.value, p.entries[0].duration], [3, 62]],
  ['podcast', (p) => void (p.entries[0].podcast = { transcripts: [{ url: 'https://harbour.example/1.vtt', media_type: 'text/vtt' }] }), (p) => p.entries[0].podcast.transcripts.length, 1],
  ['media', (p) => void (p.entries[1].media.details.thumbnails[0].url = 'https://harbour.example/3.png'), (p) => p.entries[1].image, 'https://harbour.example/3.png'],
  ['extensions', (p) => void (p.entries[2].extensions[0].text = '3.2'), (p) => p.entries[2].extensions[0].text, '3.2'],
  ['extensions removed', (p) => void (p.entries[2].extensions = []), (p) => p.entries[2].extensions, []],
  ['an entry of its own', (p) => void p.entries.unshift({ title: 'New', link: 'https://harbour.example/new', date: '2026-01-05', html: 'n' }), titles, ['New', 'one', 'two', 'three']],
  ['merged', (p) => void p.entries.push(...api.parse(OTHER).entries), (p) => [titles(p), p.full().entries[3].rights?.value], [['one', 'two', 'three', 'Gale'], 'Anna']],
  ['values of the feed', (p) => void Object.assign(p.feed, { url: 'https://harbour.example/feed', language: 'de', rights: 'Mine', ttl: 30, generator: 'g', image: 'https://harbour.example/i.png', hub: 'https://hub.example/', categories: ['A'], authors: ['Ada <ada@harbour.example>'] }),
    ({ feed }) => [feed.url, feed.language, feed.rights, feed.ttl, feed.generator, feed.image, feed.hub, feed.categories], ['https://harbour.example/feed', 'de', 'Mine', 30, 'g', 'https://harbour.example/i.png', 'https://hub.example/', ['A']]],
];

/** Changes to a view that cannot be written, and the place of the error. */
const REFUSED = [
  [(p) => void (p.entries[0].titel = 'x'), 'entries[0].titel'],
  [(p) => void (p.entries[1].title = 5), 'entries[1].title'],
  [(p) => void (p.entries[0].link = 'javascript:x()'), 'entries[0].link'],
  [(p) => void (p.entries[0].date = 'soon'), 'entries[0].date'],
  [(p) => void (p.entries[0].date = new Date(NaN)), 'entries[0].date'],
  [(p) => void (p.entries[0].duration = -1), 'entries[0].duration'],
  [(p) => void (p.entries[0].duration = NaN), 'entries[0].duration'],
  [(p) => void (p.entries[0].identity = 'x'), 'entries[0].identity'],
  [(p) => void (p.entries[0].title = () => 'x'), 'entries[0].title'],
  [(p) => void (p.entries[0].authors = ['a', 5]), 'entries[0].authors[1]'],
  [(p) => void (p.entries[0].enclosures[0].url = 5), 'entries[0].enclosures[0].url'],
  [(p) => void (p.entries[0].enclosures[0].size = 5), 'entries[0].enclosures[0].size'],
  [(p) => void (p.entries[0].itunes = { saeson: 3 }), 'entries[0].itunes.saeson'],
  [(p) => void (p.entries[0].itunes = { season: 'x' }), 'entries[0].itunes.season'],
  [(p) => void (p.entries[0].itunes = { season: { valeu: 3 } }), 'entries[0].itunes.season.valeu'],
  [(p) => void (p.entries[0].podcast = { transcript: [] }), 'entries[0].podcast.transcript'],
  [(p) => void p.entries[1].extensions.push({ name: 'x:y', text: 'z' }), 'entries[1].extensions[0].name'],
  [(p) => void (p.entries[1] = 'x'), 'entries[1]'],
  [(p) => void delete p.entries[1].image, 'entries[1].image'],
  [(p) => void (p.version = 'atom10'), 'version'],
  [(p) => void (p.stylesheet = '/x.xsl'), 'stylesheet'],
  [(p) => void (p.feed.ttl = '60'), 'feed.ttl'],
  [(p) => void (p.feed.colour = 'blue'), 'feed.colour'],
  [(p) => ({ ...structuredClone(p), colour: 'blue' }), 'colour'],
];

/** The same for the whole model. */
const MODEL_CHANGES = [
  ['nothing', () => {}, titles, ['one', 'two', 'three']],
  ['title', (m) => void (m.entries[0].title.value = 'One'), titles, ['One', 'two', 'three']],
  ['a plain title', (m) => void (m.entries[0].title = 'One'), titles, ['One', 'two', 'three']],
  ['reversed', (m) => void m.entries.reverse(), titles, ['three', 'two', 'one']],
  ['filtered copies', (m) => ({ ...m, entries: m.entries.slice(1).map((entry) => ({ ...entry, id: 'x' })) }), (p) => p.entries.map(({ id }) => typeof id), ['string', 'string']],
  ['JSON', (m) => JSON.parse(JSON.stringify(m)), titles, ['one', 'two', 'three']],
  ['typed values', (m) => void (m.entries[0].itunes.season = 3), (p) => p.entries[0].itunes.season.value, 3],
];
const MODEL_REFUSED = [
  [(m) => void (m.entries[0].titel = 'x'), 'entries[0].titel'],
  [(m) => void (m.entries[0].links[0].herf = 'x'), 'entries[0].links[0].herf'],
  [(m) => void (m.feed.title = 5), 'feed.title'],
  [(m) => void (m.version = 'x'), 'version'],
  [(m) => void (m.colour = 'x'), 'colour'],
  [(m) => void (m.entries[0].comments = 'javascript:x()'), /^entries\[0\]/],
];

const MADE = {
  title: 'Tides & winds', link: 'https://harbour.example/', url: 'https://harbour.example/feed', description: 'All tides', language: 'en', date: new Date(Date.UTC(2026, 0, 2)),
  authors: ['Anna', { name: 'Ada', email: 'ada@harbour.example' }], categories: ['Sea', { term: 'Science', scheme: 'http://www.itunes.com/' }], image: 'https://harbour.example/i.png',
  itunes: { explicit: false, kind: 'episodic', owner: { name: 'Anna', email: 'anna@harbour.example' } }, podcast: { guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810' },
  namespaces: { tide: 'urn:tide' },
  items: [
    { title: 'High', link: 'https://harbour.example/high', id: 'urn:high', date: '2026-01-02T03:04:05Z', html: '<p>At <b>noon</b><script>x()</script></p>', summary: 'Noon', authors: ['Ada'], categories: ['Sea'],
      enclosures: [{ url: 'https://harbour.example/1.mp3', type: 'audio/mpeg', length: 12 }], duration: 62, itunes: { season: 2, episode: 3, kind: 'full' },
      podcast: { persons: [{ name: 'Ada', role: 'host' }] }, extensions: [{ name: 'tide:height', text: '3.1', attributes: { unit: 'm' } }] },
    { title: 'Low\ud83d' },
  ],
};
const MADE_REFUSED = [
  [{ titel: 'x' }, 'titel'],
  [{ title: 'x', items: {} }, 'items'],
  [{ title: 'x', items: [{}, { title: 5 }] }, 'items[1].title'],
  [{ title: 'x', items: [{ link: 'javascript:x()' }] }, 'items[0].link'],
  [{ title: 'x', items: [{ itunes: { season: 'x' } }] }, 'items[0].itunes.season'],
  [{ title: 'x', items: [{ extensions: [{ name: 'tide:height' }] }] }, 'items[0].extensions[0].name'],
  [{ title: 'x', items: [{ html: 'x', podcast: { persons: [{ name: 'a', img: 'javascript:x()' }] } }] }, /^items\[0\]/],
  [{ title: 'x', namespaces: { tide: 5 } }, 'namespaces.tide'],
];

const outcome = (action) => {
  try {
    return { value: action() };
  } catch (error) {
    return { error };
  }
};

export function edits(api) {
  const failed = [];
  let count = 0;
  const expect = (name, found, expected) => {
    count++;
    if (JSON.stringify(found) !== JSON.stringify(expected)) failed.push(`${name}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  };
  const refuses = (name, action, place) => {
    const { error, value } = outcome(action);
    count++;
    const isPlace = place instanceof RegExp ? place.test(error?.path) : error?.path === place;
    if (!(error instanceof api.WriteError && isPlace && error.message.startsWith(error.path))) failed.push(`${name}: ${error ?? `written: ${value.slice(0, 80)}`}`);
  };
  const changed = (read, change) => {
    const result = read(FEED);
    return change(result) ?? result;
  };
  // Every change is tested in every format, whether or not its readers support the value.
  const options = { fallbackDate: '2026-01-01', keepEverything: true };
  for (const format of api.formats ?? ['rss', 'atom', 'json']) {
    for (const [name, change, ask, expected] of CHANGES(api)) {
      const { value, error } = outcome(() => ask(api.parse(api.write(changed(api.parse, change), format, options))));
      expect(`${name} as ${format}`, error ? String(error) : value ?? null, expected ?? null);
    }
    for (const [change, place] of REFUSED) refuses(`${place} as ${format}`, () => api.write(changed(api.parse, change), format, options), place);
    for (const [name, change, ask, expected] of MODEL_CHANGES) {
      const { value, error } = outcome(() => ask(api.parse(api.write(changed(api.parseModel, change), format, options))));
      expect(`${name} of the model as ${format}`, error ? String(error) : value, expected);
    }
    for (const [change, place] of MODEL_REFUSED) refuses(`${place} of the model as ${format}`, () => api.write(changed(api.parseModel, change), format, options), place);
    const { value, error } = outcome(() => api.create(MADE, format, options));
    expect(`made as ${format}`, error && String(error), undefined);
    if (value) {
      const { feed, entries, wellFormed } = api.parse(value);
      expect(`feed made as ${format}`, [wellFormed, feed.title, feed.link, feed.url, feed.description, feed.language, feed.authors.map(({ name }) => name), feed.image, feed.itunes?.explicit.value, feed.itunes?.owner.name, feed.podcast?.guid],
        [true, MADE.title, MADE.link, MADE.url, MADE.description, 'en', ['Anna', 'Ada'], MADE.image, false, 'Anna', MADE.podcast.guid]);
      const [high, low] = entries;
      expect(`item made as ${format}`, [high.title, high.link, high.id, high.date, high.html, high.summary, high.categories, high.enclosures[0]?.length, high.duration, high.itunes?.season.value, high.podcast?.persons[0].name, high.extensions.map(({ prefix, name, namespace, text }) => [prefix, name, namespace, text]), low.title],
        ['High', 'https://harbour.example/high', 'urn:high', '2026-01-02T03:04:05Z', '<p>At <b>noon</b></p>', 'Noon', ['Sea'], 12, 62, 2, 'Ada', [['tide', 'height', 'urn:tide', '3.1']], 'Low\ufffd']);
    }
    for (const [data, place] of MADE_REFUSED) refuses(`${place} made as ${format}`, () => api.create(data, format, options), place);
    // No parsed value is an error, whatever it is.
    expect(`wild as ${format}`, titles(api.parse(api.write(api.parse(WILD), format, options))), ['a', 'b']);
    expect(`wild copy as ${format}`, titles(api.parse(api.write(structuredClone(api.parse(WILD)), format, options))), ['a', 'b']);
    const wild = api.parse(WILD);
    wild.entries.reverse();
    wild.feed.title = 'Tame';
    expect(`wild and changed as ${format}`, titles(api.parse(api.write(wild, format, options))), ['b', 'a']);
  }
  refuses('a missing date', () => api.create({ title: 'x', items: [{ title: 'y' }] }, 'atom'), /date$/);
  refuses('a page', () => api.write(api.parse('<html>'), 'rss'), '');
  expect('items of results', titles(api.parse(api.create({ title: 'x', items: api.parse(FEED).entries }, 'rss'))), ['one', 'two', 'three']);
  expect('a style sheet', api.create({ title: 'x' }, 'rss', { stylesheet: '/feed.xsl' }).includes('<?xml-stylesheet type="text/xsl" href="/feed.xsl"?>'), true);
  const messages = [
    [() => api.write(api.parse(FEED), 'pdf'), "format: 'pdf' is not one of atom, rss, json"],
    [() => api.create({ title: 'x', itunes: { explict: true }, items: [] }, 'rss'), "itunes.explict: unknown name, did you mean 'explicit'?"],
    [() => api.write({ ...api.parse(FEED), encodign: 'utf-8' }, 'rss'), "encodign: unknown name, did you mean 'encoding'?"],
    [() => api.write(api.parse(FEED), 'rss', { fallbakDate: 'x' }), "fallbakDate: unknown option, did you mean 'fallbackDate'?"],
    [() => api.write(api.parse(FEED), 'rss', { fallbackDate: 'soon' }), "fallbackDate: 'soon' is not allowed"],
    [() => api.write(api.parse(FEED), 'rss', { indent: 17 }), 'indent: 17 is not allowed'],
    [() => api.write({}, 'rss'), 'write() takes a result of parse()'],
    [() => api.create([], 'rss'), 'create() takes an object'],
  ];
  for (const [action, start] of messages) {
    const { error } = outcome(action);
    expect(start, error instanceof TypeError && error.message.slice(0, start.length), start);
  }
  return { count, failed };
}
