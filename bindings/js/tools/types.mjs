// Writes the TypeScript declarations of the results to standard output: the model, from `plain!` and similar macros in the sources of
// the crates, in the namespace `model`; and the view, from `view!`. Comments become documentation. `types.mjs small` omits the types
// that the small module does not return.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether to write the declarations of the small module. */
const isSmall = process.argv[2] === 'small';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = [
  ...['crates/model/src', 'src/diagnostics'].flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(folder, file))),
  'src/parsed.rs',
  'crates/encoding/src/exception.rs',
  'crates/encoding/src/trail.rs',
].filter((file) => file.endsWith('.rs'));

/** The JSON of types that are not structs. */
const SIMPLE = {
  Str: 'string', String: 'string', str: 'string', TextValue: 'string', Label: 'string', Timestamp: 'string', Format: 'string',
  bool: 'boolean', u8: 'number', u16: 'number', u32: 'number', u64: 'number', i32: 'number', i64: 'number', f64: 'number', usize: 'number',
  Duration: 'Seconds', Attributes: '{ [name: string]: string }',
  WellFormednessError: 'Tagged', JsonError: 'Tagged', EncodingError: 'Tagged',
};

/** The types whose JSON is written by hand in `crates/model/src/json.rs`. */
const WRITTEN = `
  /** Seconds: a number, or decimal digits if a number would not be exact. */
  type Seconds = number | string;
  /** A kind of fault: its name, or an object of which it is the only key. */
  type Tagged = string | { [name: string]: unknown };
  /** A value with the text that the feed wrote; without a value, the text cannot be read. */
  interface Typed<T> {
    raw?: string;
    value?: T;
  }
  /** A date: the instant in RFC 3339, the offset from UTC that was written, in seconds, and the text that the feed wrote. */
  interface Date {
    raw?: string;
    value?: string;
    offset?: number;
  }
`;

