// The JSON of every fixture equals the native command's, and conforms to its declarations. The small module has the same
// results.
//
// `node fixtures.mjs PACKAGE COMMAND TYPESCRIPT`: the folder of the package, the native command, and the compiler.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [folder, command, compiler] = process.argv.slice(2);
const { parse, parseModel } = await import(pathToFileURL(join(folder, 'node.js')));
const small = await import(pathToFileURL(join(folder, 'slim.js')));
await small.init(readFileSync(join(folder, 'bozofeed.wasm')));
/** Values that only the full module reads, or detects with the statistics of languages. */
const LEFT_OUT = /undeclared|\bh-(feed|entries)/;
const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const files = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  // The command decompresses files, and the package does not.
  .filter((entry) => entry.isFile() && !/\.(gz|headers|md)$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  // Their values are stated in tables, and some need the time zones that the small module leaves out.
  .filter((file) => !file.startsWith(join(fixtures, 'reports')));

const failed = [];
const values = [];
let lists = 0;
for (const file of files) {
  const bytes = readFileSync(file);
  const native = JSON.parse(execFileSync(command, ['--json', file], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }));
  // The command also reads subscription lists.
  if ('outlines' in native) {
    lists++;
    continue;
  }
  const view = parse(bytes);
  const model = parseModel(bytes);
  if (JSON.stringify(model) !== JSON.stringify(native)) failed.push(file);
  if (view.entries.length !== native.entries.length || view.encoding !== native.codec) failed.push(`${file} (view)`);
  if (!LEFT_OUT.test(file) && JSON.stringify(small.parse(bytes)) !== JSON.stringify(view)) failed.push(`${file} (small module)`);
  values.push([model, 'model.Parsed'], [view, "Omit<Parsed, 'full'>"]);
}
console.log(`${files.length - lists} fixtures, ${failed.length} of which differ from ${command}`);

if (compiler) {
  const types = join(folder, '../types');
  mkdirSync(types, { recursive: true });
  const imports = `import type { model, Parsed } from '../package/index.js';\n`;
  const lines = values.map(([value, type], i) => `export const v${i}: ${type} = ${JSON.stringify(value)};\n`);
  writeFileSync(join(types, 'fixtures.ts'), imports + lines.join(''));
  for (const file of ['usage.ts', 'without-dom.ts']) writeFileSync(join(types, file), readFileSync(fileURLToPath(new URL(file, import.meta.url))));
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', 'nodenext'];
  for (const [lib, ...files] of [['es2022,dom,dom.asynciterable', 'fixtures.ts', 'usage.ts'], ['es2023', 'without-dom.ts']]) {
    try {
      execFileSync(compiler, [...options, '--lib', lib, ...files.map((file) => join(types, file))]);
      console.log(`${files.join(' and ')} have their types under ${lib}`);
    } catch (error) {
      failed.push(String(error.stdout).split('\n').slice(0, 20).join('\n'));
    }
  }
}
for (const failure of failed) console.log(failure);
process.exit(failed.length ? 1 : 0);
