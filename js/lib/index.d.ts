/** A document: text, or bytes as they came from a server or a file. */
export type Input = string | Uint8Array | ArrayBuffer | ArrayBufferView;

export interface Options {
  /** The URL of the document, to resolve relative URLs. */
  url?: string;
  /** The headers of the response: they decide about the encoding of bytes. */
  headers?: Iterable<readonly [string, string]> | { [name: string]: string };
  /** The media type of the response, in place of that of the headers. */
  contentType?: string;
  /**
   * The policy for markup: `'reader'` keeps what articles need, `'feedparser'` what Universal Feed Parser keeps, and `'off'`
   * everything: only for feeds that are trusted. `true`, which is the default, is `'reader'`, and `false` is `'off'`.
   */
  sanitize?: boolean | 'reader' | 'feedparser' | 'off';
  /** Whether relative URLs are made absolute. True by default. */
  resolveUrls?: boolean;
  /** The rules by which the encoding is determined. `'rfc3023'` by default. */
  encodingPolicy?: 'rfc3023' | 'rfc7303';
  /** Limits on what a document may cost, such as `entries`, `size` (bytes), `depth` or `memory`. */
  limits?: { [name: string]: number };
}

export interface WriteOptions {
  /** The URL at which the feed will be found. */
  feedUrl?: string;
  /** The date of entries that have none, in a feed that has none (ISO 8601). Atom requires one. */
  fallbackDate?: string;
  /** The number of spaces by which elements or members are indented, 0 to 16; 2 by default. */
  indent?: number;
  /** The greatest number of entries. */
  entries?: number;
}

export interface FetchOptions extends Options {
  /** What an earlier fetch of the same feed returned: the feed is not sent again if it has not changed. */
  previous?: { etag?: string; lastModified?: string };
  /** Headers of the request: `options.headers` are not those of the response here. */
  headers?: Iterable<readonly [string, string]> | { [name: string]: string };
  /** Cancels the request. */
  signal?: AbortSignal;
  /** The milliseconds after which the request is cancelled; 30,000 by default. */
  timeout?: number;
  /** The greatest length of the body in bytes; 32 MiB by default. */
  maxBytes?: number;
  /** A function in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
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

/** Parses a feed into the whole model. */
export function parseModel(input: Input, options?: Options): model.Parsed;

/** Parses the body of a response, with its URL and headers. */
export function parseResponse(response: Response, options?: Options): Promise<Parsed>;

/** Reads a stream of Node or of the web, or chunks, and parses what it has read. */
export function parseStream(stream: AsyncIterable<Input> | Iterable<Input> | ReadableStream<Input>, options?: Options): Promise<Parsed>;

/** Parses documents in their order: on Node, Bun and Deno in threads, elsewhere one after the other. */
export function parseMany(documents: AsyncIterable<Input> | Iterable<Input>, options?: Options & { workers?: number }): AsyncGenerator<Parsed, void, undefined>;

/** Fetches and parses a feed. It rejects if there is no response. */
export function fetchFeed(url: string | URL, options?: FetchOptions): Promise<Fetched>;

/** Returns the feeds of a web page, the likeliest first. */
export function discover(page: Input, options?: Options): Array<FoundFeed>;

/** Checks a feed against the rules of its format and of good practice. */
export function check(input: Input, options?: Options): Array<Finding>;

/**
 * Returns a page about a document, which runs nothing and loads nothing: the findings in their lines, the steps by which the
 * encoding was found, the element that each value comes from, and the entries as readers show them. `name` is that of the
 * document; by default, its URL.
 */
export function report(input: Input, options?: Options & { name?: string }): string;

/** Lists of subscriptions. */
export const opml: {
  parse(input: Input, options?: Options): ParsedList;
  stringify(list: List): string;
};

/** Writes a feed as a valid document. Takes a result of `parse` or `parseModel`. */
export function write(parsed: Parsed | model.Parsed, format: 'atom' | 'rss' | 'json', options?: WriteOptions): string;

