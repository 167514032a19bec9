// The types of rss-parser 3. `build.mjs` generates the types for `require` from them.

declare class Parser<T = { [name: string]: any }, U = { [name: string]: any }> {
  constructor(options?: Parser.ParserOptions<T, U>);
  /** Parses a feed; rejects other documents. */
  parseString(xml: string | Uint8Array | ArrayBuffer): Promise<T & Parser.Output<U>>;
  parseString(xml: string | Uint8Array | ArrayBuffer, callback: Parser.Callback<T, U>): Promise<void>;
  /** Fetches and parses a feed. */
  parseURL(url: string): Promise<T & Parser.Output<U>>;
  parseURL(url: string, callback: Parser.Callback<T, U>): Promise<void>;
}

declare namespace Parser {
  type Callback<T, U> = (error: Error | null, feed: T & Output<U>) => void;

  /** A field: its name, or `[name, other name, options]`. */
  type CustomField<F> = keyof F | readonly [name: string, other: keyof F | string, options?: CustomFieldOptions] | readonly (string | CustomFieldOptions)[];

  interface CustomFieldOptions {
    readonly keepArray?: boolean;
    readonly includeSnippet?: boolean;
  }

  interface CustomFields<T, U> {
    readonly feed?: ReadonlyArray<CustomField<T>>;
    readonly item?: ReadonlyArray<CustomField<U>>;
  }

  interface ParserOptions<T = { [name: string]: any }, U = { [name: string]: any }> {
    /** More elements to return. */
    readonly customFields?: CustomFields<T, U>;
    /** The version of RSS to assume for documents that have none, or another one. */
    readonly defaultRSS?: number;
    /** Headers of requests. */
    readonly headers?: { readonly [name: string]: string };
    /** The milliseconds after which a request is cancelled; 60,000 by default. */
    readonly timeout?: number;
    /** The maximum number of redirects; 5 by default. */
    readonly maxRedirects?: number;
    /** Options of xml2js, the XML parser of rss-parser. */
    readonly xml2js?: Xml2jsOptions;
    /** Ignored: it is for the HTTP client of rss-parser. */
    readonly requestOptions?: unknown;
  }

  type Processor = (value: string, name?: string) => unknown;

  /** The options of xml2js that change texts, attributes or names. The others are ignored. */
  interface Xml2jsOptions {
    /** The value of an element without content; `''` by default. */
    readonly emptyTag?: unknown;
    /** Whether white space around texts is removed. */
    readonly trim?: boolean;
    /** Whether white space within texts is collapsed. */
    readonly normalize?: boolean;
    /** Whether the names of elements are converted to lower case. */
    readonly normalizeTags?: boolean;
    /** Whether attributes are ignored. */
    readonly ignoreAttrs?: boolean;
    readonly tagNameProcessors?: ReadonlyArray<(name: string) => string>;
    readonly attrNameProcessors?: ReadonlyArray<(name: string) => string>;
    readonly valueProcessors?: readonly Processor[];
    readonly attrValueProcessors?: readonly Processor[];
    readonly [other: string]: unknown;
  }

  interface Enclosure {
    url: string;
    length?: string;
    type?: string;
  }

  interface Item {
    title?: string;
    link?: string;
    guid?: string;
    id?: string;
    pubDate?: string;
    isoDate?: string;
    creator?: string;
    author?: string;
    summary?: string;
    /** Unchanged from the feed: not sanitized. */
    content?: string;
    contentSnippet?: string;
    categories?: string[];
    enclosure?: Enclosure;
    itunes?: { [name: string]: any };
  }

  interface PaginationLinks {
    self?: string;
    first?: string;
    next?: string;
    last?: string;
    prev?: string;
  }

  interface Output<U = { [name: string]: any }> {
    items: (U & Item)[];
    title?: string;
    description?: string;
    link?: string;
    feedUrl?: string;
    image?: { link?: string; url: string; title?: string; width?: string; height?: string };
    paginationLinks?: PaginationLinks;
    itunes?: { [name: string]: any; image?: string; owner?: { name?: string; email?: string }; author?: string; summary?: string; explicit?: string; categories?: string[]; keywords?: string[] };
  }

  /** Loads the module in browsers: see `init` of `bozofeed`. Elsewhere, it does nothing. */
  function init(): Promise<void>;
}
