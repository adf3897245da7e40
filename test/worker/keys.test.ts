import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { pathOf } from '../../src/endpoints.ts';
import { KEYS_FRESH_MS, TIMEOUTS } from '../../src/limits.ts';
import { CallerKeys } from '../../src/request/caller-keys.ts';
import { KEY_PARTS, keyPartName, partOfKey } from '../../src/request/key-document.ts';
import { ObjectStore } from '../../src/storage/object-store.ts';
import { StorageUnavailable, type TileSource } from '../../src/storage/tile-source.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { keyEntry, keyObjects, randomEntries } from '../support/buckets/key-entries.ts';
import { SEEDS } from './full-counts.ts';
import { basic, putKeys, Service } from './service.ts';

const keyElsewhere = (key: string): string =>
  Array.from({ length: 50 }, (_, index) => `pc_${index}`).find(
    (other) => partOfKey(other) !== partOfKey(key),
  )!;

function isolate(): {
  at: (now_ms: number) => void;
  find: (key: string, secret: string) => Promise<string | null>;
} {
  let now_ms = 0;
  const keys = new CallerKeys(() => now_ms);
  return {
    at: (ms) => {
      now_ms = ms;
    },
    find: async (key, secret) =>
      (await keys.find(new ObjectStore(env.KEYS, TIMEOUTS), key, secret))?.name ?? null,
  };
}

test('two secrets are valid while they are exchanged; a change is seen after half a minute', async () => {
  const { at, find } = isolate();
  await putKeys([await keyEntry('pc_r', 'rotating', ['old', 'new'])]);
  expect([await find('pc_r', 'old'), await find('pc_r', 'new'), await find('pc_r', 'other')]).toEqual([
    'rotating',
    'rotating',
    null,
  ]);
  await putKeys([await keyEntry('pc_r', 'rotating', ['new'])]);
  at(29_999);
  expect(await find('pc_r', 'old')).toBe('rotating');
  at(30_000);
  expect([await find('pc_r', 'old'), await find('pc_r', 'new')]).toEqual([null, 'rotating']);
  await putKeys([]);
  at(60_000);
  expect(await find('pc_r', 'new')).toBe(null);
});

test('a part that is gone ends no key that was known for a minute, then callers of it are not known from strangers', async () => {
  const { at, find } = isolate();
  await putKeys([await keyEntry('pc_m', 'missed', ['known'])]);
  expect(await find('pc_m', 'known')).toBe('missed');
  await env.KEYS.delete(keyPartName(partOfKey('pc_m')));
  at(30_000);
  expect(await find('pc_m', 'known')).toBe('missed');
  at(60_000);
  await expect(find('pc_m', 'known')).rejects.toThrow(StorageUnavailable);
  await putKeys([await keyEntry('pc_m', 'missed', ['known'])]);
  at(61_000);
  expect(await find('pc_m', 'known')).toBe('missed');
});

test.for<readonly [string, (name: string) => Promise<unknown>]>([
  ['missing', (name) => env.KEYS.delete(name)],
  ['empty', (name) => env.KEYS.put(name, '')],
  [
    'damaged',
    async (name) => env.KEYS.put(name, (await (await env.KEYS.get(name))!.text()).replace('here', 'hero')),
  ],
])('a part that is %s is a 503 for its callers and strangers, and for nobody else', async ([, damage]) => {
  const elsewhere = keyElsewhere('pc_here');
  await putKeys([await keyEntry('pc_here', 'here', ['x']), await keyEntry(elsewhere, 'elsewhere', ['x'])]);
  await damage(keyPartName(partOfKey('pc_here')));
  const strangerHere = Array.from({ length: 1_000 }, (_, index) => `stranger${index}`).find(
    (key) => partOfKey(key) === partOfKey('pc_here'),
  )!;
  const service = new Service();
  const statusOf = async (key: string, secret: string): Promise<number> => {
    const headers = { Authorization: basic({ key, secret }) };
    return (await service.fetch(pathOf('livingcount'), { headers })).status;
  };
  // A 400 comes after valid credentials.
  expect([
    await statusOf('pc_here', 'x'),
    await statusOf('pc_here', 'wrong'),
    await statusOf(strangerHere, 'x'),
    await statusOf(elsewhere, 'x'),
    await statusOf(elsewhere, 'wrong'),
  ]).toEqual([503, 503, 503, 400, 401]);
});

test('whether all parts can be read is found with one read of each in half a minute', async () => {
  const objects = await keyObjects([]);
  let reads = 0;
  const source = {
    read: async (name: string) => {
      reads++;
      return (objects.get(name)?.slice().buffer ?? null) as ArrayBuffer | null;
    },
  };
  const keys = new CallerKeys();
  for (let look = 0; look < 3; look++) await keys.readAll(source);
  expect(reads).toBe(KEY_PARTS);
  for (const name of [keyPartName(0), keyPartName(KEY_PARTS - 1)]) {
    const bytes = objects.get(name)!;
    objects.delete(name);
    await expect(new CallerKeys().readAll(source)).rejects.toThrow(StorageUnavailable);
    objects.set(name, bytes);
  }
});

