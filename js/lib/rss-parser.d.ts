export interface ParserOptions {
  /** More elements to return: `name`, or `[name, other name, options]`. */
  customFields?: { feed?: ReadonlyArray<CustomField>; item?: ReadonlyArray<CustomField> };
  /** The version of RSS for documents that give none, or another one. */
  defaultRSS?: number;
  /** Headers of requests. */
  headers?: { [name: string]: string };
  /** The milliseconds after which a request is cancelled. */
  timeout?: number;
}

export type CustomField = string | readonly [name: string, other: string, options?: { keepArray?: boolean; includeSnippet?: boolean }];

export interface Item {
  title?: string;
  link?: string;
  guid?: string;
  pubDate?: string;
  isoDate?: string;
  creator?: string;
  author?: string;
  summary?: string;
  /** As the feed wrote it: not sanitized. */
  content?: string;
  contentSnippet?: string;
  categories?: Array<string>;
  enclosure?: { url: string; length?: string; type?: string };
  itunes?: { [name: string]: any };
  [name: string]: any;
}

export interface Output {
  items: Array<Item>;
  title?: string;
  description?: string;
  link?: string;
  feedUrl?: string;
  image?: { link?: string; url: string; title?: string };
  paginationLinks?: { self?: string; first?: string; next?: string; last?: string; prev?: string };
  itunes?: { [name: string]: any };
  [name: string]: any;
}

/** Makes the module available in browsers: see `init` of `bozofeed`. Elsewhere it does nothing. */
export function init(): Promise<void>;

/** The interface of rss-parser 3. */
export declare class Parser {
  constructor(options?: ParserOptions);
  parseString(xml: string | Uint8Array | ArrayBuffer, callback?: (error: Error | null, feed?: Output) => void): Promise<Output>;
  parseURL(url: string, callback?: (error: Error | null, feed?: Output) => void): Promise<Output>;
}

export default Parser;
