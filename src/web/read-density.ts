/** Reads tiles of the layer of density with the visitor's key, and knows why some cannot be shown. */
import { authorizationOf, type Credentials } from './credentials.ts';
import type { Refusal } from './outcome.ts';

/** How often a tile waits where the service takes no more questions. */
const MAX_WAITS = 3;
/** Where the service does not say how long to wait. */
const DEFAULT_WAIT_S = 60;

export class DensityReader {
  readonly #credentials: () => Credentials | null;
  readonly #changed: () => void;
  #underWay = 0;
  #refusal: Refusal | null = null;

  /** @param changed told when tiles begin or end to be read, and when one is refused */
  constructor(credentials: () => Credentials | null, changed: () => void) {
    this.#credentials = credentials;
    this.#changed = changed;
  }

  get isLoading(): boolean {
    return this.#underWay > 0;
  }

  /** Why a tile has been refused, the last time. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** Forgets what was refused before, as everything is read again. */
  begin(): void {
    this.#refusal = null;
  }

  /**
   * @returns an empty tile where there is nothing to show, or it was refused
   * @throws AbortError where `signal` is aborted
   */
  async read(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
    this.#underWay++;
    this.#changed();
    try {
      for (let waits = 0; ; waits++) {
        const read = await this.#ask(path, signal);
        if (read instanceof ArrayBuffer) return read;
        if (read.status !== 429 || waits === MAX_WAITS) {
          this.#refusal = read;
          return new ArrayBuffer(0);
        }
        await wait(read.retryAfter_s ?? DEFAULT_WAIT_S, signal);
      }
    } finally {
      this.#underWay--;
      this.#changed();
    }
  }

  async #ask(path: string, signal: AbortSignal): Promise<ArrayBuffer | Refusal> {
    const credentials = this.#credentials();
    if (!credentials) return { status: 401, error: '', retryAfter_s: null };
    try {
      const headers = { Authorization: authorizationOf(credentials) };
      const response = await fetch(path, { headers, credentials: 'omit', signal });
      if (response.ok) return await response.arrayBuffer();
      const { error } = (await response.json()) as { error?: unknown };
      const retryAfter = response.headers.get('Retry-After');
      const retryAfter_s = retryAfter === null ? null : Number(retryAfter);
      return { status: response.status, error: String(error), retryAfter_s };
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { status: 0, error: '', retryAfter_s: null };
    }
  }
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', abort, { once: true });
  });
}
