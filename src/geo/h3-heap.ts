/**
 * Starts h3-js with a heap of 6 MB instead of 33.6. Emscripten reads the size from an unreachable object, hence the prototype;
 * `h3.ts` removes it.
 */
Object.defineProperty(Object.prototype, 'TOTAL_MEMORY', { value: 6 * 1024 * 1024, configurable: true });
