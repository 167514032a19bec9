// A thread of the pool.

import { parentPort } from 'node:worker_threads';
import { api } from './node.js';

parentPort.on('message', ({ input, settings }) => {
  try {
    const json = new TextEncoder().encode(api.answer(input, settings));
    parentPort.postMessage({ json }, [json.buffer]);
  } catch (error) {
    parentPort.postMessage({ error: { type: error.name, message: error.message } });
  }
});

// From here on, errors belong to a document.
parentPort.postMessage({ isReady: true });
