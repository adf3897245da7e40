import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CacheAccess } from '../../../src/cache/cache-access.ts';
import { CacheState } from '../../../src/cache/cache-state.ts';
import { ObjectCache } from '../../../src/cache/object-cache.ts';
import {
  MAX_BYTES_TO_STORE,
  MAX_CACHE_CALLS,
  MAX_CACHE_FAILURES,
  OBJECT_TTL_S,
  STORED_WITHIN_MS,
  TIMEOUTS,
} from '../../../src/limits.ts';
import { Connections } from '../../../src/storage/connections.ts';
import { ObjectStore } from '../../../src/storage/object-store.ts';

interface Entry {
  body: Uint8Array;
  headers: [string, string][];
}

const OBJECT = 'object';

const entries = new Map<string, Entry>();
let match = async (key: string): Promise<Response | undefined> => {
  const entry = entries.get(key);
  return entry && new Response(entry.body.slice(), { headers: entry.headers });
};
const wellMatched = match;
let cache_ms = 0;
let store_ms = 0;
let state = new CacheState();
let now_ms = 0;
let reads: string[] = [];
const bucket = new Map<string, Uint8Array>();
const failures: unknown[] = [];

beforeEach(() => {
  entries.clear();
  bucket.clear();
  match = wellMatched;
  cache_ms = 5_000;
  store_ms = 5_000;
  state = new CacheState();
  now_ms = 1_000_000;
  reads = [];
  failures.length = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now_ms);
  const cache = {
    match: (key: string) => match(key),
    delete: async (key: string) => entries.delete(key),
    put: async (key: string, response: Response) => {
      const body = new Uint8Array(await response.arrayBuffer());
      entries.set(key, { body, headers: [...response.headers] as [string, string][] });
    },
  };
  vi.stubGlobal('caches', { open: async () => cache });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface OneRequest {
  readonly store: ObjectStore;
  readonly cache: ObjectCache;
}

function oneRequest(): OneRequest {
  const get = async (key: string): Promise<object | null> => {
    reads.push(key);
    const bytes = bucket.get(key);
    return bytes ? { arrayBuffer: async () => bytes.slice().buffer } : null;
  };
  const connections = new Connections();
  const cache = new ObjectCache({
    url: 'https://count.test/objects/',
    isDocument: (key) => !key.startsWith(OBJECT),
    access: new CacheAccess({
      state,
      connections,
      timeouts: { ...TIMEOUTS, cache_ms, store_ms },
      afterAnswer: () => {},
      onFailure: (cause) => failures.push(cause),
    }),
  });
  const store = new ObjectStore({ get } as unknown as R2Bucket, TIMEOUTS, { connections, cache });
  return { store, cache };
}

const textOf = (bytes: ArrayBuffer | null): string | null => bytes && new TextDecoder().decode(bytes);
const put = (key: string, text: string): void => void bucket.set(key, new TextEncoder().encode(text));

async function readAndStore(key: string): Promise<string | null> {
  const one = oneRequest();
  const bytes = await one.store.read(key);
  await one.cache.store();
  return textOf(bytes);
}

test('a document is read of the bucket once, and tells when that was', async () => {
  put('a', 'first');
  expect(await readAndStore('a')).toBe('first');
  now_ms += 29_999;
  const asOf: number[] = [];
  expect(textOf(await oneRequest().store.read('a', (readAt_ms) => asOf.push(readAt_ms)))).toBe('first');
  expect([reads, asOf]).toEqual([['a'], [1_000_000]]);
  now_ms += 1;
  expect(await readAndStore('a')).toBe('first');
  expect(reads).toEqual(['a', 'a']);
});

test('an object that never changes is stored as it is, and taken at any age', async () => {
  put('object', 'tile');
  expect(await readAndStore('object')).toBe('tile');
  const { body, headers } = entries.get('https://count.test/objects/object') as Entry;
  expect([textOf(body.slice().buffer), headers.map(([name]) => name).sort()]).toEqual([
    'tile',
    ['cache-control', 'content-type'],
  ]);
  now_ms += 1_000 * (OBJECT_TTL_S - 1);
  const digest = vi.spyOn(crypto.subtle, 'digest');
  expect(await readAndStore('object')).toBe('tile');
  expect([reads, digest.mock.calls]).toEqual([['object'], []]);
});

test.for<readonly [string, (entry: Entry) => Entry]>([
  [
    'altered',
    ({ body, headers }) => ({ body: body.map((byte, index) => byte ^ Number(index === 2)), headers }),
  ],
  ['truncated', ({ body, headers }) => ({ body: body.subarray(0, -1), headers })],
  ['empty', ({ headers }) => ({ body: new Uint8Array(), headers })],
  ['of another key', () => entries.get('https://count.test/objects/b') as Entry],
  [
    'said to be younger than it is',
    ({ body, headers }) => ({
      body,
      headers: headers.map(([name, value]) => [name, name === 'x-stored-at' ? '1000001' : value]),
    }),
  ],
  ['without a seal', ({ body }) => ({ body, headers: [] })],
])('a document that is %s counts as none', async ([, change]) => {
  put('a', 'right');
  put('b', 'other');
  await readAndStore('a');
  await readAndStore('b');
  const url = 'https://count.test/objects/a';
  entries.set(url, change(entries.get(url) as Entry));
  reads = [];
  expect(await readAndStore('a')).toBe('right');
  expect(reads).toEqual(['a']);
  expect(await readAndStore('a')).toBe('right');
  expect(reads).toEqual(['a']);
});

test.for<readonly [string, () => Promise<never>]>([
  ['fails', () => Promise.reject(new Error('down'))],
  ['never answers', () => new Promise(() => {})],
])('a cache that %s is given up, and the bucket answers', async ([, answer]) => {
  let looks = 0;
  cache_ms = 20;
  match = () => {
    looks++;
    return answer();
  };
  const one = oneRequest();
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    put(key, key);
    expect(textOf(await one.store.read(key))).toBe(key);
  }
  expect([looks, failures.length]).toEqual([MAX_CACHE_FAILURES, MAX_CACHE_FAILURES]);
});

