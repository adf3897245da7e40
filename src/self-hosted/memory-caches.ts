/** Implements the Cache API in memory: entries stay until they expire or, of all caches together, others were used later. */
import { LRUCache } from 'lru-cache';

const MAX_BYTES = 64 * 1024 * 1024;
const BYTES_OF_AN_ENTRY = 1_000;

interface Entry {
  readonly body: ArrayBuffer;
  readonly headers: Headers;
}

export class MemoryCaches {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + BYTES_OF_AN_ENTRY,
  });

  async open(name: string): Promise<Pick<Cache, 'match' | 'put' | 'delete'>> {
    const entries = this.#entries;
    const keyOf = (request: RequestInfo | URL): string => `${name} ${request}`;
    return {
      async match(request) {
        const entry = entries.get(keyOf(request));
        return entry && new Response(entry.body, { headers: entry.headers });
      },
      async put(request, response) {
        const age_s = Number(/max-age=(\d+)/.exec(response.headers.get('Cache-Control') ?? '')?.[1] ?? 0);
        const entry = { body: await response.arrayBuffer(), headers: new Headers(response.headers) };
        if (age_s > 0) entries.set(keyOf(request), entry, { ttl: age_s * 1_000 });
      },
      async delete(request) {
        return entries.delete(keyOf(request));
      },
    };
  }
}
