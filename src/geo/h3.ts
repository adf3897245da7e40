/** Exports h3-js, which has a small heap if it is imported only from here. */
import './h3-heap.ts';

export * from 'h3-js';

Reflect.deleteProperty(Object.prototype, 'TOTAL_MEMORY');
