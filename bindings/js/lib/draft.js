// Results changed by a program, and feeds created by it, in the module's input format: each part is the parsed one, with the
// values that differ from it.

export const FORMATS = ['atom', 'rss', 'json'];

/** A value that cannot be written: `path` is its place, and `reason` a name for programs. */
export class WriteError extends TypeError {
  constructor(path, message, reason = 'invalid') {
    super(path ? `${path}: ${message}` : message);
    this.name = 'WriteError';
    this.path = path;
    this.reason = reason;
  }

  static of({ path, message, reason }) {
    return new WriteError(path, message, reason);
  }
}

/** Formats a value for a message. */
export function shown(value) {
  if (typeof value === 'string') return `'${value}'`;
  if (isObject(value)) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

/**
 * The sources of feeds and entries. Those of a view are also found by their list of extensions, which is shared by a copy made
 * with `...`, so that values missing from the view are not lost.
 */
const origins = new WeakMap();

export function trace(parsed, source) {
  const { feed, entries } = parsed;
  const whole = { source };
  origins.set(parsed, whole);
  origins.set(feed.extensions, whole);
  for (let index = 0; index < entries.length; index++) origins.set(entries[index].extensions, { source, index });
}

export function traceModel(model, source) {
  const whole = { source };
  origins.set(model, whole);
  origins.set(model.feed, whole);
  model.entries.forEach((entry, index) => origins.set(entry, { source, index }));
  return model;
}

const isObject = (value) => typeof value === 'object' && value !== null;
const originOf = (...keys) => keys.filter(isObject).map((key) => origins.get(key)).find(Boolean);
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const LONGEST_PATH = 200;

/** Returns data as JSON for the module. Lone surrogates become U+FFFD, as in a document. */
export function jsonOf(value) {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return json;
  // Every escape is matched, so that an escaped backslash is not mistaken for the start of one.
  return json.replace(/\\(ud[89a-f][0-9a-f]{2}|[^])/g, (escape, code) => (code.length > 1 ? '\ufffd' : escape));
}

/** Returns plain data: dates and URLs become strings, and other objects are errors. */
export function plain(value, path, depth = 0) {
  const refuse = (message) => {
    throw new WriteError(path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path, message);
  };
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse(`${value} is not a finite number`);
  if (!isObject(value)) return refuse(`${shown(value)} is not data`);
  if (depth > 100) return refuse('it is nested too deeply');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? refuse('the date is invalid') : value.toISOString();
  if (value instanceof URL) return value.href;
  if (Array.isArray(value)) return value.map((element, at) => plain(element, `${path}[${at}]`, depth + 1) ?? null);
  if (value instanceof Map || value instanceof Set || value instanceof Promise || ArrayBuffer.isView(value)) return refuse('it is not plain data');
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member, path ? `${path}.${name}` : name, depth + 1)]));
}

/** The members of results that describe the parsed document. */
const OF_VIEW = ['version', 'isFeed', 'bozo', 'wellFormed', 'faults', 'faultCount', 'encoding'];
const OF_MODEL = ['version', 'encoding', 'codec', 'bozo', 'well_formed', 'faults', 'fault_count', 'warnings', 'trail'];
/** The members that a program may change. */
const WRITTEN = ['feed', 'entries', 'namespaces'];

/** The results of parsing the sources again, each once. */
class Sources {
  #read;
  #views = new Map();
  #models = new Map();
  #indices = new Map();

  constructor(read) {
    this.#read = read;
  }