test('a store that was never initialised is a 503, not an unknown key', async () => {
  for (const { key } of (await env.KEYS.list()).objects) await env.KEYS.delete(key);
  const response = await new Service().fetch(pathOf('livingcount'), {
    headers: { Authorization: basic({ key: 'pc_any', secret: 'x' }) },
  });
  expect(response.status).toBe(503);
});

describe('ten thousand callers', () => {
  const known = { key: 'pc_known', secret: 'known' };

  async function setUp(): Promise<{
    keys: CallerKeys;
    source: TileSource;
    reads: () => number;
    at: (ms: number) => void;
  }> {
    const objects = await keyObjects([
      ...randomEntries(9_999),
      await keyEntry(known.key, 'known', [known.secret]),
    ]);
    let now_ms = 0;
    let reads = 0;
    const source = {
      read: async (name: string) => {
        reads++;
        return objects.get(name)!.slice().buffer as ArrayBuffer;
      },
    };
    const at = (ms: number): void => {
      now_ms = ms;
    };
    return { keys: new CallerKeys(() => now_ms), source, reads: () => reads, at };
  }

  test('are found, and a flood of unknown keys reads each part once in half a minute', async () => {
    const { keys, source, reads, at } = await setUp();
    for (let period = 1; period <= 2; period++) {
      for (let call = 0; call < 5_000; call++) {
        at((period - 1) * KEYS_FRESH_MS + call);
        expect(await keys.find(source, `pc_${crypto.randomUUID()}`, 'x')).toBeNull();
      }
      expect(await keys.find(source, known.key, known.secret)).toEqual({ key: known.key, name: 'known' });
      expect(reads()).toBe(period * KEY_PARTS);
    }
  });

  test('an unknown key takes the reads, hashes and comparisons of a wrong secret and of a right one', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest');
    const compared = vi.spyOn(crypto.subtle, 'timingSafeEqual');
    for (const [key, secret] of [
      [known.key, known.secret],
      [known.key, 'wrong'],
      ['pc_unknown', 'x'],
      ['', ''],
    ] as const) {
      const { keys, source, reads } = await setUp();
      digest.mockClear();
      compared.mockClear();
      await keys.find(source, key, secret);
      // A part's checksum, and two secrets.
      expect([reads(), digest.mock.calls.length, compared.mock.calls.length]).toEqual([1, 3, 2]);
    }
    vi.restoreAllMocks();
  });

  test('a part that fails is read once a second', async () => {
    const { keys, at } = await setUp();
    let reads = 0;
    const read = (): Promise<null> => {
      reads++;
      return Promise.resolve(null);
    };
    for (let ms = 0; ms < 3_000; ms++) {
      at(ms);
      await expect(keys.find({ read }, known.key, known.secret)).rejects.toThrow(StorageUnavailable);
    }
    expect(reads).toBe(3);
  });
});

test.for(SEEDS)('a revoked key is dead within two minutes, whatever storage does (seed %i)', async (seed) => {
  const random = new Random(seed);
  const before = await keyObjects([await keyEntry('pc_x', 'x', ['x'])]);
  const after = await keyObjects([]);
  let opened = 0;
  for (let run = 0; run < 20; run++) {
    let now_ms = 0;
    const revokedAt_ms = random.integer(1, 40_000);
    const keys = new CallerKeys(() => now_ms);
    const pending: (() => void)[] = [];
    const faults = [0, 0.5, 0.9, 1][run % 4];
    const read = (name: string): Promise<ArrayBuffer | null> => {
      const bytes = (now_ms < revokedAt_ms ? before : after).get(name)!.slice().buffer as ArrayBuffer;
      if (now_ms === 0 || !random.chance(faults)) return Promise.resolve(bytes);
      const startedAt_ms = now_ms;
      return new Promise((resolve, reject) => {
        // Reads may end half a minute later.
        pending.push(() =>
          now_ms - startedAt_ms < TIMEOUTS.reads_ms && faults < 1 && random.chance(0.5)
            ? resolve(bytes)
            : reject(new StorageUnavailable('keys', 'late', 'in this test')),
        );
      });
    };
    const asked: Promise<void>[] = [];
    while (now_ms < revokedAt_ms + 240_000) {
      const askedAt_ms = now_ms;
      asked.push(
        keys.find({ read }, 'pc_x', 'x').then(
          (caller) => {
            if (!caller) return;
            opened++;
            expect(askedAt_ms).toBeLessThan(revokedAt_ms + 120_000);
          },
          (cause) => expect(cause).toBeInstanceOf(StorageUnavailable),
        ),
      );
      await scheduler.wait(0);
      now_ms += random.integer(1, 8_000);
      while (pending.length > 0 && random.chance(0.6)) pending.shift()!();
    }
    for (const end of pending) end();
    await Promise.all(asked);
  }
  expect(opened).toBeGreaterThan(50);
});
