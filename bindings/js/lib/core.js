// The interface of the package on top of a WebAssembly module: a call takes a document and options, and returns a text.

import { draftOf, FORMATS, jsonOf, made, plain, shown, trace, traceModel, WriteError } from './draft.js';
import { fetchWith } from './fetch.js';

/** The size of linear memory in bytes from which an instance is replaced: memory grows and never shrinks. */
const LARGEST_INSTANCE = 64 << 20;

/** The length from which a string is encoded outside of linear memory, where it would need room for the worst case. */
const LONG_STRING = 1 << 20;

const encoder = new TextEncoder();
// `ignoreBOM`: a JSON text has no byte order mark, and a written feed keeps its own.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A module with its current instance. */
class Engine {
  #module;
  #exports;
  #strings;
  #copy;

  /** `strings(buffer)` returns fast functions that copy strings out of a buffer, if the host has them. */
  constructor(module, strings) {
    this.#module = module;
    this.#strings = strings;
  }

  /** Answers a call with JSON or the text of a feed. */
  call(input, settings) {
    return this.#answer(input, settings, (exports, start, end) => text(exports, start, end));
  }

  /** Answers a call of `parse` with its result. */
  parse(input, options, own) {
    if (!this.#strings) return JSON.parse(this.call(input, settings('parse', input, options, { own })));
    return this.#answer(input, settings('parse', input, options, { own, parts: true }), (exports, start, end) => {
      const { buffer } = exports.memory;
      // Growing replaces the buffer.
      if (this.#copy?.buffer !== buffer) this.#copy = this.#strings(buffer);
      const parsed = JSON.parse(this.#copy.utf8(start, end));
      putBack(parsed.entries, new Uint32Array(buffer, exports.bozofeed_parts() >>> 0, 4), this.#copy);
      return parsed;
    });
  }

  /** Returns the result of `read` for the answer to a call. */
  #answer(input, settings, read) {
    const exports = (this.#exports ??= instantiate(this.#module));
    let length;
    try {
      const document = write(exports, input, settings);
      length = exports.bozofeed_call(document, settings.length);
    } catch (error) {
      // The instance is out of memory: its state is undefined.
      this.#exports = undefined;
      throw new Error(`the document needs too much memory (${error.message})`, { cause: error });
    }
    const start = exports.bozofeed_answer() >>> 0;
    const answer = length < 0 ? text(exports, start, start - 1 - length) : read(exports, start, start + length);
    exports.bozofeed_release();
    if (exports.memory.buffer.byteLength > LARGEST_INSTANCE) this.#exports = this.#copy = undefined;
    if (length < 0) throw answer.startsWith('{') ? WriteError.of(JSON.parse(answer)) : new TypeError(answer);
    return answer;
  }
}

/** Returns a text from linear memory. */
function text(exports, start, end) {
  return decoder.decode(new Uint8Array(exports.memory.buffer, start, end - start));
}

/** Inserts the long texts of entries, which are stored next to the answer: the numbers are their count and addresses. */
function putBack(entries, [count, lengths, narrow, wide], { buffer, latin1, utf16 }) {
  const list = new Uint32Array(buffer, lengths, count);
  let at = 0;
  const next = () => {
    const length = list[at++];
    // The lowest bit is set for UTF-16; `length` is then the length in bytes plus one.
    return length & 1 ? utf16(wide, (wide += length - 1)) : latin1(narrow, (narrow += length >>> 1));
  };
  for (const entry of entries) {
    if (entry.html === '') entry.html = next();
    if (entry.text === '') entry.text = next();
  }
}

/** Instantiates a module, which imports the ASCII forms of international names and legacy encodings: the host has the tables. */
function instantiate(module) {
  const bytes = (start, length) => new Uint8Array(exports.memory.buffer, start >>> 0, length);
  /** Converts a function of a text to an import, which writes the answer to memory and returns its length, or -1 if there is none. */
  const answering = (answer) => (start, length, ...rest) => {
    try {
      const text = answer(decoder.decode(bytes(start, length)), ...rest.splice(0, rest.length - 2));
      const { read, written } = encoder.encodeInto(text, bytes(...rest));
      return read === text.length ? written : -1;
    } catch {
      return -1;
    }
  };
  const bozofeed = {
    ascii_name: answering((name) => new URL(`http://${name}`).hostname),
    encoding_name: answering((label) => new TextDecoder(label).encoding),
    decode: answering((label, start, length) => new TextDecoder(label).decode(bytes(start, length))),
  };
  const { exports } = new WebAssembly.Instance(module, { bozofeed });
  return exports;
}

/** Copies a document and its options into linear memory; returns the length of the document. */
function write(exports, input, options) {
  const source = typeof input === 'string' && input.length > LONG_STRING ? encoder.encode(input) : input;
  const room = (typeof source === 'string' ? source.length * 3 : source.length) + options.length;
  const start = exports.bozofeed_input(room) >>> 0;
  const memory = new Uint8Array(exports.memory.buffer, start, room);
  let length = source.length;
  if (typeof source === 'string') length = encoder.encodeInto(source, memory).written;
  else memory.set(source);
  memory.set(options, length);
  return length;
}

/** Returns a document as a string or as bytes. */
function documentOf(input) {
  if (typeof input === 'string' || (input instanceof Uint8Array && input.length)) return input;
  const isView = ArrayBuffer.isView(input);
  // Also accept an ArrayBuffer of another realm, and a SharedArrayBuffer.
  const isBuffer = /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(input));
  if (!isView && !isBuffer) throw new TypeError('a document is a string, a Uint8Array or an ArrayBuffer');
  let bytes;
  try {
    bytes = new Uint8Array(isView ? input.buffer : input);
  } catch (cause) {
    throw new TypeError('the bytes of the document are gone: their buffer was transferred', { cause });
  }
  return isView ? bytes.subarray(input.byteOffset, input.byteOffset + input.byteLength) : bytes;
}

/** The settings of calls without options. */
const defaults = new Map();

/**
 * Returns the options of a call in the format of the module, which rejects unknown ones. `own` are options that were already removed,
 * and `more` is only for the module.
 */
function settings(call, input, options, { own = [], ...more } = {}) {
  const isText = typeof input === 'string';
  const key = `${call} ${isText} ${more.parts}`;
  if (!options && defaults.has(key)) return defaults.get(key);
  const { url, headers, contentType, ...others } = objectOf(options);
  const list = pairs(headers);
  if (contentType != null) list.push(['content-type', string('contentType', contentType)]);
  const given = { url: url == null ? undefined : string('url', url instanceof URL ? url.href : url), headers: list, settings: plain(others, '') };
  // The module has no clock. Undefined values are left out of the JSON.
  const now = call === 'check' || call === 'report' ? Date.now() : undefined;
  const bytes = encoder.encode(jsonOf({ call, isText, now, own: [...DOCUMENT, ...own], ...given, ...more }));
  if (!options && !now) defaults.set(key, bytes);
  return bytes;
}

function objectOf(options = {}) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw new TypeError(`options: ${shown(options)} is not an object`);
  return options;
}