  view(source) {
    if (!this.#views.has(source)) this.#views.set(source, this.#read.view(source));
    return this.#views.get(source);
  }

  model(source) {
    if (!this.#models.has(source)) this.#models.set(source, this.#read.model(source));
    return this.#models.get(source);
  }

  /** Returns the index of the entry with an identity, if there is only one. */
  indexOf(source, identity) {
    if (!this.#indices.has(source)) {
      const indices = new Map();
      this.view(source).entries.forEach((entry, index) => indices.set(entry.identity, indices.has(entry.identity) ? undefined : index));
      this.#indices.set(source, indices);
    }
    return this.#indices.get(source).get(identity);
  }

  /** Returns the namespaces of all sources, each prefix once. */
  namespaces(own = []) {
    const all = [...own, ...[...this.#models.values()].flatMap((model) => model.namespaces)];
    return [...new Map(all.reverse())].reverse();
  }
}

/** Returns a view or a model in the module's input format. */
export function draftOf(parsed, read) {
  if (!isObject(parsed?.feed) || !Array.isArray(parsed.entries)) {
    throw new TypeError(`write() takes a result of parse() or parseModel(), with its feed and its list of entries, not ${shown(parsed)}`);
  }
  const sources = new Sources(read);
  const isModel = typeof parsed.well_formed === 'boolean';
  const origin = originOf(parsed, parsed.feed, parsed.feed.extensions);
  const base = origin && (isModel ? sources.model(origin.source) : sources.view(origin.source));
  const known = isModel ? OF_MODEL : OF_VIEW;
  for (const [name, value] of Object.entries(parsed)) {
    if (isModel ? WRITTEN.includes(name) : name === 'feed' || name === 'entries') continue;
    if (!known.includes(name)) {
      const message = read.unknown(name, [...WRITTEN.slice(0, isModel ? 3 : 2), ...known]).slice(`${name}: `.length);
      throw new WriteError(name, message.replace('option', 'name'), 'unknown');
    }
    if (base && !isSame(plain(value, name), base[name])) throw new WriteError(name, 'it describes the document that was read, and is not written', 'read_only');
  }
  const part = (value, path, own) => (isModel ? partOfModel : partOfView)(sources, plain(value, path) ?? {}, path, own);
  const feed = part(parsed.feed, 'feed', origin);
  // A copy of a result has members that only results have.
  if (!origin && typeof parsed.wellFormed === 'boolean') feed.isCopy = true;
  const entries = parsed.entries.map((entry, at) => {
    if (!isObject(entry)) throw new WriteError(`entries[${at}]`, `${shown(entry)} is not an entry`);
    return part(entry, `entries[${at}]`, entryOrigin(sources, entry, origin, isModel));
  });
  const namespaces = isModel ? parsed.namespaces : sources.namespaces();
  return { feed, entries, namespaces, bozo: isModel ? parsed.bozo : origin && sources.model(origin.source).bozo };
}

/** Returns the source of an entry. A copy may only be recognizable by its identity. */
function entryOrigin(sources, entry, origin, isModel) {
  const own = originOf(entry, entry.extensions);
  if (own?.index !== undefined || isModel || !origin || entry.identity === undefined) return own;
  const index = sources.indexOf(origin.source, entry.identity);
  return index === undefined ? undefined : { source: origin.source, index };
}

function partOfModel(sources, model, path, origin) {
  if (!origin) return { model, isCopy: true };
  const read = sources.model(origin.source);
  return { model, base: origin.index === undefined ? read.feed : read.entries[origin.index] };
}

function partOfView(sources, value, path, origin) {
  if (!origin) {
    const { identity, text, ...data } = value;
    if (text !== undefined && data.html === undefined) data.text = text;
    return { data, isCopy: identity !== undefined };
  }
  const { index } = origin;
  const [view, model] = [sources.view(origin.source), sources.model(origin.source)];
  const [read, base] = index === undefined ? [view.feed, model.feed] : [view.entries[index], model.entries[index]];
  const names = new Set([...Object.keys(read), ...Object.keys(value)]);
  const changed = [...names].filter((name) => !isSame(value[name], read[name]));
  const data = Object.fromEntries(changed.map((name) => [name, value[name] ?? null]));
  // The text is derived from the markup, unless it replaces the markup.
  if (data.html === null && typeof data.text === 'string') delete data.html;
  else if ('html' in data) delete data.text;
  if (data.identity) throw new WriteError(`${path}.identity`, 'it is made of the other values, and is not written: change the id', 'read_only');
  delete data.identity;
  return { data, base };
}

/** Returns a feed created by a program in the module's input format. */
export function made(data, read) {
  if (!isObject(data) || Array.isArray(data)) throw new TypeError(`create() takes an object with a title and items, not ${shown(data)}`);
  const { items = [], namespaces, ...feed } = data;
  if (!Array.isArray(items)) throw new WriteError('items', `${shown(items)} is not a list`);
  const sources = new Sources(read);
  const entries = items.map((item, at) => {
    if (!isObject(item)) throw new WriteError(`items[${at}]`, `${shown(item)} is not an item`);
    return partOfView(sources, plain(item, `items[${at}]`), `items[${at}]`, originOf(item, item.extensions));
  });
  const own = Object.entries(plain(namespaces, 'namespaces') ?? {});
  const wrong = own.find(([, uri]) => typeof uri !== 'string');
  if (wrong) throw new WriteError(`namespaces.${wrong[0]}`, `${shown(wrong[1])} is not a string`);
  return { feed: { data: plain(feed, '') }, entries, namespaces: sources.namespaces(own), isMade: true };
}
