// A thread of the pool.

import { parentPort } from 'node:worker_threads';
import { api } from './node.js';

parentPort.on('message', ({ input, options }) => {
  try {
    const json = new TextEncoder().encode(api.parseText(input, options));
    parentPort.postMessage({ json }, [json.buffer]);
  } catch (error) {
    parentPort.postMessage({ error: { type: error.name, message: error.message } });
  }
});
