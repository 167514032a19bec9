// Runs the cases in Chromium: as modules, in a worker, bundled by Vite and webpack, and under a policy that only allows the page's own
// scripts and `wasm-unsafe-eval`. `browser.mjs PACKAGE TOOLS FOLDER`: the folder of the tools' `node_modules`, and an output folder.

import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, tools, site] = process.argv.slice(2);
const require = createRequire(join(tools, 'node_modules/'));
const { chromium } = require('playwright-core');

rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, 'app/node_modules'), { recursive: true });
cpSync(folder, join(site, 'package'), { recursive: true });
symlinkSync(join(site, 'package'), join(site, 'app/node_modules/bozofeed'));
const write = (file, text) => writeFileSync(join(site, file), text);
write('api.mjs', readFileSync(fileURLToPath(new URL('./api.mjs', import.meta.url))));
write('edits.mjs', readFileSync(fileURLToPath(new URL('./edits.mjs', import.meta.url))));

const results = (small, full) => `
  const results = (async () => {
    await small.init();
    await full.init();
    return [await run(small, { full: false }), await run(full)];
  })().catch((error) => [{ count: 0, failed: [String(error.stack)] }]);`;
const imports = (from) => `import { run } from '${from}api.mjs';\n`;
const plain = `${imports('./')}import * as small from './package/browser.js';\nimport * as full from './package/browser-full.js';${results()}`;
write('main.mjs', `${plain}\nresults.then((found) => { globalThis.found = found; });`);
write('worker.mjs', `${plain}\nresults.then((found) => postMessage(found));`);
write('start-worker.mjs', `new Worker('./worker.mjs', { type: 'module' }).onmessage = ({ data }) => { globalThis.found = data; };`);
write('app/package.json', '{ "type": "module" }');
write('app/main.js', `${imports('../')}import * as small from 'bozofeed';\nimport * as full from 'bozofeed/full';${results()}\nresults.then((found) => { globalThis.found = found; });`);
const page = (script) => `<!doctype html><meta charset="utf-8"><script type="module" src="${script}"></script>`;
write('main.html', page('main.mjs'));
write('worker.html', page('start-worker.mjs'));
write('app/index.html', page('/main.js'));
write('webpack.html', page('webpack/main.js'));

const { build } = await import(require.resolve('vite').replace(/index\.cjs$/, 'node/index.js'));
await build({ root: join(site, 'app'), base: './', logLevel: 'error', build: { outDir: join(site, 'vite'), emptyOutDir: true, target: 'es2022' } });
const webpack = require('webpack');
await new Promise((resolve, reject) => {
  const config = {
    mode: 'production',
    context: join(site, 'app'),
    entry: './main.js',
    resolve: { symlinks: false },
    output: { path: join(site, 'webpack'), filename: 'main.js', publicPath: 'auto' },
    performance: false,
  };
  webpack(config, (error, stats) => (error || stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve()));
});

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  try {
    const body = readFileSync(join(site, path));
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-security-policy': policy });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: process.env.BOZOFEED_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const failed = [];
for (const file of ['main.html', 'worker.html', 'vite/index.html', 'webpack.html']) {
  const tab = await browser.newPage();
  const log = [];
  tab.on('console', (message) => message.type() === 'error' && log.push(message.text()));
  tab.on('pageerror', (error) => log.push(String(error)));
  await tab.goto(`http://127.0.0.1:${server.address().port}/${file}`);
  const found = await tab.waitForFunction(() => globalThis.found, undefined, { timeout: 60_000 }).then((handle) => handle.jsonValue(), (error) => [{ count: 0, failed: [String(error), ...log] }]);
  console.log(`${file}: ${found.reduce((sum, { count }) => sum + count, 0)} cases`);
  failed.push(...found.flatMap((result) => result.failed.map((failure) => `${file}: ${failure}`)));
  await tab.close();
}
await browser.close();
server.close();
for (const failure of failed) console.log(failure);
process.exit(failed.length ? 1 : 0);
