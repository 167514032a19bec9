/** Parses a feed into the whole model. */
export function parseModel(input: Input, options?: Options): model.Parsed;

/** Returns the feeds of a web page, the likeliest first. */
export function discover(page: Input, options?: Options): Array<FoundFeed>;

/** Checks a feed against the rules of its format and of good practice. */
export function check(input: Input, options?: Options): Array<Finding>;

/**
 * Returns a page about a document, which runs nothing and loads nothing: the findings in their lines, the steps by which the
 * encoding was found, the element that each value comes from, and the entries as readers show them. `name` is that of the
 * document; by default, its URL.
 */
export function report(input: Input, options?: Options & { name?: string | undefined }): string;

export interface WriteOptions {
  /** The URL at which the feed will be found. */
  feedUrl?: string | URL | undefined;
  /** The date of entries that have none, in a feed that has none. Atom requires one. */
  fallbackDate?: string | Date | undefined;
  /** The number of spaces by which elements or members are indented, 0 to 16; 2 by default. */
  indent?: number | undefined;
  /** The greatest number of entries. */
  entries?: number | undefined;
  /** The policy for markup, as in `Options`. */
  sanitize?: boolean | 'reader' | 'feedparser' | 'off' | undefined;
  /** Whether values for which the format has no place are kept in namespaces that only this library reads. False by default. */
  keepEverything?: boolean | undefined;
  /** The URL of a style sheet by which browsers show RSS and Atom: CSS, or else XSLT. */
  stylesheet?: string | URL | undefined;
}

/** A value that a program gives: null removes it. */
type Given<T> = T | null | undefined;

/** A date that a program gives: in any form that feeds write. */
type GivenDate = string | Date;

/** The values of a vocabulary as a program gives them: a number in place of `{ value: 3 }`, a string in place of a text, nothing optional required. */
type Values<T> = T extends object ? ([keyof T] extends ['raw' | 'value'] ? T | (T extends model.Typed<infer V> ? V : never) : ValuesOf<T>) : T;
type ValuesOf<T> = T extends model.Text ? string | T : T extends ReadonlyArray<infer E> ? ReadonlyArray<Values<E>> : T extends object ? { [K in keyof T]?: Values<T[K]> | null | undefined } : T;

/** An element of another namespace. */
export interface ExtensionData {
  /** The name, with a prefix of `namespaces`: `tide:height`. */
  name: string;
  /** The prefix, if the name has none. */
  prefix?: Given<string>;
  /** The namespace, if the prefix is not one of `namespaces`. */
  namespace?: Given<string>;
  text?: Given<string>;
  attributes?: Given<{ [name: string]: string }>;
  children?: Given<ReadonlyArray<ExtensionData>>;
  /** The value of a member of a JSON Feed, as JSON. */
  json?: Given<string>;
}

/** A category: its name, or all that the model has of one. Those of a podcast have the scheme `http://www.itunes.com/`. */
export type CategoryData = string | { term: string; scheme?: Given<string>; label?: Given<string>; parent?: Given<string> };

export type AuthorData = string | { name?: Given<string>; email?: Given<string>; url?: Given<string | URL> };

/** The plain fields of a feed, as `parse` returns them and `create` takes them. */
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
  /** The minutes for which a copy may be kept. */
  ttl?: Given<number>;
  /** The URL of the hub (`WebSub`). */
  hub?: Given<string | URL>;
  next?: Given<string | URL>;
  newUrl?: Given<string | URL>;
  podcast?: Given<Values<model.Podcast>>;
  itunes?: Given<Values<model.Itunes>>;
  extensions?: Given<ReadonlyArray<ExtensionData>>;
}

/** The plain fields of an entry, as `parse` returns them and `create` takes them. */
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
  /** The content as HTML, which is sanitized where it is written. */
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
  /** Of an entry that was parsed: it is made of the other values, and not written. */
  identity?: Given<string>;
}

/** A result of `parse`, or a copy of one. Entries may be added, changed, moved and left out. */
export interface ParsedData {
  feed: FeedData;
  entries: ReadonlyArray<ItemData>;
}

/** A feed of a program's own. */
export interface NewFeed extends FeedData {
  items?: ReadonlyArray<ItemData> | undefined;
  /** The namespaces of extensions, by their prefixes. */
  namespaces?: { [prefix: string]: string } | undefined;
}

/** A value that cannot be written. */
export declare class WriteError extends TypeError {
  /** The place of the value: `entries[0].date`. */
  readonly path: string;
  /** A word for the reason: `invalid`, `unknown`, `read_only`, `missing_date`, `not_a_feed`, or that of a loss, such as `script_url`. */
  readonly reason: string;
}

/**
 * Writes a feed as a valid document: a result of `parse` or `parseModel` with the changes that a program made, or a copy of one. What
 * the view does not show of an entry is written as well, if the entry is of a result, or a copy of it with `{ ...entry }`. Throws a
 * `WriteError` if a value cannot be written.
 */
export function write(parsed: ParsedData | model.Parsed, format: 'atom' | 'rss' | 'json', options?: WriteOptions): string;

/** Writes a feed of a program's own data. Throws a `WriteError` if a value cannot be written. */
export function create(feed: NewFeed, format: 'atom' | 'rss' | 'json', options?: WriteOptions): string;

