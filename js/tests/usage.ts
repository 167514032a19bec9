// The declarations as programs use them.

import { check, discover, fetchFeed, init, opml, parse, parseMany, parseStream, write } from '../package/index.js';
import type { Fetched, Parsed, model } from '../package/index.js';

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
  const streamed = await parseStream(response.body!);
  return [title, published, season, streamed.version, discover('').length, check('')[0]?.rule].join();
}
