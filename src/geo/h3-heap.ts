/**
 * Gives h3-js a heap of 6 MB in the place of 33.6 MB, of an isolate's 128. h3-js is compiled by Emscripten, whose code takes
 * the size from a property of an object that nobody else can reach, and so from its prototype. The heap grows where more is
 * needed. `h3.ts` removes the property again.
 */
Object.defineProperty(Object.prototype, 'TOTAL_MEMORY', { value: 6 * 1024 * 1024, configurable: true });
