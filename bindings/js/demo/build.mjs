// Builds the page in `target/js/demo`: `index.html`, which includes its script and style, and the module. Run `node
// demo/build.mjs` after `node build.mjs`. The page's policy contains the hashes of both, so that nothing else runs.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(here, '../../../target');
const out = join(target, 'js/demo');
mkdirSync(out, { recursive: true });

const esbuild = join(target, 'js/tools/node_modules/.bin/esbuild');
const options = ['--bundle', '--minify', '--format=esm', '--target=es2022', '--charset=utf8', '--log-level=warning'];
const script = execFileSync(esbuild, [join(here, 'demo.js'), ...options], { encoding: 'utf8' }).replaceAll('</script', '<\\/script');
const styles = ['../../../crates/check/src/report/style.css', 'demo.css'].map((file) => readFileSync(join(here, file), 'utf8'));
const hash = (source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${styles.map(hash).join(' ')}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types bozofeed',
].join('; ');

let page = readFileSync(join(here, 'index.html'), 'utf8');
for (const [place, value] of Object.entries({ POLICY: policy, STYLES: styles.map((style) => `<style>${style}</style>`).join('\n'), SCRIPT: script })) page = page.replace(place, () => value);
writeFileSync(join(out, 'index.html'), page);
copyFileSync(join(target, 'js/package/full.wasm'), join(out, 'full.wasm'));
console.log(`index.html: ${page.length} characters`);
