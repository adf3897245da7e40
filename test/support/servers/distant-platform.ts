/** Platform far from its buckets: six connections for buckets and cache, each busy until the headers arrive. */
import type { VirtualClock } from './virtual-clock.ts';

const CONNECTIONS = 6;

export interface Distances {
  readonly read_ms: number;
  readonly keys_ms: number;
  /** Of buckets; cached bodies need no time. */
  readonly body_bytes_per_ms: number;
  readonly hit_ms: number;
  readonly miss_ms: number;
}

export interface PlatformWork {
  /** Of both buckets, and cache hits. */
  reads: number;
  bytes: number;
  /** When each had a connection. */
  readonly asked: { readonly key: string; readonly at_ms: number }[];
}

interface KeptEntry {
  readonly body: ArrayBuffer;
  readonly headers: readonly (readonly [string, string])[];
  readonly until_ms: number;
}

export class DistantPlatform {
  readonly cached = new Map<string, KeptEntry>();
  readonly tiles: ReadonlyMap<string, Uint8Array>;
  readonly keys: ReadonlyMap<string, Uint8Array>;
  readonly clock: VirtualClock;

  constructor(
    tiles: ReadonlyMap<string, Uint8Array>,
    keys: ReadonlyMap<string, Uint8Array>,
    clock: VirtualClock,
  ) {
    this.tiles = tiles;
    this.keys = keys;
    this.clock = clock;
  }

  /** @param name by default all */
  emptyCache(name?: string): void {
    for (const key of this.cached.keys())
      if (name === undefined || key.startsWith(entryKey(name, ''))) this.cached.delete(key);
  }

  request(distances: Distances): DistantRequest {
    return new DistantRequest(this, distances);
  }
}

export class DistantRequest {
  readonly work: PlatformWork = { reads: 0, bytes: 0, asked: [] };
  readonly #platform: DistantPlatform;
  readonly #distances: Distances;
  readonly #left: Promise<unknown>[] = [];
  readonly #waiting: (() => void)[] = [];
  #free = CONNECTIONS;

  constructor(platform: DistantPlatform, distances: Distances) {
    this.#platform = platform;
    this.#distances = distances;
  }

  get bindings(): object {
    const { read_ms, keys_ms } = this.#distances;
    return {
      TILES: { get: (key: string) => this.#get(this.#platform.tiles, key, read_ms) },
      KEYS: { get: (key: string) => this.#get(this.#platform.keys, key, keys_ms) },
      CALLS_PER_KEY: { limit: async () => ({ success: true }) },
      CALLS_PER_ADDRESS: { limit: async () => ({ success: true }) },
    };
  }

  get context(): object {
    return {
      waitUntil: (work: Promise<unknown>) => this.#left.push(work),
      passThroughOnException: () => {},
      props: {},
    };
  }

  get caches(): object {
    return {
      open: async (name: string) => ({
        match: (key: string) => this.#match(name, key),
        put: (key: string, response: Response) => this.#put(name, key, response),
      }),
    };
  }

  /** Waits for work after the answer. */
  async finish(): Promise<void> {
    for (const work of this.#left) await work;
  }

  async #get(objects: ReadonlyMap<string, Uint8Array>, key: string, away_ms: number): Promise<object | null> {
    const bytes = await this.#connected(
      () => {
        this.work.reads++;
        this.work.asked.push({ key, at_ms: this.#platform.clock.now_ms });
        return away_ms;
      },
      () => objects.get(key) ?? null,
    );
    if (!bytes) return null;
    this.work.bytes += bytes.byteLength;
    return {
      arrayBuffer: async () => {
        await this.#platform.clock.wait(bytes.byteLength / this.#distances.body_bytes_per_ms);
        return new Uint8Array(bytes).buffer;
      },
    };
  }

  /** Copying Node's own body takes much longer. */
  async #match(name: string, key: string): Promise<Pick<Response, 'headers' | 'arrayBuffer'> | undefined> {
    const entry = await this.#connected(
      () => (this.#kept(name, key) ? this.#distances.hit_ms : this.#distances.miss_ms),
      () => this.#kept(name, key),
    );
    if (!entry) return undefined;
    this.work.reads++;
    this.work.bytes += entry.body.byteLength;
    const headers = new Headers(entry.headers as [string, string][]);
    return { headers, arrayBuffer: async () => entry.body.slice(0) };
  }

  async #put(name: string, key: string, response: Response): Promise<void> {
    const body = await response.arrayBuffer();
    const seconds = keptSeconds(response.headers);
    await this.#connected(
      () => this.#distances.hit_ms,
      () => {
        if (seconds <= 0) return;
        const headers = [...response.headers];
        this.#platform.cached.set(entryKey(name, key), {
          body,
          headers,
          until_ms: this.#platform.clock.now_ms + seconds * 1000,
        });
      },
    );
  }

  #kept(name: string, key: string): KeptEntry | undefined {
    const entry = this.#platform.cached.get(entryKey(name, new URL(key).href));
    return entry && this.#platform.clock.now_ms < entry.until_ms ? entry : undefined;
  }

  /** @param away_ms latency */
  async #connected<T>(away_ms: () => number, act: () => T): Promise<T> {
    if (this.#free === 0) await new Promise<void>((done) => this.#waiting.push(done));
    else this.#free--;
    await this.#platform.clock.wait(away_ms());
    const result = act();
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
    return result;
  }
}

const entryKey = (name: string, key: string): string => `${name} ${key}`;

/** 0 without permission to store it. */
function keptSeconds(headers: Headers): number {
  const control = headers.get('Cache-Control') ?? '';
  if (headers.has('Set-Cookie') || /no-store|private/.test(control)) return 0;
  return Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0);
}
