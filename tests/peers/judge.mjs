// Parses written documents with feedsmith and rss-parser. `judge.mjs FILE TOOLS` reads the lines written by the test
// `documents_for_peers`; TOOLS is the folder that contains `node_modules` with the packages. Prints a table, and examples.

import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [file, tools] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(createRequire(resolve(tools, 'node_modules/')).resolve(name)));
const { default: RssParser } = await load('rss-parser');
const feedsmith = await load('feedsmith');

/** The parsers. Each returns the identifiers of the entries, or throws. */
const PEERS = {
  feedsmith(document) {
    const { feed } = feedsmith.parseFeed(document);
    const text = (value) => value?.value ?? value;
    return (feed.items ?? feed.entries ?? []).map((entry) => text(entry.guid ?? entry.id));
  },
  async 'rss-parser'(document, format) {
    if (format === 'json') return undefined;
    const { items } = await new RssParser().parseString(document);
    return items.map((item) => item.guid ?? item.id);
  },
};

// Differences due to bugs of a package: its name, a description, and a function that recognizes the bug.
const LEDGER = [
  ['feedsmith', 'leaves out entries without any value that it reads', ({ kind, found }) => kind === 'number of entries' && found[0] < found[1]],
  ['feedsmith', 'refuses feeds without any value that it reads', ({ kind, details, ids }) =>
    kind === 'fails' && details === 'Invalid feed format' && ids.every((id) => !id)],
  ['feedsmith', 'takes JSON for XML if a text in it has a tag', ({ kind, format, document }) =>
    kind === 'fails' && format === 'json' && /<([\w.-]+:)?(rss|feed|rdf)/i.test(document)],
  ['rss-parser', 'makes texts of elements with attributes', ({ kind, details }) =>
    kind === 'fails' && details === 'Cannot convert object to primitive value'],
];

const normal = (id) => String(id ?? '').split(/\s+/).filter(Boolean).join(' ');

const IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/;

function difference(ids, found, format) {
  if (found.length !== ids.length) return { kind: 'number of entries', details: `${found.length} of ${ids.length}`, found: [found.length, ids.length] };
  const isRepeated = (known) => ids.filter((id) => normal(id) === known).length > 1;
  for (const [at, id] of ids.entries()) {
    const [known, other] = [normal(id), normal(found[at])];
    // In Atom, an identifier that is not an IRI is replaced by one derived from it. Duplicate identifiers are also replaced.
    const isMade = format === 'atom' && !IRI.test(known) || known !== other && isRepeated(known);
    if (known && known !== other && !isMade) return { kind: 'identifier', details: `${JSON.stringify(known)} is ${JSON.stringify(other)}` };
  }
  return undefined;
}

const counts = new Map();
const add = (name) => counts.set(name, (counts.get(name) ?? 0) + 1);
const examples = new Map();
for await (const line of createInterface({ input: createReadStream(file) })) {
  const { name, format, ids, document } = JSON.parse(line);
  for (const [peer, read] of Object.entries(PEERS)) {
    let found;
    try {
      const ours = await read(document, format);
      if (!ours) continue;
      add(`${peer} ${format}`);
      found = difference(ids, ours, format);
    } catch (error) {
      add(`${peer} ${format}`);
      found = { kind: 'fails', details: String(error.message).split('\n')[0] };
    }
    if (!found) continue;
    const known = LEDGER.find(([of, , isOne]) => of === peer && isOne({ ...found, ids, format, document }));
    if (known) {
      add(`${peer} ${known[1]}`);
      continue;
    }
    const kind = `${peer} ${format}: ${found.kind}`;
    examples.set(kind, [...(examples.get(kind) ?? []), `${name}: ${found.details}`]);
  }
}
console.log([...counts].map(([name, count]) => `${count} ${name}`).join(', '));
for (const [kind, found] of [...examples].sort((one, other) => other[1].length - one[1].length)) {
  console.log(`${String(found.length).padStart(7)} ${kind}`);
  for (const example of found.slice(0, 3)) console.log(`            ${example.slice(0, 200)}`);
}
process.exitCode = examples.size > 0 ? 1 : 0;
