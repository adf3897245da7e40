/** h3-js with a small heap, if imported only from here. */
import './h3-heap.ts';

export * from 'h3-js';

Reflect.deleteProperty(Object.prototype, 'TOTAL_MEMORY');
