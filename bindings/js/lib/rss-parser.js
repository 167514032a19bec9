// The interface of rss-parser 3, for programs written for it: its fields, read by this package's decoder and a parser that
// tolerates damage. Content is unchanged from the feed, and not sanitized: `bozofeed` itself does that.

import { api } from '#api';
import { withoutTags } from './tags.js';

/** The fields of feeds, items and podcasts that are copied with the first of their values. */
const FEED = [['author', 'creator'], 'author', 'dc:publisher', 'dc:creator', 'dc:source', 'dc:title', 'dc:type', 'title', 'description', 'pubDate',
  'webMaster', 'managingEditor', 'generator', 'link', 'language', 'copyright', 'lastBuildDate', 'docs', 'ttl', 'rating', 'skipHours', 'skipDays'];
const ITEM = [['author', 'creator'], 'dc:creator', 'dc:date', 'dc:language', 'dc:rights', 'dc:source', 'dc:title', 'title', 'link', 'pubDate', 'author', 'summary',
  ['content:encoded', 'content:encoded', { includeSnippet: true }], 'comments'];
const KEPT = ['dc:creator', 'dc:date'];
/** The options of rss-parser. `requestOptions` is for another library, and is ignored. */
const OPTIONS = ['customFields', 'defaultRSS', 'headers', 'maxRedirects', 'requestOptions', 'timeout', 'xml2js'];
const PODCAST_FEED = podcastFields('author', 'subtitle', 'summary', 'explicit');
const PODCAST_ITEM = podcastFields('author', 'subtitle', 'summary', 'explicit', 'duration', 'image', 'episode', 'season', 'keywords', 'episodeType');

function podcastFields(...names) {
  return names.map((name) => [`itunes:${name}`, name]);
}

const snippet = (html) => api.unescape(withoutTags(html)).trim();

/** Returns the text of an element, or the element if it has none. */
const textOf = (element) => element?._ ?? element;

/** Returns the content of an element: its text, or its markup if it has no text. */
function contentOf(element) {
  if (typeof element?._ === 'string') return element._;
  return typeof element === 'object' ? markup('div', element) : element;
}

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Writes an element. The nesting depth of elements is limited by the module. */
function markup(name, element) {
  if (typeof element === 'string') return element ? `<${name}>${escape(element)}</${name}>` : `<${name}/>`;
  const { $ = {}, _ = '', ...children } = element;
  const attributes = Object.entries($).map(([key, value]) => ` ${key}="${escape(value).replace(/"/g, '&quot;')}"`);
  const inside = escape(_) + Object.entries(children).flatMap(([key, list]) => list.map((child) => markup(key, child))).join('');
  return inside ? `<${name}${attributes.join('')}>${inside}</${name}>` : `<${name}${attributes.join('')}/>`;
}

/** Returns the URL of the link with a relation, or else of the link at index `fallback`. */
function linkOf(links, rel, fallback) {
  const found = links?.find((link) => link?.$?.rel === rel) ?? links?.[fallback];
  return found?.$?.href ?? (typeof found === 'string' ? found : undefined);
}

/**
 * Returns an element in the form of xml2js, using the options that change texts, attributes and names. The others change the shape
 * of the tree, so that rss-parser finds nothing, or the parsing of text, which is fixed here.
 */
function shaped(element, name, options) {
  const { emptyTag = '', trim, normalize, normalizeTags, ignoreAttrs, tagNameProcessors = [], attrNameProcessors, attrValueProcessors, valueProcessors } = options;
  const apply = (processors, value, name) => (processors ?? []).reduce((value, process) => process(value, name), value);
  const nameOf = (tag) => apply(normalizeTags ? [(tag) => tag.toLowerCase(), ...tagNameProcessors] : tagNameProcessors, tag);
  const text = (raw) => {
    const trimmed = trim || normalize ? raw.trim() : raw;
    return apply(valueProcessors, normalize ? trimmed.replace(/\s{2,}/g, ' ') : trimmed, name);
  };
  const empty = (raw) => (typeof emptyTag === 'function' ? emptyTag() : emptyTag === '' ? raw : emptyTag);
  if (typeof element === 'string') return /\S/.test(element) ? text(element) : empty(element);
  const { $, _, ...children } = element;
  const made = {};
  if (_ !== undefined) made._ = text(_);
  if ($ && !ignoreAttrs) {
    made.$ = {};
    for (const [key, value] of Object.entries($)) set(made.$, apply(attrNameProcessors, key), apply(attrValueProcessors, value, key));
  }
  for (const [tag, list] of Object.entries(children)) {
    const processed = nameOf(tag);
    // Several names may become one.
    if (!Object.hasOwn(made, processed)) set(made, processed, []);
    for (const child of list) made[processed].push(shaped(child, processed, options));
  }
  const names = Object.keys(made);
  if (names.length === 0) return empty('');
  return names.length === 1 && names[0] === '_' ? made._ : made;
}

