// The declarations under `--lib es2023`, without those of a browser. `@types/node` has no more than these.

import { init, parse, parseResponse, type CompiledModule } from '../package/index.js';

declare global {
  class URL {
    readonly href: string;
  }
  interface Response {
    readonly headers: Iterable<[string, string]>;
  }
  interface ReadableStream<R = any> {
    cancel(reason?: R): Promise<void>;
  }
  interface AbortSignal {
    readonly aborted: boolean;
  }
  function fetch(url: string): Promise<Response>;
}

export async function usage(module: CompiledModule, response: Response, bytes: Uint8Array): Promise<string> {
  await init(module);
  await init(bytes);
  return parse(bytes).version + (await parseResponse(response)).version;
}
