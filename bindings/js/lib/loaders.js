// Loaders for modules that cannot be loaded on demand: `init` compiles them first.

/** Returns a loader for `bind`. `fallback` fetches the module if none is passed to `init`. */
export function initialised(fallback) {
  let compiled;
  let ready;
  const module = () => {
    if (!compiled) throw new Error('call `await init()` first');
    return compiled;
  };
  return {
    module,
    init(source) {
      const taken = source ?? fallback();
      ready ??= compile(taken).then(
        (module) => {
          compiled = module;
        },
        (error) => {
          ready = undefined;
          throw source === undefined && taken instanceof URL ? missing(error) : error;
        },
      );
      return ready;
    },
  };
}

/** Returns the error for a package file that cannot be read: esbuild silently omits the file from bundles. */
export function missing(cause) {
  return new Error(`the .wasm file of the package cannot be loaded; a bundler may have left it out: copy it, give init() its URL, or import bozofeed/inline (${cause.message})`, { cause });
}

/** Compiles a module, a response, bytes, a URL, or a promise of one of them. */
async function compile(source) {
  let given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof given === 'string' || given instanceof URL) given = await fetch(given);
  if (typeof Response === 'function' && given instanceof Response) {
    if (!given.ok) throw new Error(`${given.url}: ${given.status}`);
    // A server may send another media type, which streaming rejects.
    const isWasm = given.headers.get('content-type')?.split(';')[0].trim() === 'application/wasm';
    return isWasm && WebAssembly.compileStreaming
      ? WebAssembly.compileStreaming(given)
      : WebAssembly.compile(await given.arrayBuffer());
  }
  return WebAssembly.compile(given);
}
