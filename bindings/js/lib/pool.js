// A pool of threads for servers (Node, Bun and Deno).

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

let pool;

/** Returns the pool of this process, with this number of workers. They do not keep the process alive. */
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
  /** The number of workers. */
  #workers = 0;
  #isClosed = false;

  constructor(size) {
    this.size = size;
  }

  /** Answers a call about a document; resolves to JSON. This works even after the pool was closed. */
  run(input, settings) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, settings, resolve, reject });
      this.#next();
    });
  }

  /** Ends each worker once it is idle. */
  close() {
    this.#isClosed = true;
    for (const worker of this.#idle.splice(0)) worker.terminate();
  }

  /** Starts a worker. Its end is handled once, whatever events occur. */
  #start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    this.#workers++;
    let isReady = false;
    let hasEnded = false;
    const end = (cause) => {
      if (hasEnded) return;
      hasEnded = true;
      this.#workers--;
      this.#idle = this.#idle.filter((idle) => idle !== worker);
      this.#settle(worker, 'reject', isReady ? cause : new Error(`a worker cannot start: ${cause.message}`, { cause }));
      this.#next();
    };
    worker.on('message', ({ isReady: hasStarted, json, error }) => {
      isReady = true;
      if (hasStarted) return;
      if (error) this.#settle(worker, 'reject', new (error.type === 'TypeError' ? TypeError : Error)(error.message));
      else this.#settle(worker, 'resolve', new TextDecoder().decode(json));
      this.#release(worker);
    });
    worker.on('error', end);
    worker.on('messageerror', (error) => {
      end(error);
      worker.terminate();
    });
    worker.on('exit', () => end(new Error('the worker has ended')));
    worker.unref();
    return worker;
  }

  /** Settles the job of a worker, if it has one. */
  #settle(worker, outcome, value) {
    const job = this.#jobs.get(worker);
    this.#jobs.delete(worker);
    worker.unref();
    job?.[outcome](value);
  }

  /** Gives a worker the next job, or ends it if there is none and the pool is closed. */
  #release(worker) {
    if (this.#isClosed && !this.#waiting.length) worker.terminate();
    else this.#idle.push(worker);
    this.#next();
  }

  #next() {
    while (this.#waiting.length && (this.#idle.length || this.#workers < this.size)) {
      const { input, settings, ...job } = this.#waiting.shift();
      let worker;
      try {
        worker = this.#idle.pop() ?? this.#start();
        this.#jobs.set(worker, job);
        worker.ref();
        worker.postMessage({ input, settings });
      } catch (error) {
        job.reject(error);
        if (!worker) continue;
        this.#settle(worker, 'reject', error);
        this.#idle.push(worker);
      }
    }
  }
}
