/** A document: text, or bytes as they came from a server or a file. */
export type Input = string | Uint8Array | ArrayBuffer | ArrayBufferView;

export interface Options {
  /** The URL of the document, to resolve relative URLs. */
  url?: string | URL | undefined;
  /** The headers of the response: they decide about the encoding of bytes. */
  headers?: Iterable<readonly [string, string]> | { [name: string]: string } | undefined;
  /** The media type of the response, in place of that of the headers. */
  contentType?: string | undefined;
  /**
   * The policy for markup: `'reader'` keeps what articles need, `'feedparser'` what Universal Feed Parser keeps, and `'off'`
   * everything: only for feeds that are trusted. `true`, which is the default, is `'reader'`, and `false` is `'off'`.
   */
  sanitize?: boolean | 'reader' | 'feedparser' | 'off' | undefined;
  /** Whether relative URLs are made absolute. True by default. */
  resolveUrls?: boolean | undefined;
  /** The rules by which the encoding is determined. `'rfc3023'` by default. */
  encodingPolicy?: 'rfc3023' | 'rfc7303' | undefined;
  /** Whether parameters that only tell where a click came from, such as `utm_source`, are removed from URLs. False by default. */
  removeTracking?: boolean | undefined;
  /** Limits on what a document may cost. */
  limits?: Limits | undefined;
}

/** Limits on what a document may cost; the documentation of the Rust library says what each is by default. */
export interface Limits {
  /** Bytes of the document. */
  size?: number | undefined;
  /** Elements within each other. */
  depth?: number | undefined;
  entries?: number | undefined;
  /** Bytes of memory that the result may take. */
  memory?: number | undefined;
  memoryPerByte?: number | undefined;
  /** Bytes that the result may have as JSON. */
  written?: number | undefined;
  /** Bytes that resolved references may add. */
  resolved?: number | undefined;
  /** Bytes that entities may add. */
  expansion?: number | undefined;
  /** The depth of elements that no vocabulary knows. */
  extensions?: number | undefined;
}

export interface FetchOptions extends Options {
  /** What an earlier fetch of the same feed returned: the feed is not sent again if it has not changed. */
  previous?: { etag?: string | undefined; lastModified?: string | undefined } | undefined;
  /** Headers of the request: `options.headers` are not those of the response here. */
  headers?: Iterable<readonly [string, string]> | { [name: string]: string } | undefined;
  /** Cancels the request. */
  signal?: AbortSignal | undefined;
  /** The milliseconds after which the request is cancelled; 30,000 by default. */
  timeout?: number | undefined;
  /** The greatest length of the body in bytes; 32 MiB by default. */
  maxBytes?: number | undefined;
  /** A function in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface Fetched {
  /** The feed; absent if it has not changed, or if the status is one of an error. */
  parsed?: Parsed;
  /** The status of the response. */
  status: number;
  /** Whether the feed has not changed since the earlier fetch. */
  notModified: boolean;
  /** The URL of the feed, after redirects. */
  url: string;
  /** Pass it on as `previous.etag`. */
  etag?: string;
  /** Pass it on as `previous.lastModified`. */
  lastModified?: string;
  /** The header `Retry-After`. */
  retryAfter?: string;
}

export interface ParsedList extends List {
  outlines: Array<Outline>;
  isOpml: boolean;
  /**
   * The feeds. The names of their `folders` take at most four times as many bytes as the document, and 65,536 more: beyond that, feeds
   * have none. The outlines have all of them.
   */
  subscriptions: Array<Required<Subscription>>;
}

/**
 * Makes the module available. Browsers and `bozofeed/slim` need it before the other functions, once; elsewhere it does nothing.
 *
 * @param source A module, a response, bytes or a URL, in place of the file of the package.
 */
export function init(source?: WebAssembly.Module | Response | BufferSource | string | URL | Promise<WebAssembly.Module | Response | BufferSource>): Promise<void>;

/**
 * Parses a feed: RSS, Atom, CDF or JSON Feed. It never throws on a document: see `bozo`, `isFeed` and `faults` of the result. It
 * throws a `TypeError` if the options are wrong.
 */
export function parse(input: Input, options?: Options): Parsed;

/** Parses the body of a response, with its URL and headers. */
export function parseResponse(response: Response, options?: Options): Promise<Parsed>;

/** Reads a stream of Node or of the web, or chunks, and parses what it has read. */
export function parseStream(stream: AsyncIterable<Input> | Iterable<Input> | ReadableStream<Input>, options?: Options): Promise<Parsed>;

/** Parses documents in their order: on Node, Bun and Deno in threads, elsewhere one after the other. */
export function parseMany(documents: AsyncIterable<Input> | Iterable<Input>, options?: Options & { workers?: number | undefined }): AsyncGenerator<Parsed, void, undefined>;

/** Fetches and parses a feed. It rejects if there is no response. */
export function fetchFeed(url: string | URL, options?: FetchOptions): Promise<Fetched>;

/** Lists of subscriptions. */
export const opml: {
  parse(input: Input, options?: Options): ParsedList;
  stringify(list: List): string;
};

