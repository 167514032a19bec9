// Tests the page in Chromium: `test.mjs PAGE TOOLS`, the folders of the page and of the tools' `node_modules`. Screenshots are
// written to PAGE.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';

const [folder, tools] = process.argv.slice(2);
const { chromium } = createRequire(resolve(tools, 'node_modules') + '/')('playwright-core');

const asked = [];
const TYPES = { '.html': 'text/html; charset=utf-8', '.wasm': 'application/wasm' };
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
  asked.push(path);
  try {
    const body = readFileSync(join(folder, path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: process.env.BOZOFEED_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

const wrong = [];
const expect = (what, found, expected) => found === expected || wrong.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);

for (const [name, viewport, colorScheme] of [
  ['wide', { width: 1280, height: 1000 }, 'light'],
  ['narrow', { width: 390, height: 844 }, 'light'],
  ['dark', { width: 1280, height: 1000 }, 'dark'],
]) {
  const tab = await browser.newPage({ viewport, colorScheme });
  const log = [];
  tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && log.push(message.text()));
  tab.on('pageerror', (error) => log.push(String(error)));
  tab.on('dialog', (dialog) => {
    log.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  tab.on('request', (request) => new URL(request.url()).port === String(server.address().port) || /^data:/.test(request.url()) || log.push(`a request: ${request.url()}`));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  const title = (expected) =>
    tab.waitForFunction((expected) => document.querySelector('#head h1')?.textContent === expected, expected, { timeout: 30_000 }).catch(() => wrong.push(`${name}: no title ${expected}: ${log}`));
  await title('Harbour News & Tides');
  await tab.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  for (const id of ['first', 'findings', 'encoding', 'fields', 'data', 'convert', 'entries']) {
    await tab.click(`#tab-${id}`);
    expect(`${name}: ${id} is shown`, await tab.isVisible(`#${id}`), true);
    expect(`${name}: ${id} is alone`, await tab.locator('#panels > section:visible').count(), 1);
    const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(`${name}: ${id} is as wide as the window`, overflow <= 0, true);
    if (id === 'encoding') await tab.screenshot({ path: join(folder, `${name}-encoding.png`), fullPage: true });
  }
  if (name === 'wide') {
    expect('the chart is drawn', await tab.locator('#encoding svg.chart').count(), 2);
    await tab.click('#tab-convert');
    expect('the feed is converted', (await tab.textContent('#convert .out')).startsWith('<?xml'), true);
    await tab.click('#convert .choice button:nth-of-type(3)');
    expect('the feed is converted to JSON', JSON.parse(await tab.textContent('#convert .out')).title, 'Harbour News & Tides');
    await tab.click('.samples button:nth-of-type(2)');
    await title('Nachrichten aus dem Hafen');
    expect('the encoding is found', (await tab.textContent('#head')).includes('windows-1252'), true);
    expect('letters are right', (await tab.textContent('#entries')).includes('Die Fähre nach Østerby'), true);
    await tab.setInputFiles('#file', { name: 'a.xml', mimeType: 'application/xml', buffer: Buffer.from('<rss><channel><title>M\xF6we</title>', 'latin1') });
    await title('Möwe');
    await tab.fill('#text', '<rss><channel><title>&lt;img src=x onerror=alert(1)></title><item><description>&lt;img src="http://127.0.0.1:1/a.png" onerror="alert(2)">&lt;svg onload=alert(3)>');
    await tab.waitForFunction(() => document.querySelector('#head h1').textContent !== 'Möwe');
    expect('no picture of a feed is loaded', await tab.locator('#panels img').count(), 0);
    await tab.fill('#text', '<html><title>No feed</title>');
    const isPage = () => document.querySelector('.verdict')?.textContent.startsWith('This is not a feed');
    await tab.waitForFunction(isPage, undefined, { timeout: 10_000 }).catch(() => wrong.push('a page is a feed'));
    const described = async () => [await tab.inputValue('#url'), await tab.inputValue('#type')].join();
    const replace = async (title) => {
      await tab.focus('#text');
      await tab.keyboard.press('Control+A');
      await tab.keyboard.insertText(`<rss><channel><title>${title}</title>`);
      await tab.waitForFunction((title) => document.querySelector('#head h1')?.textContent === title, title);
    };
    await tab.click('.samples button:nth-of-type(2)');
    await title('Nachrichten aus dem Hafen');
    expect('a sample has its media type', (await described()) === ',', false);
    await replace('Mine');
    expect('it is not that of another document', await described(), ',');
    await tab.fill('#url', 'https://harbour.example/feed');
    await replace('Mine too');
    expect('a URL that somebody wrote stays', await described(), 'https://harbour.example/feed,');
    await tab.click('#clear');
    expect('nothing is shown of nothing', await tab.isVisible('#answer'), false);
    await tab.click('.samples button:nth-of-type(3)');
    await title('Voices from the Lighthouse');
    await tab.screenshot({ path: join(folder, 'podcast.png'), fullPage: true });
    await tab.click('.samples button:nth-of-type(4)');
    await title('The Quay');
  }
  for (const message of log) wrong.push(`${name}: ${message}`);
  await tab.close();
}
expect('nothing else is asked of the server', [...new Set(asked)].sort().join(), '/full.wasm,/index.html');
await browser.close();
server.close();
console.log(wrong.length ? wrong.join('\n') : 'the page works');
process.exit(wrong.length ? 1 : 0);
