import { describe, expect, test } from 'vitest';
import { answerInTime } from '../../src/storage/answer-in-time.ts';
import { CachedValue } from '../../src/storage/cached-value.ts';
import { StorageUnavailable } from '../../src/storage/tile-source.ts';

describe('CachedValue', () => {
  /** Fresh for 10, usable for 20 ms; reads count up, or fail. */
  function setUp(failedFor_ms = 0): {
    at: (now_ms: number, broken?: boolean) => Promise<number>;
    reads: () => number;
  } {
    let now = 0;
    let reads = 0;
    const kept = new CachedValue<number>(10, 20, () => now, failedFor_ms);
    return {
      at: (now_ms, broken = false) => {
        now = now_ms;
        return kept.get(async () => {
          const number = ++reads;
          if (broken) throw new StorageUnavailable('current', 'failed', 'broken');
          return number;
        });
      },
      reads: () => reads,
    };
  }

  test('is read once while it is fresh, then again', async () => {
    const { at } = setUp();
    expect([await at(0), await at(9), await at(10), await at(19), await at(20)]).toEqual([1, 1, 2, 2, 3]);
  });

  test('serves a little longer where reading fails, and no longer', async () => {
    const { at } = setUp();
    expect([await at(0), await at(15, true)]).toEqual([1, 1]);
    await expect(at(20, true)).rejects.toThrow('broken');
    expect(await at(21)).toBe(4);
  });

  test('fails for a while without another read where reading failed and a pause after failures is set', async () => {
    const { at, reads } = setUp(1_000);
    for (const ms of [0, 1, 999]) await expect(at(ms, true)).rejects.toThrow('broken');
    expect(reads()).toBe(1);
    await expect(at(1_000, true)).rejects.toThrow('broken');
    expect(await at(2_000)).toBe(3);
  });

  test('has the age that its cache reports', async () => {
    let now = 100;
    let reads = 0;
    const kept = new CachedValue<number>(10, 20, () => now);
    const readAt = (readAt_ms: number): Promise<number> =>
      kept.get(async (asOf) => {
        asOf(readAt_ms);
        return ++reads;
      });
    expect(await readAt(93)).toBe(1);
    now = 102;
    expect(await readAt(102)).toBe(1);
    now = 103;
    // Times in the future count as now.
    expect(await readAt(110)).toBe(2);
    now = 112;
    expect(await readAt(112)).toBe(2);
    now = 113;
    expect(await readAt(113)).toBe(3);
  });

  test('is read again by one caller while the others go on with the old value', async () => {
    let now = 0;
    const kept = new CachedValue<string>(30_000, 60_000, () => now);
    await kept.get(async () => 'old');
    now = 30_000;
    let endRead = (_: string): void => {};
    const reading = kept.get(() => new Promise((resolve) => (endRead = resolve)));
    for (now of [30_001, 34_999]) expect(await kept.get(async () => 'read twice')).toBe('old');
    endRead('new');
    expect([await reading, await kept.get(async () => 'read twice')]).toEqual(['new', 'new']);
  });

  test('is read again by another caller where the one who reads it hangs', async () => {
    let now = 0;
    const kept = new CachedValue<string>(30_000, 60_000, () => now);
    await kept.get(async () => 'old');
    now = 30_000;
    void kept.get(() => new Promise(() => {}));
    now = 35_000;
    expect(await kept.get(async () => 'new')).toBe('new');
  });

  test('is not read again at each call where reading fails', async () => {
    let now = 0;
    let reads = 0;
    const kept = new CachedValue<string>(30_000, 60_000, () => now);
    const at = (now_ms: number, read: () => Promise<string>): Promise<string> => {
      now = now_ms;
      return kept.get(() => {
        reads++;
        return read();
      });
    };
    const fails = (): Promise<string> =>
      Promise.reject(new StorageUnavailable('current', 'failed', 'broken'));
    await at(0, async () => 'old');
    for (const ms of [30_000, 30_001, 34_999]) expect(await at(ms, fails)).toBe('old');
    expect(reads).toBe(2);
    expect(await at(35_000, async () => 'new')).toBe('new');
    expect(await at(64_999, fails)).toBe('new');
    expect(reads).toBe(3);
  });

  test('is the result of the read that began last, in any order of ends', async () => {
    let now = 0;
    const kept = new CachedValue<string>(10, 20, () => now);
    let endSlowRead = (_: string): void => {};
    const slow = kept.get(() => new Promise((resolve) => (endSlowRead = resolve)));
    now = 1;
    expect(await kept.get(async () => 'newer')).toBe('newer');
    endSlowRead('older');
    expect(await slow).toBe('older');
    expect(await kept.get(async () => 'not read')).toBe('newer');
  });

  test('has nothing to serve where the first read fails', async () => {
    await expect(setUp().at(0, true)).rejects.toThrow(StorageUnavailable);
  });
});

describe('answerInTime', () => {
  test('gives up on storage that does not answer', async () => {
    const never = answerInTime('living pack', 20, () => new Promise(() => {}));
    await expect(never).rejects.toThrow(new StorageUnavailable('living pack', 'late', 'no answer in 20 ms'));
  });

  test('turns any failure of storage into StorageUnavailable', async () => {
    const failing = answerInTime('living pack', 1_000, async () => {
      throw new TypeError('network');
    });
    await expect(failing).rejects.toThrow(new StorageUnavailable('living pack', 'failed', 'network'));
    await expect(failing).rejects.toBeInstanceOf(StorageUnavailable);
  });
});

test('refreshing takes the cached value from nobody, whether it fails or not', async () => {
  const kept = new CachedValue<string>(1_000, 2_000, () => 0, 500);
  await kept.get(async () => 'first');
  const broken = async (): Promise<string> => {
    throw new Error('late');
  };
  await expect(kept.get(broken, { refresh: true })).rejects.toThrow('late');
  expect(await kept.get(broken)).toBe('first');
  expect(await kept.get(async () => 'second', { refresh: true })).toBe('second');
  expect(await kept.get(broken)).toBe('second');
});
