/** Implements Cloudflare's rate limiter in memory of this process: it counts calls by name in fixed windows of a minute. */
const WINDOW_MS = 60_000;

export class MemoryRateLimit implements RateLimit {
  readonly #most: number;
  #window = 0;
  #counts = new Map<string, number>();

  /** @param most calls a minute and name */
  constructor(most: number) {
    this.#most = most;
  }

  async limit({ key }: RateLimitOptions): Promise<RateLimitOutcome> {
    const window = Math.floor(Date.now() / WINDOW_MS);
    if (window !== this.#window) this.#counts = new Map();
    this.#window = window;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { success: count <= this.#most };
  }
}
