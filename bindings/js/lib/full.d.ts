/** Parses a feed into the whole model. */
export function parseModel(input: Input, options?: Options): model.Parsed;

/** Returns the feeds of a web page, most likely first. */
export function discover(page: Input, options?: Options): Array<FoundFeed>;

/** Checks a feed against the rules of its format and of good practice. */
export function check(input: Input, options?: Options): Array<Finding>;

/**
 * Returns an HTML page about a document, which runs no scripts and loads nothing: the findings in their lines, the steps that
 * determined the encoding, the element that each value comes from, and the entries as readers show them. `name` is the name of the
 * document, by default its URL.
 */
export function report(input: Input, options?: Options & { name?: string | undefined }): string;

export interface WriteOptions {
  /** The URL where the feed will be published. */
  feedUrl?: string | URL | undefined;
  /** The date of entries without a date, in a feed without a date. Atom requires one. */
  fallbackDate?: string | Date | undefined;
  /** The number of spaces for each level of indentation, 0 to 16; 2 by default. */
  indent?: number | undefined;
  /** The maximum number of entries. */
  entries?: number | undefined;
  /** The policy for markup, as in `Options`. */
  sanitize?: boolean | 'reader' | 'feedparser' | 'off' | undefined;
  /** Whether values that the format cannot express are kept in namespaces that only this library reads. False by default. */
  keepEverything?: boolean | undefined;
  /** The URL of a style sheet for RSS and Atom in browsers: CSS, or else XSLT. */
  stylesheet?: string | URL | undefined;
}

/** A value set by a program: null removes it. */
type Given<T> = T | null | undefined;

/** A date set by a program, in any format that occurs in feeds. */
type GivenDate = string | Date;

/** The values of a vocabulary set by a program: a number in place of `{ value: 3 }`, a string in place of a text, optional members remain optional. */
type Values<T> = T extends object ? ([keyof T] extends ['raw' | 'value'] ? T | (T extends model.Typed<infer V> ? V : never) : ValuesOf<T>) : T;
type ValuesOf<T> = T extends model.Text ? string | T : T extends ReadonlyArray<infer E> ? ReadonlyArray<Values<E>> : T extends object ? { [K in keyof T]?: Values<T[K]> | null | undefined } : T;

/** An element of another namespace. */
export interface ExtensionData {
  /** The name, with a prefix from `namespaces`: `tide:height`. */
  name: string;
  /** The prefix, if the name has none. */
  prefix?: Given<string>;
  /** The namespace, if the prefix is not in `namespaces`. */
  namespace?: Given<string>;
  text?: Given<string>;
  attributes?: Given<{ [name: string]: string }>;
  children?: Given<ReadonlyArray<ExtensionData>>;
  /** The value of a JSON Feed member, as JSON. */
  json?: Given<string>;
}

/** A category: its name, or an object of the model. Podcast categories have the scheme `http://www.itunes.com/`. */
export type CategoryData = string | { term: string; scheme?: Given<string>; label?: Given<string>; parent?: Given<string> };

export type AuthorData = string | { name?: Given<string>; email?: Given<string>; url?: Given<string | URL> };

/** The plain fields of a feed, as returned by `parse` and accepted by `create`. */
export interface FeedData {
  /** The title, as plain text. */
  title?: Given<string>;
  /** The page of the feed. */
  link?: Given<string | URL>;
  /** The URL of the feed itself. */
  url?: Given<string | URL>;
  id?: Given<string>;
  /** The description, as plain text. */
  description?: Given<string>;
  language?: Given<string>;
  /** The date of the last change. */
  date?: Given<GivenDate>;
  authors?: Given<ReadonlyArray<AuthorData>>;
  categories?: Given<ReadonlyArray<CategoryData>>;
  image?: Given<string | URL>;
  icon?: Given<string | URL>;
  rights?: Given<string>;
  generator?: Given<string>;
  /** The number of minutes for which a copy may be kept. */
  ttl?: Given<number>;
  /** The URL of the hub (`WebSub`). */
  hub?: Given<string | URL>;
  next?: Given<string | URL>;
  newUrl?: Given<string | URL>;
  podcast?: Given<Values<model.Podcast>>;
  itunes?: Given<Values<model.Itunes>>;
  extensions?: Given<ReadonlyArray<ExtensionData>>;
}

/** The plain fields of an entry, as returned by `parse` and accepted by `create`. */
export interface ItemData {
  /** The title, as plain text. */
  title?: Given<string>;
  /** The page of the entry. */
  link?: Given<string | URL>;
  id?: Given<string>;
  /** The date of publication. */
  date?: Given<GivenDate>;
  /** The date of the last change. */
  updated?: Given<GivenDate>;
  /** The content as HTML, which is sanitized when it is written. */
  html?: Given<string>;
  /** The content as plain text, if there is no `html`. */
  text?: Given<string>;
  /** The summary, as plain text. */
  summary?: Given<string>;
  authors?: Given<ReadonlyArray<AuthorData>>;
  categories?: Given<ReadonlyArray<CategoryData>>;
  enclosures?: Given<ReadonlyArray<{ url?: Given<string | URL>; type?: Given<string>; length?: Given<number>; title?: Given<string>; duration?: Given<number> }>>;
  image?: Given<string | URL>;
  /** The duration in seconds. */
  duration?: Given<number>;
  language?: Given<string>;
  comments?: Given<string | URL>;
  podcast?: Given<Values<model.Podcast>>;
  itunes?: Given<Values<model.Itunes>>;
  media?: Given<Values<model.Media>>;
  extensions?: Given<ReadonlyArray<ExtensionData>>;
  /** Only for parsed entries: derived from the other values, and not written. */
  identity?: Given<string>;
}

/** A result of `parse`, or a copy of one. Entries may be added, changed, moved and left out. */
export interface ParsedData {
  feed: FeedData;
  entries: ReadonlyArray<ItemData>;
}

/** A feed created by a program. */
export interface NewFeed extends FeedData {
  items?: ReadonlyArray<ItemData> | undefined;
  /** The namespaces of extensions, by prefix. */
  namespaces?: { [prefix: string]: string } | undefined;
}

/** A value that cannot be written. */
export declare class WriteError extends TypeError {
  /** The place of the value: `entries[0].date`. */
  readonly path: string;
  /** A name for the reason: `invalid`, `unknown`, `read_only`, `missing_date`, `not_a_feed`, or the name of a loss, such as `script_url`. */
  readonly reason: string;
}

/**
 * Writes a feed as a valid document: a result of `parse` or `parseModel` with the changes made by a program, or a copy of one. Values
 * missing from the view are also written, if the entry is from a result, or is a copy made with `{ ...entry }`. Throws a `WriteError`
 * if a value cannot be written.
 */
export function write(parsed: ParsedData | model.Parsed, format: 'atom' | 'rss' | 'json', options?: WriteOptions): string;

/** Writes a feed created by a program. Throws a `WriteError` if a value cannot be written. */
export function create(feed: NewFeed, format: 'atom' | 'rss' | 'json', options?: WriteOptions): string;

/** All functions in one object, for programs that pass them on. */
export const api: {
  readonly init: typeof init;
  readonly parse: typeof parse;
  readonly parseModel: typeof parseModel;
  readonly parseResponse: typeof parseResponse;
  readonly parseStream: typeof parseStream;
  readonly parseMany: typeof parseMany;
  readonly fetchFeed: typeof fetchFeed;
  readonly discover: typeof discover;
  readonly check: typeof check;
  readonly report: typeof report;
  readonly opml: typeof opml;
  readonly write: typeof write;
  readonly create: typeof create;
  readonly WriteError: typeof WriteError;
};

