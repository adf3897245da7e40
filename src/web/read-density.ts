/** Reads density tiles with the visitor's key, some ten a screen; waits at the rate limit, records failures. */
import { sleep } from '../clients/javascript/sleep.ts';
import { ask } from './ask-count.ts';
import type { Credentials } from './credentials.ts';
import type { Refusal } from './outcome.ts';

const MAX_WAITS = 3;
/** Without Retry-After. */
const DEFAULT_WAIT_S = 60;

export class DensityReader {
  readonly #credentials: () => Credentials | null;
  readonly #changed: () => void;
  #wanted = 0;
  #refusal: Refusal | null = null;
  #pause_s: number | null = null;

  constructor(credentials: () => Credentials | null, changed: () => void) {
    this.#credentials = credentials;
    this.#changed = changed;
  }

  get isLoading(): boolean {
    return this.#wanted > 0;
  }

  /** Retry-After; `null` if nothing waits. */
  get pause_s(): number | null {
    return this.isLoading ? this.#pause_s : null;
  }

  get refusal(): Refusal | null {
    return this.#refusal;
  }

  begin(): void {
    this.#refusal = null;
  }

  /** @returns empty tile if absent or refused */
  async read(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
    const credentials = this.#credentials();
    this.#wanted++;
    this.#changed();
    try {
      for (let waits = 0; ; waits++) {
        const read = credentials
          ? await ask(path, credentials, signal, (response) => response.arrayBuffer())
          : { status: 401, error: '', retryAfter_s: null };
        if (read instanceof ArrayBuffer) return read;
        if (read.status !== 429 || waits === MAX_WAITS) {
          this.#refusal = read;
          return new ArrayBuffer(0);
        }
        this.#pause_s = read.retryAfter_s ?? DEFAULT_WAIT_S;
        this.#changed();
        await sleep(1_000 * this.#pause_s, signal);
        this.#pause_s = null;
      }
    } finally {
      this.#wanted--;
      this.#changed();
    }
  }
}
