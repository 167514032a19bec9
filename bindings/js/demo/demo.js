// The page: a document in, a report, data and other formats out.

import { check, init, parse, parseModel, report, write } from '../lib/slim.js';
import { samples } from './samples.js';

/** The maximum length of a document. */
const MOST = 32 << 20;
/** The number of characters of data that are shown. */
const MOST_SHOWN = 400_000;

const $ = (id) => document.getElementById(id);
const [text, status, panels, tabs] = [$('text'), $('status'), $('panels'), document.querySelector('.tabs')];

/** The document: its name, and its text or bytes. */
let current = { name: 'pasted', input: '' };
/** The current tab, which stays the same when another document is parsed. */
let shown = 'entries';

/** Parses a page without running it. The policy allows only this conversion. */
const policy = globalThis.trustedTypes?.createPolicy('bozofeed', { createHTML: (html) => html });
function pageOf(html) {
  // This page already has the style of reports.
  const plain = html.replace(/<style>[^]*?<\/style>/, '');
  return new DOMParser().parseFromString(policy ? policy.createHTML(plain) : plain, 'text/html');
}

function element(name, properties = {}, ...children) {
  const { role, ...rest } = properties;
  const made = Object.assign(document.createElement(name), rest);
  if (role) made.setAttribute('role', role);
  made.append(...children);
  return made;
}

