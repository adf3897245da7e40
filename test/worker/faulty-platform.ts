/** Platform in memory that fails at random. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Random } from '../../tiles-builder/base/numbers/random.ts';

/** `part: what happens`. */
export type Fault = string;

type Read = (key: string, objects: ReadonlyMap<string, Uint8Array>) => Promise<Uint8Array | null>;

const never = <T>(): Promise<T> => new Promise(() => {});
const after = <T>(ms: number, value: T): Promise<T> => new Promise((done) => setTimeout(done, ms, value));
const fail = (what = ''): Promise<never> =>
  Promise.reject(new TypeError(`the network went away with ${what}`));

/** Each fault may also do no harm. */
export interface Odds {
  /** Of a fault at one read. */
  readonly fault: number;
  readonly late_ms: number;
}

interface CachedResponse {
  readonly body: ArrayBuffer;
  readonly headers: readonly (readonly [string, string])[];
}

/** Six a request; a hanging call keeps its connection. */
class PlatformConnections {
  #free = 6;
  readonly #waiting: (() => void)[] = [];

  async use<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((free) => this.#waiting.push(free));
    else this.#free--;
    try {
      return await ask();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

const connectionsOfRequest = new AsyncLocalStorage<PlatformConnections>();

export const runRequest = <T>(request: () => Promise<T>): Promise<T> =>
  connectionsOfRequest.run(new PlatformConnections(), request);

function connected<T>(ask: () => Promise<T>): Promise<T> {
  const connections = connectionsOfRequest.getStore();
  if (!connections) throw new Error('The platform is asked outside of any request');
  return connections.use(ask);
}

export class FaultyPlatform {
  objects: ReadonlyMap<string, Uint8Array>;
  readonly keyObjects: ReadonlyMap<string, Uint8Array>;
  readonly #cached = new Map<string, CachedResponse>();
  readonly #stale = new Map<string, CachedResponse>();
  readonly #random: Random;
  readonly #odds: Odds;

  constructor(
    objects: ReadonlyMap<string, Uint8Array>,
    keyObjects: ReadonlyMap<string, Uint8Array>,
    random: Random,
    odds: Odds,
  ) {
    this.objects = objects;
    this.keyObjects = keyObjects;
    this.#random = random;
    this.#odds = odds;
  }

  bucket(note: (fault: Fault) => void): Pick<R2Bucket, 'get'> {
    return this.#bucket('storage', () => this.objects, note);
  }

  keys(note: (fault: Fault) => void): Pick<R2Bucket, 'get'> {
    return this.#bucket('keys', () => this.keyObjects, note);
  }

  #bucket(
    part: string,
    held: () => ReadonlyMap<string, Uint8Array>,
    note: (fault: Fault) => void,
  ): Pick<R2Bucket, 'get'> {
    const get = async (key: string): Promise<unknown> => {
      const [fault, read] = this.#choose(
        this.#readFaults(),
        async (name, objects) => objects.get(name) ?? null,
      );
      if (fault) note(`${part}: ${fault}`);
      const bytes = await connected(() => read(key, held()));
      if (bytes === null) return null;
      return { arrayBuffer: () => (fault === 'body fails' ? fail() : Promise.resolve(bytes.slice().buffer)) };
    };
    return { get } as Pick<R2Bucket, 'get'>;
  }

  limiter(note: (fault: Fault) => void): RateLimit {
    const limit = async (): Promise<RateLimitOutcome> => {
      const [fault, ask] = this.#choose<() => Promise<RateLimitOutcome>>(
        { fails: fail, 'never answers': never },
        async () => ({
          success: true,
        }),
      );
      if (fault) note(`rate limit: ${fault}`);
      return ask();
    };
    return { limit };
  }

