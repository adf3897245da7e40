/** h3-js with a small heap: the modules of the service import it from here alone, as the first import decides the heap. */
import './h3-heap.ts';

export * from 'h3-js';

Reflect.deleteProperty(Object.prototype, 'TOTAL_MEMORY');
