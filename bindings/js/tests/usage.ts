// Uses of the declarations in programs.

import { api, check, create, discover, fetchFeed, init, opml, parse, parseMany, parseStream, write, WriteError } from '../package/index.js';
import type { Fetched, ItemData, NewFeed, Options, Parsed, model } from '../package/index.js';
import Parser, { type Item } from '../package/rss-parser.js';
import type * as small from '../package/small.js';

export async function usage(bytes: Uint8Array, response: Response): Promise<string> {
  await init();
  await init(response);
  const parsed: Parsed = parse(bytes, { url: 'https://harbour.example/', headers: response.headers, sanitize: 'reader' });
  const title: string | undefined = parsed.entries[0]?.title;
  const whole: model.Parsed = parsed.full();
  const published: string | undefined = whole.entries[0]?.published?.value;
  const season: number | undefined = parsed.entries[0]?.itunes?.season?.value;
  for await (const next of parseMany([bytes, '<rss/>'], { workers: 2 })) next.entries.map((entry) => entry.enclosures[0]?.url);
  const fetched: Fetched = await fetchFeed('https://harbour.example/');
  const again = await fetchFeed(new URL('https://harbour.example/'), { previous: fetched });
  if (again.parsed) write(again.parsed, 'atom', { fallbackDate: '2026-01-02T03:04:05Z' });
  // @ts-expect-error: not a format
  write(parsed, 'cdf');
  // @ts-expect-error: not an option
  parse(bytes, { sanitise: true });
  const list = opml.parse(bytes);
  opml.stringify({ outlines: [{ text: 'Tides', xmlUrl: list.subscriptions[0]!.url }] });
  const folders: string[] = list.subscriptions[0]!.folders;
  const worst: 'benign' | 'mended' | 'lossy' | undefined = parsed.bozo?.severity;
  // @ts-expect-error: not a severity
  if (worst === 'fatal' || check(bytes)[0]?.severity === 'fatal') folders.push(worst);
  const streamed = await parseStream(response.body!);
  return [title, published, season, api.parse(bytes).version, streamed.version, folders, discover('').length, check('')[0]?.rule].join();
}

/** Edits, and feeds created by a program. */
export function edited(bytes: Uint8Array, url: string | undefined): string {
  const options: Options = { url, headers: undefined, limits: { entries: 5 } };
  const parsed = parse(bytes, options);
  const own: ItemData = { title: 'New', link: new URL('https://harbour.example/new'), date: new Date(), authors: ['Anna'], itunes: { season: 3, explicit: false } };
  const [first] = parsed.entries;
  if (first) first.title = 'Renamed';
  const merged = { ...parsed, entries: [own, ...parsed.entries.map((entry) => ({ ...entry, summary: null }))] };
  const feed: NewFeed = {
    title: 'Tides', date: '2026-01-02', namespaces: { tide: 'urn:tide' }, itunes: { kind: 'episodic', owner: { name: 'Anna' } },
    podcast: { persons: [{ name: 'Ada', role: 'host' }] },
    items: [own, ...parsed.entries, { title: 'High', enclosures: [{ url: '/1.mp3', length: 12 }], extensions: [{ name: 'tide:height', text: '3' }] }],
  };
  // @ts-expect-error: not a field
  create({ titel: 'Tides' }, 'rss');
  // @ts-expect-error: not a number
  create({ itunes: { owner: 5 } }, 'rss');
  const whole = parsed.full();
  whole.entries.reverse();
  try {
    return write(merged, 'rss', { stylesheet: '/feed.xsl', fallbackDate: new Date() }) + write(whole, 'json') + create(feed, 'atom');
  } catch (error) {
    if (error instanceof WriteError) return `${error.path}: ${error.reason}`;
    throw error;
  }
}

/** Like programs that were written for rss-parser. */
export async function drop(): Promise<string | undefined> {
  const parser: Parser<{ ttl: string }, { height: number }> = new Parser({ customFields: { feed: ['ttl'], item: ['height', ['media:content', 'media', { keepArray: true }]] }, timeout: 1000 });
  const feed = await parser.parseURL('https://harbour.example/');
  feed.items.forEach((item: Item & { height: number }) => item.height.toFixed());
  await parser.parseString('<rss/>', (error, feed) => error ?? feed.items);
  return feed.ttl;
}

/** Functions that a module lacks are missing from its types. */
export function missing(module: typeof small): string | undefined {
  // @ts-expect-error: not in the small module
  module.check('');
  // @ts-expect-error: not in the small module
  module.parse('').full();
  return module.parse('').entries[0]?.media?.details?.thumbnails?.[0]?.url;
}
