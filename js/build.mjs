// Builds the package in `target/js/package`: the modules, with Cargo and wasm-opt, and what is made of them. `node build.mjs`.
//
// `--no-full` leaves the module of `bozofeed/full` as it is, if there is one. Tools are those of `node_modules` in `target/js/tools`.

import { execFileSync } from 'node:child_process';
import { brotliCompressSync, constants } from 'node:zlib';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(here, '../target');
const out = join(target, 'js/package');
const tools = join(target, 'js/tools/node_modules/.bin');
mkdirSync(out, { recursive: true });

const run = (program, ...rest) => execFileSync(program, rest, { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] });

/** What every runtime of the last years has. */
const FEATURES = ['bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'multivalue', 'sign-ext'];

/** Compiles a module and makes it smaller. */
function module(name, ...features) {
  run('cargo', 'build', '--release', '--locked', '--target', 'wasm32-unknown-unknown', '--target-dir', join(target, 'js'), ...features);
  const built = join(target, 'js/wasm32-unknown-unknown/release/bozofeed_js.wasm');
  const flags = FEATURES.map((feature) => `--enable-${feature}`);
  run(join(tools, 'wasm-opt'), process.env.WASM_OPT ?? '-Os', ...flags, '--strip-debug', '--strip-producers', built, '-o', join(out, name));
  const bytes = readFileSync(join(out, name));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  console.log(`${name}: ${bytes.length} bytes, ${brotli} with brotli`);
  return bytes;
}

const small = module('bozofeed.wasm');
if (!process.argv.includes('--no-full') || !existsSync(join(out, 'full.wasm'))) module('full.wasm', '--features', 'full');
writeFileSync(join(out, 'bozofeed.wasm.js'), `export const base64 = '${small.toString('base64')}';\n`);

for (const file of readdirSync(join(here, 'lib'))) copyFileSync(join(here, 'lib', file), join(out, file));
for (const file of ['package.json', 'README.md']) copyFileSync(join(here, file), join(out, file));
for (const file of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(here, '..', file), join(out, file));

const types = readFileSync(join(here, 'lib/index.d.ts'), 'utf8') + run(process.execPath, 'tools/types.mjs').toString();
for (const file of ['index.d.ts', 'index.d.cts']) writeFileSync(join(out, file), types);

// CommonJS: the same code in one file.
const url = "const __url = require('node:url').pathToFileURL(__filename).href;";
run(join(tools, 'esbuild'), join(out, 'node.js'), '--bundle', '--platform=node', '--target=node20', '--format=cjs',
  '--define:import.meta.url=__url', `--banner:js=${url}`, '--log-level=warning', `--outfile=${join(out, 'index.cjs')}`);
