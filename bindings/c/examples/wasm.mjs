// Answers questions like `bozofeed --ndjson`, using the module instead of the command: node wasm.mjs bozofeed.wasm < questions
//
// The module has no imports; any other host calls the same functions.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, bozofeed_alloc, bozofeed_dealloc, bozofeed_parse, bozofeed_free } = instance.exports;

// Copies bytes into the module's memory.
function place(bytes) {
  const at = bozofeed_alloc(bytes.length);
  if (at === 0) throw new RangeError('out of memory');
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return at;
}

function parse(document, question) {
  const text = new TextEncoder().encode(`${question}\0`);
  const [at, textAt] = [place(document), place(text)];
  const answer = bozofeed_parse(at, document.length, textAt);
  // The memory may have grown, which invalidates earlier views.
  const bytes = new Uint8Array(memory.buffer);
  const json = new TextDecoder().decode(bytes.subarray(answer, bytes.indexOf(0, answer)));
  bozofeed_free(answer);
  bozofeed_dealloc(at, document.length);
  bozofeed_dealloc(textAt, text.length);
  return json;
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(parse(readFileSync(JSON.parse(line).path), line));
}
