// Fetches feeds with the platform's `fetch`, using conditional requests (RFC 9110 §13.1).

import { collect } from './core.js';

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
  'application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1';

/** The maximum size of a body in bytes. */
const LARGEST_BODY = 32 << 20;

/** The options for fetching. */
const OWN = ['previous', 'signal', 'timeout', 'maxBytes', 'fetch'];

/** Fetches a feed, which is parsed by `parse`. */
export async function fetchWith(parse, url, options = {}) {
  const { previous, headers, signal, timeout, maxBytes, fetch: fetcher, ...rest } = options;
  // An invalid option is an error before any request.
  parse('', rest, OWN);
  const request = new Headers(headers);
  if (!request.has('accept')) request.set('accept', ACCEPT);
  if (previous?.etag) request.set('if-none-match', previous.etag);
  if (previous?.lastModified) request.set('if-modified-since', previous.lastModified);
  const signals = [signal, AbortSignal.timeout(timeout ?? 30_000)].filter(Boolean);
  const any = signals.length > 1 && AbortSignal.any ? AbortSignal.any(signals) : (signal ?? signals[0]);
  const response = await (fetcher ?? fetch)(url, { headers: request, signal: any });
  const notModified = response.status === 304;
  const result = {
    status: response.status,
    notModified,
    url: response.url || String(url),
    etag: response.headers.get('etag') ?? (notModified ? previous?.etag : undefined),
    lastModified: response.headers.get('last-modified') ?? (notModified ? previous?.lastModified : undefined),
    retryAfter: response.headers.get('retry-after') ?? undefined,
  };
  if (!response.ok) {
    await response.body?.cancel();
    return result;
  }
  const body = response.body ? await collect(response.body, maxBytes ?? LARGEST_BODY) : new Uint8Array();
  result.parsed = parse(body, { url: result.url, ...rest, headers: response.headers }, OWN);
  return result;
}