/** Sets a member if it has a value. */
function set(target, name, value) {
  // The feed determines some of the names.
  if (value !== undefined) Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

function isoDate(text) {
  const date = new Date(String(text ?? '').trim());
  return text === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Copies fields: `name`, or `[name, other name, options]`. */
function copy(from, to, fields) {
  for (const field of fields) {
    const [name, other = name, { keepArray, includeSnippet } = {}] = Array.isArray(field) ? field : [field];
    const values = Object.hasOwn(from, name) ? from[name] : undefined;
    if (!values) continue;
    if (keepArray) set(to, other, values);
    else set(to, other, typeof values[0] === 'object' && '_' in values[0] ? values[0]._ : values[0]);
    if (includeSnippet && to[other] && typeof to[other] === 'string') set(to, `${other}Snippet`, snippet(to[other]));
  }
}

const withoutPrefix = (fields) => fields.map((name) => (name.startsWith?.('dc:') ? [name, name.slice(3)] : name));

export class Parser {
  static init = api.init;

  constructor(options = {}) {
    const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
    if (unknown) throw new TypeError(api.unknown(unknown, OPTIONS));
    const { feed = [], item = [] } = options.customFields ?? {};
    const headers = { 'User-Agent': 'rss-parser', Accept: 'application/rss+xml', ...options.headers };
    const { timeout, maxRedirects } = options;
    this.options = { ...options, timeout: timeout || 60_000, maxRedirects: maxRedirects || 5, headers, customFields: { feed, item } };
  }

  /** Parses a feed; resolves to its fields, or rejects if it is not a feed. */
  parseString(xml, callback) {
    return settled(async () => this.#build(api.parseTree(xml)), callback);
  }

  /** Fetches and parses a feed. */
  parseURL(url, callback) {
    return settled(async () => {
      const { timeout } = this.options;
      const signal = AbortSignal.timeout(timeout);
      try {
        const response = await this.#fetch(url, signal);
        return this.#build(api.parseTree(await response.arrayBuffer(), { headers: response.headers }));
      } catch (error) {
        throw signal.aborted ? new Error(`Request timed out after ${timeout}ms`) : error;
      }
    }, callback);
  }

  /** Follows redirects, up to a limit. */
  async #fetch(url, signal) {
    const { headers, maxRedirects } = this.options;
    for (let redirects = 0; ; redirects++) {
      let response = await fetch(url, { headers, signal, redirect: 'manual' });
      // Browsers either follow redirects themselves, or not at all.
      if (response.type === 'opaqueredirect') response = await fetch(url, { headers, signal });
      const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
      if (!location && !response.ok) throw new Error(`Status code ${response.status}`);
      if (!location) return response;
      await response.body?.cancel();
      if (redirects === maxRedirects) throw new Error('Too many redirects');
      url = new URL(location, response.url || url).href;
    }
  }

  #build(document) {
    if (Object.keys(document).length === 0 || typeof document === 'string') throw new Error('Unable to parse XML.');
    if (this.options.xml2js) document = shaped(document, '', this.options.xml2js);
    const { feed, rss, 'rdf:RDF': rdf } = Object.fromEntries(Object.entries(document).map(([name, [first]]) => [name, first]));
    if (feed !== undefined) return this.#atom(feed || {});
    const version = rss?.$?.version ?? this.options.defaultRSS?.toString();
    if (rdf !== undefined) return this.#rss(rdf, rdf, rdf?.channel?.[0], false);
    // Any other version is rejected, unless there is a default.
    if (rss !== undefined && (/^(2|0\.9)/.test(version ?? '') || this.options.defaultRSS)) {
      const channel = rss?.channel?.[0];
      return this.#rss(rss, /^0\.9/.test(version) && rss.item ? rss : channel, channel, !/0\.9/.test(version));
    }
    throw new Error('Feed not recognized as RSS 1 or 2.');
  }

  #rss(root, list, channel, mayBePodcast) {
    const from = typeof channel === 'object' && channel ? channel : {};
    const feed = { items: [] };
    const links = from['atom:link'] ?? [];
    set(feed, 'feedUrl', links[0]?.$?.href);
    const image = from.image?.[0];
    if (image?.url) {
      feed.image = {};
      for (const name of ['link', 'url', 'title', 'width', 'height']) set(feed.image, name, image[name]?.[0]);
    }
    const pages = {};
    for (const { $ } of links) if (['self', 'first', 'next', 'prev', 'last'].includes($?.rel)) set(pages, $.rel, $.href);
    if (Object.keys(pages).length) feed.paginationLinks = pages;
    copy(from, feed, withoutPrefix(FEED));
    copy(from, feed, this.options.customFields.feed);
    const isPodcast = mayBePodcast && Boolean(root?.$?.['xmlns:itunes']);
    const items = list?.item ?? [];
    feed.items = items.map((item) => this.#item(typeof item === 'object' ? item : {}, isPodcast));
    if (isPodcast) feed.itunes = podcast(from);
    return feed;
  }

  #item(from, isPodcast) {
    const item = {};
    copy(from, item, withoutPrefix(ITEM));
    copy(from, item, KEPT);
    copy(from, item, this.options.customFields.item);
    if (from.enclosure) set(item, 'enclosure', from.enclosure[0]?.$);
    if (from.description) {
      item.content = contentOf(from.description[0]);
      item.contentSnippet = snippet(item.content);
    }
    if (from.guid) item.guid = textOf(from.guid[0]);
    if (from.$?.['rdf:about']) item['rdf:about'] = from.$['rdf:about'];
    if (from.category) item.categories = from.category;
    set(item, 'isoDate', isoDate(item.pubDate ?? item.date));
    if (isPodcast) {
      item.itunes = {};
      copy(from, item.itunes, PODCAST_ITEM);
      set(item.itunes, 'image', from['itunes:image']?.[0]?.$?.href);
    }
    return item;
  }

  #atom(from) {
    const feed = { items: [] };
    copy(from, feed, this.options.customFields.feed);
    if (from.link) {
      set(feed, 'link', linkOf(from.link, 'alternate', 0));
      set(feed, 'feedUrl', linkOf(from.link, 'self', 1));
    }
    if (from.title) set(feed, 'title', textOf(from.title[0]) || undefined);
    if (from.updated) set(feed, 'lastBuildDate', from.updated[0]);
    feed.items = (from.entry ?? []).map((entry) => this.#entry(typeof entry === 'object' ? entry : {}));
    return feed;
  }

  #entry(from) {
    const item = {};
    copy(from, item, this.options.customFields.item);
    if (from.title) set(item, 'title', textOf(from.title[0]) || undefined);
    if (from.link) set(item, 'link', linkOf(from.link, 'alternate', 0));
    const published = isoDate(from.published?.[0]);
    set(item, 'pubDate', published ?? isoDate(from.updated?.[0]));
    set(item, 'author', from.author?.[0]?.name?.[0]);
    if (from.content) {
      item.content = contentOf(from.content[0]);
      item.contentSnippet = snippet(item.content);
    }
    if (from.summary) item.summary = contentOf(from.summary[0]);
    set(item, 'id', from.id?.[0]);
    set(item, 'isoDate', item.pubDate);
    return item;
  }
}

