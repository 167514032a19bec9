// Builds the package in `target/js/package`: the modules, with Cargo and wasm-opt, and the files derived from them. `node build.mjs`.
//
// `node build.mjs full` builds only one of the modules, and `--lib` none. Tools are taken from `node_modules` in `target/js/tools`.

import { execFileSync } from 'node:child_process';
import { brotliCompressSync, constants } from 'node:zlib';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(here, '../../target');
const out = join(target, 'js/package');
const tools = join(target, 'js/tools/node_modules/.bin');
mkdirSync(out, { recursive: true });

const run = (program, ...options) => execFileSync(program, options, { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] });

/** Features that all runtimes of recent years support. */
const FEATURES = ['bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'multivalue', 'sign-ext', 'simd'];

/**
 * The modules: servers need speed, browsers and workers a small size. For speed, fewer functions are inlined than on other targets, and
 * functions with one caller only if they are small: engines compile functions while the first documents are parsed, and the time grows
 * faster than the size of a function. For size, control flow is restructured, which takes less code than the compiler's output, and
 * functions with one caller are only inlined if they are very small, since larger ones compress better by themselves.
 */
const MODULES = {
  bozofeed: { level: 'z', shrink: ['--flatten', '--rereloop', '-Oz', '-Oz', '--one-caller-inline-max-function-size=60'], options: ['--manifest-path', 'small/Cargo.toml'] },
  full: { level: '3', flags: ['-Cllvm-args=-inline-threshold=50'], shrink: ['-O2', '--one-caller-inline-max-function-size=200'], options: ['--features', 'full'] },
};

/** Folders of this machine, which panic messages would otherwise contain. */
const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
const folders = [join(here, '../..'), ...(existsSync(sources) ? readdirSync(sources).map((name) => join(sources, name)) : [])];
const remapped = folders.map((folder) => `--remap-path-prefix=${folder}/=`);

/** Compiles a module and makes it smaller. */
function compile(name) {
  const { level, flags: more = [], shrink, options: own } = MODULES[name];
  const flags = [...(process.env.RUSTFLAGS ?? '').split(' '), '-Ctarget-feature=+simd128', ...more, ...remapped].filter(Boolean);
  const env = { ...process.env, CARGO_PROFILE_RELEASE_OPT_LEVEL: level, CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
  const folder = join(target, 'js');
  const cargo = ['--release', '--locked', '--target', 'wasm32-unknown-unknown', '--target-dir', folder];
  execFileSync('cargo', ['build', ...cargo, ...own], { cwd: here, env, stdio: 'inherit' });
  const built = join(folder, 'wasm32-unknown-unknown/release/bozofeed_js.wasm');
  const file = join(out, `${name}.wasm`);
  // Packed data is split into thousands of segments, which compress badly. Functions with the same name, which are copies of a generic
  // function, compress well together. The stack is at the start of the memory, and grows towards it: its last bytes are not used.
  const options = [...FEATURES.map((feature) => `--enable-${feature}`), '--skip-pass=memory-packing', '--low-memory-unused'];
  run(join(tools, 'wasm-opt'), ...options, ...shrink, '--reorder-functions-by-name', '--strip-debug', '--strip-producers', built, '-o', file);
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  console.log(`${name}.wasm: ${bytes.length} bytes, ${brotli} with brotli`);
}

const [first, ...rest] = process.argv.slice(2);
if (first !== '--lib') {
  for (const name of first ? [first, ...rest] : Object.keys(MODULES)) compile(name);
}
const small = readFileSync(join(out, 'bozofeed.wasm'));
writeFileSync(join(out, 'bozofeed.wasm.js'), `export const base64 = '${small.toString('base64')}';\n`);

for (const file of readdirSync(join(here, 'lib'))) copyFileSync(join(here, 'lib', file), join(out, file));
for (const file of ['package.json', 'README.md']) copyFileSync(join(here, file), join(out, file));
for (const file of ['LICENSE-APACHE', 'LICENSE-MIT', 'NOTICE']) copyFileSync(join(here, '../..', file), join(out, file));
copyFileSync(join(here, 'THIRD-PARTY-LICENSES'), join(out, 'THIRD-PARTY-LICENSES'));

// The declarations of the small module are the first part of the full module's, without a model to return.
const declarations = (...parts) => parts.map((part) => readFileSync(join(here, 'lib', part), 'utf8')).join('');
const types = declarations('small.d.ts', 'full.d.ts') + run(process.execPath, 'tools/types.mjs').toString();
for (const file of ['index.d.ts', 'index.d.cts']) writeFileSync(join(out, file), types);
writeFileSync(join(out, 'small.d.ts'), declarations('small.d.ts') + run(process.execPath, 'tools/types.mjs', 'small').toString());
rmSync(join(out, 'full.d.ts'));

// A class is exported in two ways: by name, and as the result of `require`.
const parser = declarations('rss-parser.d.ts');
const names = ['Callback', 'CustomFields', 'Item', 'Output', 'ParserOptions'];
const aliases = names.map((name) => {
  const parameters = { Item: '', Output: '<U = { [name: string]: any }>' }[name] ?? '<T = { [name: string]: any }, U = { [name: string]: any }>';
  return `export type ${name}${parameters} = Parser.${name}${parameters.replace(/ = \{[^}]*\}/g, '')};\n`;
});
writeFileSync(join(out, 'rss-parser.d.ts'), `${parser}\n${aliases.join('')}export declare const init: typeof Parser.init;\nexport { Parser };\nexport default Parser;\n`);
writeFileSync(join(out, 'rss-parser.d.cts'), `${parser}\nexport = Parser;\n`);

// CommonJS: the same code in a single file.
const url = "const __url = require('node:url').pathToFileURL(__filename).href;";
const asClass = '{ const { Parser } = module.exports; module.exports = Object.assign(Parser, { Parser, default: Parser }); }';
for (const [from, to, footer] of [['node.js', 'index.cjs', ''], ['rss-parser.js', 'rss-parser.cjs', asClass]]) {
  run(join(tools, 'esbuild'), join(out, from), '--bundle', '--platform=node', '--target=node20', '--format=cjs',
    '--define:import.meta.url=__url', `--banner:js=${url}`, `--footer:js=${footer}`, '--log-level=warning', `--outfile=${join(out, to)}`);
}
