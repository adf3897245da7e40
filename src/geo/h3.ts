/** h3-js with a small heap. The service imports it only from here: the first import decides. */
import './h3-heap.ts';

export * from 'h3-js';

Reflect.deleteProperty(Object.prototype, 'TOTAL_MEMORY');
