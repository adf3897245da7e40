/**
 * Starts h3-js with a heap of 6 MB instead of 33.6. Emscripten reads the size from an object that nobody else can reach, so this
 * sets it on the prototype of all objects. `h3.ts` removes it before any other code runs, because modules without a top-level
 * `await` are evaluated in one synchronous job (ECMA-262, 16.2.1.6).
 */
Object.defineProperty(Object.prototype, 'TOTAL_MEMORY', { value: 6 * 1024 * 1024, configurable: true });