/** Returns the fields of a podcast. */
function podcast(from) {
  const itunes = {};
  const owner = from['itunes:owner']?.[0];
  if (owner) {
    itunes.owner = {};
    for (const name of ['name', 'email']) set(itunes.owner, name, owner[`itunes:${name}`]?.[0]);
  }
  const image = from['itunes:image']?.[0];
  set(itunes, 'image', image?.$?.href);
  const categories = from['itunes:category']?.filter((category) => category?.$?.text);
  if (categories?.length) {
    const named = (sub) => (sub?.$?.text === undefined ? {} : { name: sub.$.text });
    const subs = (category) => category['itunes:category']?.map(named) ?? null;
    itunes.categories = categories.map((category) => category.$.text);
    itunes.categoriesWithSubs = categories.map((category) => ({ name: category.$.text, subs: subs(category) }));
  }
  const keywords = from['itunes:keywords'];
  if (keywords?.length > 1) itunes.keywords = keywords.map((keyword) => keyword?.$?.text).filter(Boolean);
  else if (keywords) {
    const [one] = keywords;
    itunes.keywords = (typeof one === 'string' ? one : (one?.$?.text ?? one?._ ?? '')).split(',');
  }
  copy(from, itunes, PODCAST_FEED);
  return itunes;
}

/** Calls a callback, if there is one, in a separate task: its exceptions are its own, not errors of the feed. */
function settled(action, callback) {
  const promise = action();
  if (!callback) return promise;
  return promise.then(
    (feed) => void setTimeout(() => callback(null, feed)),
    (error) => void setTimeout(() => callback(error)),
  );
}

export const { init } = api;
export default Parser;