  /** Its faults belong to no particular request. */
  caches(note: (fault: Fault) => void): Pick<CacheStorage, 'open'> {
    const matchIn = (kept: CachedResponse | undefined): Response | undefined =>
      kept && new Response(kept.body, { headers: kept.headers as [string, string][] });
    const matchWell = async (key: string): Promise<Response | undefined> => matchIn(this.#cached.get(key));
    const changed =
      (change: (body: Uint8Array) => Uint8Array) =>
      async (name: string): Promise<Response | undefined> => {
        const found = await matchWell(name);
        return found && new Response(change(new Uint8Array(await found.arrayBuffer())), found);
      };
    const match = (key: string): Promise<Response | undefined> => {
      const [fault, read] = this.#choose<(key: string) => Promise<Response | undefined>>(
        {
          fails: fail,
          'never answers': never,
          late: async (name) => after(this.#odds.late_ms, await matchWell(name)),
          'alters the body': changed((body) => {
            const altered = body.slice();
            if (altered.length > 0) altered[this.#random.integer(0, altered.length - 1)] ^= 1;
            return altered;
          }),
          'truncates the body': changed((body) => body.subarray(0, -this.#random.integer(1, 40))),
          'gives another entry': async () => {
            const all = [...this.#cached.values()];
            return all.length > 0 ? matchIn(all[this.#random.integer(0, all.length - 1)]) : undefined;
          },
          'gives what it held before': async (name) =>
            matchIn(this.#stale.get(name)) ?? (await matchWell(name)),
          forgets: async () => undefined,
        },
        matchWell,
      );
      if (fault) note(`cache: ${fault}`);
      return connected<Response | undefined>(() => read(key));
    };
    const put = async (key: string, response: Response): Promise<void> => {
      const [fault, store] = this.#choose<() => Promise<void>>(
        { 'does not store': fail, 'never stores': never },
        async () => {
          const before = this.#cached.get(key);
          if (before) this.#stale.set(key, before);
          this.#cached.set(key, { body: await response.arrayBuffer(), headers: [...response.headers] });
        },
      );
      if (fault) note(`cache: ${fault}`);
      return connected(store);
    };
    return { open: async () => ({ match, put }) as unknown as Cache };
  }

  #readFaults(): Record<string, Read> {
    const random = this.#random;
    const { late_ms } = this.#odds;
    const change =
      (damage: (bytes: Uint8Array) => Uint8Array): Read =>
      async (key, objects) => {
        const bytes = objects.get(key);
        return bytes ? damage(bytes) : null;
      };
    const anyOf = (keys: readonly string[]): string => keys[random.integer(0, keys.length - 1)];
    return {
      slow: async (key, objects) => after(random.integer(1, 3), objects.get(key) ?? null),
      late: (key, objects) => after(late_ms, objects.get(key) ?? null),
      'never answers': never,
      fails: fail,
      'body fails': async (key, objects) => objects.get(key) ?? null,
      'object missing': async () => null,
      truncated: change((bytes) => bytes.subarray(0, random.integer(0, bytes.length - 1))),
      'bytes added': change((bytes) => Uint8Array.of(...bytes, ...new Uint8Array(8 * random.integer(1, 4)))),
      'bits flipped': change((bytes) => {
        const damaged = bytes.slice();
        for (let flips = random.integer(1, 3); flips > 0; flips--) {
          damaged[random.integer(0, damaged.length - 1)] ^= 1 << random.integer(0, 7);
        }
        return damaged;
      }),
      'object of another version': async (key, objects) => {
        const [, tileSet, setName, object] = /^(.*)\/([^/]+)\/[^/]+\/([^/]+)$/.exec(key) ?? [];
        const others = [...objects.keys()].filter(
          (other) =>
            other.startsWith(`${tileSet}/`) &&
            other.endsWith(`/${object}`) &&
            !other.includes(`/${setName}/`),
        );
        return others.length > 0 ? objects.get(anyOf(others))! : null;
      },
      'another object': async (key, objects) =>
        objects.get(anyOf([...objects.keys()].filter((name) => name !== key)))!,
      'the pointer where an object should be': async (_, objects) => objects.get(CURRENT_KEY) ?? null,
    };
  }

  #choose<T>(faults: Record<string, T>, works: T): readonly [Fault | null, T] {
    if (!this.#random.chance(this.#odds.fault)) return [null, works];
    const names = Object.keys(faults);
    const name = names[this.#random.integer(0, names.length - 1)];
    return [name, faults[name]];
  }
}