/** The options that describe a document. */
const DOCUMENT = ['url', 'headers', 'contentType'];

/** Returns the headers in a mapping or in pairs. */
function pairs(headers) {
  if (headers == null) return [];
  if (typeof headers !== 'object') throw new TypeError(`headers: ${shown(headers)} is not an object with headers`);
  const entries = headers[Symbol.iterator] ? [...headers] : Object.entries(headers);
  return entries.filter(([, value]) => value != null).map(([name, value]) => [String(name), String(value)]);
}

function string(name, value) {
  if (typeof value !== 'string') throw new TypeError(`${name}: ${shown(value)} is not a string`);
  return value;
}

/** Reads a stream of Node or of the web, or any iterable of chunks. */
export async function collect(stream, most = Infinity) {
  const chunks = [];
  let length = 0;
  for await (const part of iterate(stream)) {
    const chunk = typeof part === 'string' ? encoder.encode(part) : documentOf(part);
    length += chunk.length;
    if (length > most) throw new RangeError(`the document has more than ${most} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Iterates over a stream; web streams are not iterable everywhere. */
async function* iterate(stream) {
  if (stream[Symbol.asyncIterator] || stream[Symbol.iterator]) return yield* stream;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/**
 * Returns the interface for a module: `module()` returns it compiled. `init` loads it, where that cannot be done on demand. `pool()`,
 * if given, resolves to a pool of workers. `strings(buffer)` returns fast functions that copy strings. `isSmall` is for a module that
 * only parses.
 */
export function bind({ module, init = async () => {}, pool, strings, isSmall = false }) {
  let started;
  const engine = () => (started ??= new Engine(module(), strings));
  const call = (name, input, options, more) => {
    const document = documentOf(input);
    return engine().call(document, settings(name, document, options, more));
  };
  const json = (name, input, options, more) => JSON.parse(call(name, input, options, more));
  const parse = (input, options, own) => {
    const document = documentOf(input);
    return traced(engine().parse(document, options, own), document, options, own);
  };
  /** Remembers the source of a result, and adds the method `full`, which is invisible to copies, `JSON.stringify` and loops. */
  const traced = (parsed, input, options, own) => {
    if (isSmall) return parsed;
    trace(parsed, { input, options, own });
    return Object.defineProperty(parsed, 'full', { value: () => parseModel(input, options, own) });
  };
  const parseModel = (input, options, own) => traceModel(json('full', input, options, { own }), { input, options, own });
  /** Returns the message for an unknown name. */
  const unknown = (name, known) => call('unknown', jsonOf([name, known]));
  /** Parses the sources of results again. */
  const sources = {
    unknown,
    view: ({ input, options, own }) => engine().parse(input, options, own),
    model: ({ input, options, own }) => json('full', input, options, { own }),
  };
  const written = (draft, format, options) => {
    if (!FORMATS.includes(format)) throw new TypeError(`format: ${shown(format)} is not one of ${FORMATS.join(', ')}`);
    return engine().call(jsonOf(draft), encoder.encode(jsonOf({ call: 'write', format, settings: plain(objectOf(options), '') })));
  };

  const api = {
    init,
    parse: (input, options) => parse(input, options),
    parseModel: (input, options) => parseModel(documentOf(input), options),
    async parseResponse(response, options) {
      const url = response.url || undefined;
      const own = { url, ...options, headers: response.headers };
      return parse(await response.arrayBuffer(), own);
    },
    parseStream: async (stream, options) => parse(await collect(stream), options),
    parseMany: (documents, options) => many({ parse, traced }, documents, options, pool),
    fetchFeed: (url, options) => fetchWith(parse, url, options),
    discover: (page, options) => json('discover', page, options),
    check: (input, options) => json('check', input, options),
    report(input, options) {
      const { name, ...others } = options ?? {};
      return call('report', input, options && others, { own: ['name'], name: name == null ? undefined : string('name', name) });
    },
    opml: {
      parse: (input, options) => json('opml.parse', input, options),
      stringify(list) {
        if (typeof list !== 'object' || list === null || Array.isArray(list)) throw new TypeError(`opml.stringify() takes an object with outlines, not ${shown(list)}`);
        return call('opml.stringify', jsonOf(plain(list, '')));
      },
    },
    write: (parsed, format, options) => written(draftOf(parsed, sources), format, options),
    create: (data, format, options) => written(made(data, sources), format, options),
    WriteError,
    /** For `bozofeed/rss-parser`. */
    parseTree: (input, options) => json('tree', input, options),
    unescape: (text) => call('unescape', text),
    unknown,
    /** For the workers of the pool, which send the text to another thread. */
    answer: (document, settings) => engine().call(document, settings),
  };
  return api;
}

/** Parses documents in order, several of them concurrently in workers. */
async function* many({ parse, traced }, documents, all, start) {
  const { workers, ...options } = objectOf(all);
  if (workers !== undefined && !(Number.isInteger(workers) && workers > 0)) throw new TypeError(`workers: ${shown(workers)} is not a whole number from 1`);
  const pool = await start?.(workers);
  const own = ['workers'];
  const send = async (document) => {
    if (!pool) return parse(document, options, own);
    const input = documentOf(document);
    const text = await pool.run(input, settings('parse', input, options, { own }));
    return traced(JSON.parse(text), input, options, own);
  };
  const waiting = [];
  for await (const document of documents) {
    const parsed = send(document);
    // It is awaited when it is its turn.
    parsed.catch(() => {});
    waiting.push(parsed);
    if (waiting.length >= 2 * (pool?.size ?? 1)) yield await waiting.shift();
  }
  for (const parsed of waiting) yield await parsed;
}
