/**
 * Limits h3-js's initial heap to 6 MB instead of 33.6 MB of an isolate's 128. Emscripten reads the size from a property of an
 * unreachable object, hence its prototype. The heap can grow. `h3.ts` removes the property.
 */
Object.defineProperty(Object.prototype, 'TOTAL_MEMORY', { value: 6 * 1024 * 1024, configurable: true });
