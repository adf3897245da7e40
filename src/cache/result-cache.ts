/**
 * Results kept in the Workers Cache API: bare bodies, apart from the responses that are sent. Nothing depends on it: a
 * cache that fails or is slow counts as empty.
 */
import { CACHE_TIMEOUT_MS, RESULT_KEPT_S } from '../limits.ts';
import { answerInTime } from '../storage/answer-in-time.ts';

const CACHE_NAME = 'results';
const STORED_AT_HEADER = 'X-Stored-At';

/** A result as it is kept. */
export interface KeptResult {
  /** JSON text, to be read once. */
  readonly body: ReadableStream;
  readonly etag: string;
  /** Seconds since it was stored. */
  readonly age_s: number;
}

export class ResultCache {
  readonly #waitUntil: (work: Promise<unknown>) => void;
  readonly #onFailure: (cause: unknown) => void;

  /**
   * @param waitUntil keeps the request's context alive until a result is stored
   * @param onFailure told why a result could not be found or stored
   */
  constructor(waitUntil: (work: Promise<unknown>) => void, onFailure: (cause: unknown) => void) {
    this.#waitUntil = waitUntil;
    this.#onFailure = onFailure;
  }

  /** @param key see `resultKey` */
  async find(key: string): Promise<KeptResult | null> {
    try {
      const response = await answerInTime('cache', CACHE_TIMEOUT_MS, async () =>
        (await caches.open(CACHE_NAME)).match(key),
      );
      const etag = response?.headers.get('ETag');
      if (!response?.body || !etag) return null;
      const storedAt_ms = Number(response.headers.get(STORED_AT_HEADER));
      return { body: response.body, etag, age_s: Math.max(0, Math.floor((Date.now() - storedAt_ms) / 1000)) };
    } catch (cause) {
      this.#onFailure(cause);
      return null;
    }
  }

  /** Stores a result after the response has gone out. */
  keep(key: string, body: string, etag: string): void {
    const store = async (): Promise<void> => {
      const response = new Response(body, {
        headers: {
          'Content-Type': 'application/json',
          'Cache-Control': `public, max-age=${RESULT_KEPT_S}`,
          ETag: etag,
          [STORED_AT_HEADER]: String(Date.now()),
        },
      });
      await (await caches.open(CACHE_NAME)).put(key, response);
    };
    this.#waitUntil(store().catch(this.#onFailure));
  }
}