test('what was damaged when it was stored is read anew, and stored again', async () => {
  put('a', 'damaged');
  await readAndStore('a');
  put('a', 'whole');
  const one = oneRequest();
  expect([textOf(await one.store.read('a')), textOf(await one.store.withoutCache.read('a'))]).toEqual([
    'damaged',
    'whole',
  ]);
  await one.cache.store();
  expect(textOf(await oneRequest().store.read('a'))).toBe('whole');
});

test('requests of an isolate hold no more bytes together than it may, and those that are ended give theirs back', async () => {
  bucket.set('half', new Uint8Array(MAX_BYTES_TO_STORE / 2));
  bucket.set('most', new Uint8Array(MAX_BYTES_TO_STORE / 2 + 1));
  const one = oneRequest();
  await one.store.read('half');
  const other = oneRequest();
  await other.store.read('most');
  await other.cache.store();
  expect([...entries.keys()]).toEqual([]);
  await one.cache.store();
  expect([...entries.keys()]).toEqual(['https://count.test/objects/half']);

  await oneRequest().store.read('most');
  now_ms += STORED_WITHIN_MS - 1;
  await readAndStore('most');
  expect(entries.size).toBe(1);
  now_ms += 1;
  await readAndStore('most');
  expect(entries.size).toBe(2);
});

test('a request calls the cache no more often than the platform allows', async () => {
  let looks = 0;
  match = async () => {
    looks++;
    return undefined;
  };
  const one = oneRequest();
  for (let number = 0; number < MAX_CACHE_CALLS - 5; number++) {
    put(String(number), 'x');
    await one.store.read(String(number));
  }
  await one.cache.store();
  expect([looks, entries.size]).toEqual([MAX_CACHE_CALLS - 5, 5]);
});