/** Splits at commas outside brackets. */
function split(text) {
  const parts = [''];
  let depth = 0;
  for (const line of text.split('\n')) {
    const isComment = /^\s*\/\//.test(line);
    for (const character of isComment ? '' : line) {
      if ('([{<'.includes(character)) depth++;
      if (')]}>'.includes(character)) depth--;
      if (character === ',' && depth === 0) parts.push('');
      else parts[parts.length - 1] += character;
    }
    parts[parts.length - 1] += (isComment ? line : '') + '\n';
  }
  return parts.filter((part) => part.replace(/\/\/.*|#\[.*\]/g, '').trim());
}

/** Returns the text between the bracket at `open` and its closing bracket. */
function body(text, open) {
  let depth = 0;
  const closing = { '{': '}', '(': ')' }[text[open]];
  for (let at = open; at < text.length; at++) {
    if (text.startsWith('//', at)) at = text.indexOf('\n', at);
    if (text[at] === text[open]) depth++;
    if (text[at] === closing && --depth === 0) return text.slice(open + 1, at);
  }
  throw new Error('unbalanced');
}

const docOf = (text) => [...text.matchAll(/^\s*\/\/\/ ?(.*)$/gm)].map((found) => found[1]).join('\n').split('\n```')[0].trim();
const withoutComments = (text) => text.replace(/^\s*\/\/.*$/gm, '').trim();
const snake = (name) => name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

/** The declarations, by file and name. */
const files = new Map();
/** The types that are serialized as their only field, with that type and the file. */
const transparent = new Map();

function fieldsOf(text, rename = (name) => name) {
  return split(text).map((part) => {
    const found = /^(?:pub(?:\([^)]*\))? )?(\w+): ([\s\S]+)$/.exec(withoutComments(part).replace(/#\[(?:[^\[\]]|\[[^\]]*\])*\]\s*/g, ''));
    if (!found) throw new Error(`not a field: ${part}`);
    const renamed = /serde\((?:\w+, )*rename = "(\w+)"/.exec(part)?.[1];
    return { name: renamed ?? rename(found[1]), type: found[2].trim(), doc: docOf(part), isSkipped: part.includes('skip_serializing_if') };
  });
}

/** The rare fields: `name / set_name: form(Type)`, or `name: vocabulary(Type)`. */
function rareOf(text) {
  const forms = { boxed: (type) => `Option<${type}>`, typed: (type) => `Typed<${type}>`, shared: (type) => `Option<${type}>`, list: (type) => `Vec<${type}>`, vocabulary: (type) => `Option<${type}>` };
  return split(text).map((part) => {
    const [, name, form, type] = /^(\w+)(?: \/ \w+)?: (\w+)\((.+)\)$/.exec(withoutComments(part));
    return { name, type: forms[form](type), doc: docOf(part).replace(/^Returns t/, 'T').replace(/^Returns /, '') };
  });
}

for (const file of sources) {
  const text = readFileSync(join(root, file), 'utf8').split('#[cfg(test)]\nmod tests')[0];
  const types = new Map();
  /** The documentation and attributes before a declaration. */
  const before = (at) => {
    const lines = text.slice(0, at).split('\n').slice(0, -1);
    const start = lines.findLastIndex((line) => !/^\s*(\/\/\/|#\[.*\]$)/.test(line));
    return lines.slice(start + 1).join('\n');
  };
  for (const found of text.matchAll(/^( *)pub(?:\(crate\))? struct (\w+)(?: with floats)? \{/gm)) {
    const [, indent, name] = found;
    const head = before(found.index);
    const open = found.index + found[0].length - 1;
    const isPlain = indent.length > 0;
    if (!isPlain && !head.includes('derive(serde::Serialize')) continue;
    const inside = body(text, open);
    let fields = fieldsOf(inside);
    const after = text.slice(open + inside.length + 2);
    const rare = /^\s*rare struct \w+ \{/.exec(after);
    if (isPlain && rare) fields = [...fields, ...rareOf(body(after, rare[0].length - 1))];
    types.set(name, { kind: 'struct', isPlain, fields, doc: docOf(head) });
  }
  for (const found of text.matchAll(/^pub struct (\w+)\((?:pub(?:\(crate\))? )?(\w+)\);/gm)) {
    if (before(found.index).includes('serde(transparent)')) transparent.set(found[1], [found[2], basename(file, '.rs')]);
  }
  for (const found of text.matchAll(/^(?:\s*)pub(?:\(crate\))? enum (\w+) \{/gm)) {
    const head = before(found.index);
    const inside = body(text, found.index + found[0].length - 1).replace(/^\s*#\[error.*$/gm, '');
    const variants = split(inside).map((part) => {
      const [, name, rest] = /^(?:#\[(?:[^\[\]]|\[[^\]]*\])*\]\s*)*(\w+)([\s\S]*)$/.exec(withoutComments(part)) ?? [];
      return { name, rest: rest?.trim() };
    });
    if (head.includes('derive(serde::Serialize')) types.set(found[1], { kind: 'enum', isSnake: head.includes('snake_case'), variants, doc: docOf(head) });
  }
  for (const found of text.matchAll(/^named! \{\s*(\w+): "[^"]*" \{([^}]*)\}/gm)) {
    types.set(found[1], { kind: 'names', names: [...found[2].matchAll(/=> "([^"]*)"/g)].map((name) => name[1]), doc: '' });
  }
  for (const found of text.matchAll(/^warnings! \{[\s\S]*?pub enum (\w+) \{([\s\S]*?)\n\}/gm)) {
    types.set(found[1], { kind: 'names', names: [...found[2].matchAll(/^ +\w+ "(\w+)" =/gm)].map((name) => name[1]), doc: '' });
  }
  files.set(basename(file, '.rs'), { types, text });
}

/** Modules whose types occur in every feed: their names have no prefix. */
const COMMON = ['entry', 'feed', 'text', 'typed', 'extension', 'parsed', 'trail', 'bozo', 'exception', 'fault', 'warning', 'position', 'fault_severity'];

/** Finds the file that declares a type used by another one. */
function declaring(name, from) {
  const [, module, own] = /^(?:(\w+)::)?(\w+)$/.exec(name) ?? [];
  if (module && files.get(module)?.types.has(own)) return [module, own];
  if (files.get(from)?.types.has(own)) return [from, own];
  const used = [...(files.get(from)?.text ?? '').matchAll(/^use (?:super|bozofeed::model|bozofeed_model|crate(?:::\w+)*)::(\w+)::(?:\{([^}]*)\}|(\w+));/gm)];
  const user = used.find(([, module, many, one]) => files.get(module)?.types.has(own) && (one === own || many?.split(/,\s*/).includes(own)));
  const found = user?.[1] ?? COMMON.find((file) => files.get(file)?.types.has(own));
  if (!found) throw new Error(`${from}.rs uses ${name}, which is not declared`);
  return [found, own];
}

// `WebFeedsRelated` of the file `webfeeds.rs`.
const hasPrefix = (file, name) => {
  const prefix = pascal(file);
  return name.toLowerCase().startsWith(prefix.toLowerCase()) && !/[a-z]/.test(name.charAt(prefix.length));
};
/** The public names of types that are private to the library. */
const PUBLIC = { BrokenRule: 'Violation' };
const nameOf = (file, name) => PUBLIC[name] ?? (COMMON.includes(file) || hasPrefix(file, name) ? name : pascal(file) + name);

/** The requested declarations, in order. */
const wanted = new Map();

/** Returns the type in TypeScript, and whether a field of this type may be missing in JSON. */
function typeOf(text, from, prefix = '') {
  const type = text.trim();
  const inner = (pattern) => new RegExp(`^${pattern}$`, 's').exec(type)?.[1];
  const of = (text) => typeOf(text, from, prefix);
  const nested = inner("&'\\w+ (.+)") ?? inner("(?:std::\\w+::)?(?:Box|Arc)<(.+)>") ?? inner("Cow<'\\w+, (.+)>") ?? inner('&(.+)');
  if (nested) return of(nested);
  const optional = inner('Option<(.+)>');
  if (optional) return { ts: of(optional).ts, isOptional: true, isNull: true };
  const list = inner('Vec<(.+)>') ?? inner('\\[(.+)\\]');
  if (list) return { ts: `Array<${of(list).ts}>`, isOptional: true };
  const typed = inner('Typed<(.+)>');
  if (type === 'Date' || typed === 'Moment') return { ts: `${prefix}Date`, isOptional: true };
  if (typed) return { ts: `${prefix}Typed<${of(typed).ts}>`, isOptional: true };
  const map = inner('BTreeMap<String, (.+)>');
  if (map) return { ts: `{ [name: string]: ${of(map).ts} }` };
  const pair = inner('\\((.+)\\)');
  if (pair) return { ts: `[${split(pair).map((part) => of(part).ts).join(', ')}]` };
  if (transparent.has(type)) return typeOf(...transparent.get(type), prefix);
  const simple = SIMPLE[type.replace(/^.*::|<'\w+>$/g, '')];
  if (simple) return { ts: /^[A-Z]/.test(simple) ? prefix + simple : simple, isOptional: type === 'bool' || type === 'Attributes' };
  const [file, name] = declaring(type, from);
  const ts = nameOf(file, name);
  if (!wanted.has(ts)) wanted.set(ts, [file, name]);
  // `MediaDetails` is left out if it is empty.
  return { ts: prefix + ts, isOptional: name === 'MediaDetails' };
}

/** Returns the union of the strings that the documentation of a field lists, if it lists nothing else. */
function valuesOf(doc) {
  const listed = /^(`\w+`(, or |, | or |(?=\.$)))+\.$/.test(doc);
  return listed ? [...doc.matchAll(/`(\w+)`/g)].map(([, value]) => `'${value}'`).join(' | ') : undefined;
}

function comment(doc, indent) {
  if (!doc) return '';
  const clean = doc.replace(/\[`?([^\]`]+)`?\](?:\([^)]*\))?/g, '`$1`').replace(/\*\//g, '* /');
  const lines = clean.split('\n').map((line) => line.trim());
  return lines.length === 1 ? `${indent}/** ${lines[0]} */\n` : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function struct(name, { fields, isPlain, doc }, from, indent) {
  const lines = fields.map((field) => {
    const { ts, isOptional, isNull } = typeOf(field.type, from);
    const optional = isPlain ? isOptional : field.isSkipped;
    return `${comment(field.doc, indent + '  ')}${indent}  ${field.name}${optional ? '?' : ''}: ${ts}${isNull && !optional ? ' | null' : ''};\n`;
  });
  return `${comment(doc, indent)}${indent}interface ${name} {\n${lines.join('')}${indent}}\n`;
}

function enumeration(name, { variants, isSnake, doc }, from) {
  const forms = variants.map(({ name, rest }) => {
    const key = isSnake ? snake(name) : name;
    if (!rest) return `'${key}'`;
    if (rest[0] === '(') return `{ ${key}: ${typeOf(body(rest, 0).replace(/#\[\w+\]\s*/, '').replace(/,\s*$/, ''), from).ts} }`;
    const fields = fieldsOf(body(rest, 0)).map((field) => {
      const { ts, isNull } = typeOf(field.type, from);
      return `${field.name}: ${ts}${isNull ? ' | null' : ''}`;
    });
    return `{ ${key}: { ${fields.join('; ')} } }`;
  });
  return `${comment(doc, '  ')}  type ${name} =\n${forms.map((form) => `    | ${form}`).join('\n')};\n`;
}

files.get('text').types.set('Text', {
  kind: 'struct',
  isPlain: true,
  doc: 'A text.',
  fields: [
    { name: 'value', type: 'Str', doc: 'The text; markup if the media type says so.' },
    { name: 'media_type', type: 'Str', doc: 'The media type.' },
    { name: 'is_sanitized', type: 'bool', doc: 'Whether it is markup that the sanitizer wrote.' },
    { name: 'src', type: 'Option<Str>', doc: 'The URI of content that is elsewhere.' },
    { name: 'scope', type: 'Option<XmlScope>', doc: 'The language and the base in force.' },
  ],
});

/** The view. Lists are always present. */
function views() {
  const out = [];
  for (const file of ['view', 'opml']) {
    const text = readFileSync(join(root, 'bindings/js/src', `${file}.rs`), 'utf8');
    files.set('view', { types: new Map(), text });
    for (const found of text.matchAll(/(#\[cfg\(feature = "full"\)\]\n)?view! \{\n((?:\s+(?:\/\/\/.*|#\[.*\])\n)*)\s+pub\(crate\) struct (\w+)(?:<'a>)? \{/g)) {
      if (found[1] && isSmall) continue;
      const fields = fieldsOf(body(text, found.index + found[0].length - 1), camel).map((field) => {
        const own = field.type.replace(/<'a>/g, '');
        const viewed = /^(?:Option|Vec)<(\w+)>$|^(\w+)$/.exec(own);
        const local = viewed && new RegExp(`struct ${viewed[1] ?? viewed[2]}\\b`).test(text);
        const name = viewed?.[1] ?? viewed?.[2];
        const { ts: declared } = local ? { ts: own.startsWith('Vec') ? `Array<${name}>` : name } : typeOf(own, 'view', 'model.');
        const ts = (declared === 'string' && valuesOf(field.doc)) || declared;
        const optional = /^Option/.test(own) ? '?' : '';
        return `${comment(field.doc, '  ')}  ${field.name}${optional}: ${ts};\n`;
      });
      if (found[3] === 'Parsed' && !isSmall) fields.push('  /** Returns the whole model. It is read again from the document, which must not be changed before. */\n  full(): model.Parsed;\n');
      // Programs also pass subscription lists.
      const isInput = file === 'opml';
      const lines = fields.map((field) => (isInput ? field.replace(/^( {2}\w+)\??: (.*);$/m, '$1?: $2 | undefined;') : field));
      out.push(`${comment(docOf(found[2]), '')}export interface ${found[3]} {\n${lines.join('')}}\n`);
    }
  }
  return out.join('\n');
}

const view = views();
if (!isSmall) wanted.set('Parsed', ['parsed', 'Parsed']);
const model = [];
for (const [ts, [file, name]] of wanted) {
  const type = files.get(file).types.get(name);
  if (type.kind === 'struct') model.push(struct(ts, type, file, '  '));
  else if (type.kind === 'enum') model.push(enumeration(ts, type, file));
  else model.push(`  type ${ts} = ${type.names.map((name) => `'${name}'`).join(' | ')};\n`);
}
process.stdout.write(`// Generated by tools/types.mjs from the declarations of the crate.

${view}
/** The whole model, as \`bozofeed --json\` writes it. */
export namespace model {${WRITTEN}
${model.join('\n')}}
`);
