/** Reads density tiles with the visitor's key, a few at once; waits at the rate limit, records failures. */
import { authorizationOf, type Credentials } from './credentials.ts';
import type { Refusal } from './outcome.ts';

const MAX_WAITS = 3;
/** Without Retry-After. */
const DEFAULT_WAIT_S = 60;
export const MAX_TILES_AT_ONCE = 6;

export class DensityReader {
  readonly #credentials: () => Credentials | null;
  readonly #changed: () => void;
  #wanted = 0;
  #underWay = 0;
  readonly #queue: (() => void)[] = [];
  #refusal: Refusal | null = null;
  #pause: { readonly seconds: number; readonly over: Promise<void> } | null = null;

  constructor(credentials: () => Credentials | null, changed: () => void) {
    this.#credentials = credentials;
    this.#changed = changed;
  }

  get isLoading(): boolean {
    return this.#wanted > 0;
  }

  /** Retry-After; `null` if nothing waits. */
  get pause_s(): number | null {
    return this.isLoading && this.#pause ? this.#pause.seconds : null;
  }

  get refusal(): Refusal | null {
    return this.#refusal;
  }

  begin(): void {
    this.#refusal = null;
  }

  /** @returns empty tile if absent or refused */
  async read(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
    this.#wanted++;
    this.#changed();
    try {
      for (let waits = 0; ; waits++) {
        const read = await this.#inTurn(() => this.#ask(path, signal), signal);
        if (read instanceof ArrayBuffer) return read;
        if (read.status !== 429 || waits === MAX_WAITS) {
          this.#refusal = read;
          return new ArrayBuffer(0);
        }
        this.#pauseFor(read.retryAfter_s ?? DEFAULT_WAIT_S);
      }
    } finally {
      this.#wanted--;
      this.#changed();
    }
  }

  async #inTurn<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    while (this.#pause || this.#underWay >= MAX_TILES_AT_ONCE) {
      await unlessAborted(this.#pause?.over ?? new Promise<void>((go) => this.#queue.push(go)), signal);
    }
    this.#underWay++;
    try {
      return await ask();
    } finally {
      this.#underWay--;
      // An aborted read passes its turn on.
      for (const go of this.#queue.splice(0)) go();
    }
  }

  /** Tiles refused together wait once. */
  #pauseFor(seconds: number): void {
    if (this.#pause) return;
    const over = new Promise<void>((resolve) => {
      setTimeout(() => {
        this.#pause = null;
        resolve();
        this.#changed();
      }, seconds * 1000);
    });
    this.#pause = { seconds, over };
    this.#changed();
  }

  async #ask(path: string, signal: AbortSignal): Promise<ArrayBuffer | Refusal> {
    const credentials = this.#credentials();
    if (!credentials) return { status: 401, error: '', retryAfter_s: null };
    let response: Response;
    try {
      const headers = { Authorization: authorizationOf(credentials) };
      response = await fetch(path, { headers, credentials: 'omit', signal });
      if (response.ok) return await response.arrayBuffer();
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { status: 0, error: '', retryAfter_s: null };
    }
    return {
      status: response.status,
      error: await errorIn(response),
      retryAfter_s: secondsIn(response.headers.get('Retry-After')),
    };
  }
}

/** Empty if another server answered. */
async function errorIn(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    return String(error);
  } catch {
    return '';
  }
}

/** `null` if absent or a date. */
const secondsIn = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;

function unlessAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void turn.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
