declare const module: typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;
export default module;
