/** A document: text, or the original bytes from a server or a file. */
export type Input = string | Uint8Array | ArrayBuffer | ArrayBufferView;

export interface Options {
  /** The URL of the document, to resolve relative URLs. */
  url?: string | URL | undefined;
  /** The headers of the response, which determine the encoding of bytes. */
  headers?: Iterable<readonly [string, string]> | { [name: string]: string } | undefined;
  /** The media type of the response, overriding the headers. */
  contentType?: string | undefined;
  /**
   * The policy for markup: `'reader'` keeps everything needed for articles, `'feedparser'` keeps the same as Universal Feed Parser,
   * and `'off'` keeps everything: only use it for trusted feeds. `true`, the default, means `'reader'`, and `false` means `'off'`.
   */
  sanitize?: boolean | 'reader' | 'feedparser' | 'off' | undefined;
  /** Whether relative URLs are made absolute. True by default. */
  resolveUrls?: boolean | undefined;
  /** The rules for determining the encoding. `'rfc3023'` by default. */
  encodingPolicy?: 'rfc3023' | 'rfc7303' | undefined;
  /** Whether parameters that only track the origin of a click, such as `utm_source`, are removed from URLs. False by default. */
  removeTracking?: boolean | undefined;
  /** Limits on the cost of a document. */
  limits?: Limits | undefined;
}

/** Limits on the cost of a document; the documentation of the Rust library states their defaults. */
export interface Limits {
  /** The size of the document in bytes. */
  size?: number | undefined;
  /** The nesting depth of elements. */
  depth?: number | undefined;
  entries?: number | undefined;
  /** Bytes of memory that the result may use. */
  memory?: number | undefined;
  memoryPerByte?: number | undefined;
  /** The size of the result as JSON in bytes. */
  written?: number | undefined;
  /** Bytes that resolved references may add. */
  resolved?: number | undefined;
  /** Bytes that entities may add. */
  expansion?: number | undefined;
  /** The nesting depth of elements outside known vocabularies. */
  extensions?: number | undefined;
}

export interface FetchOptions extends Options {
  /** The result of an earlier fetch of the same feed: the feed is not sent again if it has not changed. */
  previous?: { etag?: string | undefined; lastModified?: string | undefined } | undefined;
  /** Headers of the request. (Here, `options.headers` are not the headers of the response.) */
  headers?: Iterable<readonly [string, string]> | { [name: string]: string } | undefined;
  /** Cancels the request. */
  signal?: AbortSignal | undefined;
  /** The milliseconds after which the request is cancelled; 30,000 by default. */
  timeout?: number | undefined;
  /** The maximum size of the body in bytes; 32 MiB by default. */
  maxBytes?: number | undefined;
  /** A replacement for the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface Fetched {
  /** The feed; absent if it has not changed, or if the status is an error. */
  parsed?: Parsed;
  /** The status of the response. */
  status: number;
  /** Whether the feed has not changed since the earlier fetch. */
  notModified: boolean;
  /** The URL of the feed, after redirects. */
  url: string;
  /** Pass this as `previous.etag`. */
  etag?: string;
  /** Pass this as `previous.lastModified`. */
  lastModified?: string;
  /** The header `Retry-After`. */
  retryAfter?: string;
}

export interface ParsedList extends List {
  outlines: Array<Outline>;
  isOpml: boolean;
  /**
   * The feeds. The names of their `folders` take at most four times as many bytes as the document, plus 65,536: feeds beyond this
   * limit have none. The outlines always have all of them.
   */
  subscriptions: Array<{ [K in keyof Subscription]-?: NonNullable<Subscription[K]> }>;
}

/** A compiled module: a `WebAssembly.Module`, if its type is declared. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;

/** The argument of `init`: a module, a response, or bytes. */
type ModuleSource = CompiledModule | Response | ArrayBuffer | ArrayBufferView;

/**
 * Loads the module. Browsers and `bozofeed/slim` need this once before the other functions; elsewhere, it does nothing.
 *
 * @param source A module, a response, bytes or a URL, in place of the file of the package.
 */
export function init(source?: ModuleSource | string | URL | Promise<ModuleSource>): Promise<void>;

/**
 * Parses a feed: RSS, Atom, CDF or JSON Feed. It never throws because of a document: see `bozo`, `isFeed` and `faults` of the result.
 * It throws a `TypeError` if the options are invalid.
 */
export function parse(input: Input, options?: Options): Parsed;

/** Parses the body of a response, using its URL and headers. */
export function parseResponse(response: Response, options?: Options): Promise<Parsed>;

/** Reads a stream of Node or of the web, or chunks, and parses the content. */
export function parseStream(stream: AsyncIterable<Input> | Iterable<Input> | ReadableStream<Input>, options?: Options): Promise<Parsed>;

/** Parses documents in order: on Node, Bun and Deno in threads, elsewhere one after the other. */
export function parseMany(documents: AsyncIterable<Input> | Iterable<Input>, options?: Options & { workers?: number | undefined }): AsyncGenerator<Parsed, void, undefined>;

/** Fetches and parses a feed. It rejects if there is no response. */
export function fetchFeed(url: string | URL, options?: FetchOptions): Promise<Fetched>;

/** Subscription lists. */
export const opml: {
  parse(input: Input, options?: Options): ParsedList;
  stringify(list: List): string;
};

