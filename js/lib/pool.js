// A pool of threads for servers (Node, Bun and Deno).

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

let pool;

/** Returns the pool of this process, with so many workers. They do not keep the process alive. */
export async function start(size = availableParallelism()) {
  if (pool?.size !== size) {
    pool?.close();
    pool = new Pool(size);
  }
  return pool;
}

class Pool {
  #idle = [];
  #waiting = [];
  #jobs = new Map();

  constructor(size) {
    this.size = size;
    for (let i = 0; i < size; i++) this.#idle.push(this.#start());
  }

  /** Answers a call about a document; resolves to JSON. */
  run(input, settings) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, settings, resolve, reject });
      this.#next();
    });
  }

  /** Ends the workers when they have nothing to do. */
  close() {
    this.size = 0;
    for (const worker of this.#idle.splice(0)) worker.terminate();
  }

  #start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    const settle = (outcome, value) => {
      const job = this.#jobs.get(worker);
      this.#jobs.delete(worker);
      worker.unref();
      job?.[outcome](value);
    };
    worker.on('message', ({ json, error }) => {
      if (error) settle('reject', new (error.type === 'TypeError' ? TypeError : Error)(error.message));
      else settle('resolve', new TextDecoder().decode(json));
      if (this.size) this.#idle.push(worker);
      else worker.terminate();
      this.#next();
    });
    worker.on('error', (error) => {
      settle('reject', error);
      if (this.size) this.#idle.push(this.#start());
      this.#next();
    });
    worker.unref();
    return worker;
  }

  #next() {
    while (this.#waiting.length && this.#idle.length) {
      const worker = this.#idle.pop();
      const { input, settings, ...job } = this.#waiting.shift();
      this.#jobs.set(worker, job);
      worker.ref();
      worker.postMessage({ input, settings });
    }
  }
}
