import { expect, test } from 'vitest';
import { MAX_PREFETCHED_BYTES, MAX_PREFETCHES, TIMEOUTS } from '../../../src/limits.ts';
import { ObjectStore } from '../../../src/storage/object-store.ts';

/** An object's name is its size. */
function noting(): { asked: string[]; store: ObjectStore } {
  const asked: string[] = [];
  const get = async (key: string): Promise<object | null> => {
    asked.push(key);
    if (key === 'broken') throw new Error('broken');
    return key === 'none' ? null : { arrayBuffer: async () => new ArrayBuffer(Number(key)) };
  };
  return { asked, store: storeOf(get) };
}

const storeOf = (get: (key: string) => Promise<object | null>): ObjectStore =>
  new ObjectStore({ get } as unknown as R2Bucket, TIMEOUTS);

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

test('a prefetched object is not read again, whoever asks first or later', async () => {
  const { asked, store } = noting();
  store.prefetch(['3', '4', '3', 'none']);
  const [three, again, none] = await Promise.all([store.read('3'), store.read('3'), store.read('none')]);
  expect([three?.byteLength, again?.byteLength, none]).toEqual([3, 3, null]);
  expect((await store.read('5'))?.byteLength).toBe(5);
  expect(asked).toEqual(['3', '4', 'none', '5']);
});

test('a failure is that of whoever asks for the object', async () => {
  const { store } = noting();
  store.prefetch(['broken', '1']);
  expect((await store.read('1'))?.byteLength).toBe(1);
  await expect(store.read('broken')).rejects.toThrow('broken');
});

test('an object whose prefetch failed is read again by whoever asks for it', async () => {
  let fails = true;
  const store = storeOf(async () => {
    if (fails) throw new Error('down');
    return { arrayBuffer: async () => new ArrayBuffer(7) };
  });
  store.prefetch(['object']);
  await settled();
  fails = false;
  expect((await store.read('object'))?.byteLength).toBe(7);
});

test('no more is prefetched than a request may read, or hold while nobody asks', async () => {
  const many = noting();
  many.store.prefetch(Array.from({ length: 100 }, (_, number) => String(number)));
  await settled();
  expect(many.asked.length).toBe(MAX_PREFETCHES);

  const heavy = noting();
  heavy.store.prefetch(Array.from({ length: 20 }, (_, i) => String(MAX_PREFETCHED_BYTES / 4 + i)));
  await settled();
  expect(heavy.asked.length).toBeLessThan(20);

  const large = noting();
  large.store.prefetch([String(MAX_PREFETCHED_BYTES), '1']);
  await settled();
  large.store.prefetch(['2']);
  expect(large.asked).toEqual([String(MAX_PREFETCHED_BYTES), '1']);
  await large.store.read(String(MAX_PREFETCHED_BYTES));
  large.store.prefetch(['2']);
  await settled();
  expect(large.asked.at(-1)).toBe('2');
});

test('who prefetches learns which objects do not exist', async () => {
  const { store } = noting();
  const absent: string[] = [];
  store.prefetch(['3', 'none'], (key) => absent.push(key));
  await settled();
  expect(absent).toEqual(['none']);
});