const size = (bytes) => (bytes < 1024 ? `${bytes} bytes` : bytes < 1 << 20 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / (1 << 20)).toFixed(1)} MB`);
const plural = (count, word, words = `${word}s`) => `${count.toLocaleString('en')} ${count === 1 ? word : words}`;

/** Parses the current document, and shows the result. */
function read() {
  const { name, input } = current;
  const isEmpty = input.length === 0;
  $('answer').hidden = isEmpty;
  if (isEmpty) return say('Ready');
  const options = { name };
  const [url, type] = [$('url').value.trim(), $('type').value.trim()];
  if (url) options.url = url;
  if (type) options.contentType = type;
  try {
    const { name: _, ...parsing } = options;
    const start = performance.now();
    const parsed = parse(input, parsing);
    const time = performance.now() - start;
    show(pageOf(report(input, options)), { ...parsed, input, options: parsing });
    const length = typeof input === 'string' ? new TextEncoder().encode(input).length : input.length;
    say(`${size(length)}, ${plural(parsed.entries.length, 'entry', 'entries')}, read in ${time.toFixed(1)} ms`);
  } catch (error) {
    $('answer').hidden = true;
    say(`This document could not be read: ${error.message}`);
  }
}

function say(message) {
  status.textContent = message;
}

/** Shows the sections of a report, and the page's own sections. */
function show(page, parsed) {
  const head = page.querySelector('header');
  head.querySelector('.soft')?.remove();
  $('head').replaceChildren(document.adoptNode(head));
  const sections = new Map([...page.querySelectorAll('main > section')].map((section) => [section.id, document.adoptNode(section)]));
  const findings = check(parsed.input, parsed.options).length;
  const all = [
    ['entries', 'Entries', parsed.entries.length],
    ['first', 'What to change'],
    ['findings', 'Findings', findings],
    ['encoding', 'Encoding'],
    ['fields', 'Where values come from'],
  ].filter(([id]) => sections.has(id));
  all.push(['data', 'Data'], ['convert', 'Convert']);
  sections.set('data', data(parsed)).set('convert', convert(parsed));
  if (!all.some(([id]) => id === shown)) shown = all[0][0];
  tabs.replaceChildren(
    ...all.map(([id, name, count]) => {
      const tab = element('button', { type: 'button', role: 'tab', id: `tab-${id}` }, name);
      if (count !== undefined) tab.append(element('span', { className: 'count' }, String(count)));
      tab.setAttribute('aria-controls', id);
      tab.addEventListener('click', () => select(id));
      return tab;
    }),
  );
  panels.replaceChildren(
    ...all.map(([id]) => {
      const section = sections.get(id);
      section.setAttribute('role', 'tabpanel');
      section.setAttribute('aria-labelledby', `tab-${id}`);
      return section;
    }),
  );
  for (const link of panels.querySelectorAll('a[href^="http"]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  select(shown);
}

function select(id) {
  shown = id;
  for (const tab of tabs.children) {
    const isShown = tab.id === `tab-${id}`;
    tab.setAttribute('aria-selected', isShown);
    tab.tabIndex = isShown ? 0 : -1;
  }
  for (const section of panels.children) {
    section.hidden = section.id !== id;
    // Slow parts are only created when they are shown.
    if (!section.hidden) section.fill?.();
  }
}

/** The result of `parse`, and the whole model. */
function data({ input, options }) {
  const views = { 'parse()': () => parse(input, options), 'parseModel()': () => parseModel(input, options) };
  return choices('data', 'The data that a program gets', views, (make) => JSON.stringify(make(), null, 2));
}

/** The feed in other formats. */
function convert({ input, options, isFeed }) {
  const formats = { RSS: 'rss', Atom: 'atom', 'JSON Feed': 'json' };
  return choices('convert', 'The feed as valid documents', formats, (format) => {
    if (!isFeed) return 'This is not a feed.';
    return write(parseModel(input, options), format, options.url ? { feedUrl: options.url } : {});
  });
}

/** A section with several texts to choose from. */
function choices(id, title, values, textOf) {
  const out = element('pre', { className: 'out', tabIndex: 0 });
  const bar = element('div', { className: 'choice', role: 'group' });
  let whole = '';
  const choose = (name) => {
    for (const button of bar.querySelectorAll('[aria-pressed]')) button.setAttribute('aria-pressed', button.textContent === name);
    try {
      whole = textOf(values[name]);
    } catch (error) {
      whole = `Not possible: ${error.message}`;
    }
    out.textContent = whole.length > MOST_SHOWN ? `${whole.slice(0, MOST_SHOWN)}\n… (${size(whole.length)})` : whole;
  };
  for (const name of Object.keys(values)) {
    const button = element('button', { type: 'button', onclick: () => choose(name) }, name);
    button.setAttribute('aria-pressed', false);
    bar.append(button);
  }
  const copy = element('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(whole).then(() => (copy.textContent = 'Copied'), () => (copy.textContent = 'Not allowed'));
    setTimeout(() => (copy.textContent = 'Copy'), 1500);
  });
  bar.append(copy);
  const section = element('section', { id }, element('h2', {}, title), bar, out);
  section.fill = () => {
    section.fill = undefined;
    choose(Object.keys(values)[0]);
  };
  return section;
}

/** Returns letters to show for bytes whose encoding is not known yet. */
function lettersOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The URL and the media type that came with the document. */
let given = { url: '', type: '' };

/** Loads another document. Bytes are displayed as well as possible, but parsed unchanged. */
function take(name, input, { url = '', type = '' } = {}) {
  current = { name, input };
  given = { url, type };
  for (const id of Object.keys(given)) $(id).value = given[id];
  text.value = typeof input === 'string' ? input : lettersOf(input.subarray(0, MOST_SHOWN));
  read();
}

async function takeFile(file) {
  if (!file) return;
  if (file.size > MOST) return say(`${file.name} has more than ${size(MOST)}`);
  press();
  take(file.name, new Uint8Array(await file.arrayBuffer()));
}

/** Marks the current sample. */
function press(sample) {
  for (const button of document.querySelectorAll('.samples button')) button.setAttribute('aria-pressed', button.textContent === sample?.name);
}

for (const sample of samples) {
  const use = () => {
    press(sample);
    take(sample.file, sample.input, sample);
  };
  document.querySelector('.samples').append(element('button', { type: 'button', onclick: use }, sample.name));
}

let waiting;
let isReplaced = false;
text.addEventListener('beforeinput', () => {
  isReplaced = text.value !== '' && text.selectionStart === 0 && text.selectionEnd === text.value.length;
});
text.addEventListener('input', () => {
  press();
  // The URL and the media type of a sample are not those of a document that takes its place; those that somebody wrote stay.
  if (isReplaced) for (const id of Object.keys(given)) if ($(id).value === given[id]) $(id).value = '';
  isReplaced = false;
  clearTimeout(waiting);
  current = { name: 'pasted', input: text.value };
  waiting = setTimeout(read, 250);
});
for (const id of ['url', 'type']) $(id).addEventListener('change', read);
$('open').addEventListener('click', () => $('file').click());
$('file').addEventListener('change', ({ target }) => takeFile(target.files[0]).then(() => (target.value = '')));
$('clear').addEventListener('click', () => {
  press();
  take('pasted', '');
  text.focus();
});
tabs.addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const all = [...tabs.children];
  const next = all[(all.findIndex((tab) => tab.tabIndex === 0) + step + all.length) % all.length];
  next.click();
  next.focus();
});
// A link to a place in a hidden section.
panels.addEventListener('click', (event) => {
  const target = event.target.closest('a[href^="#"]')?.hash.slice(1);
  const section = target && document.getElementById(target)?.closest('#panels > section');
  if (section) select(section.id);
});
addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('dropping');
});
addEventListener('dragleave', (event) => event.relatedTarget ?? document.body.classList.remove('dropping'));
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  const [file] = event.dataTransfer.files;
  if (file) return takeFile(file);
  press();
  take('dropped', event.dataTransfer.getData('text/plain'));
});

try {
  await init(new URL('full.wasm', document.baseURI));
  // The first call also compiles, which would distort the time for the feed.
  parse(samples[0].input);
  // Text that was already pasted is kept.
  if (text.value) take('pasted', text.value);
  else document.querySelector('.samples button').click();
} catch (error) {
  say(`The module could not be loaded: ${error.message}`);
}
