import { expect, test } from 'vitest';
import { MAX_BYTES_AHEAD, MAX_READS_AHEAD, MAX_READS_AT_ONCE } from '../../src/limits.ts';
import { Connections } from '../../src/storage/connections.ts';
import { ReadAhead } from '../../src/storage/read-ahead.ts';

/** A source that notes what it is asked for; an object has as many bytes as its name says. */
function noting(): { asked: string[]; source: { read: (key: string) => Promise<ArrayBuffer | null> } } {
  const asked: string[] = [];
  const read = async (key: string): Promise<ArrayBuffer | null> => {
    asked.push(key);
    if (key === 'broken') throw new Error('broken');
    return key === 'none' ? null : new ArrayBuffer(Number(key));
  };
  return { asked, source: { read } };
}

test('an object that was begun is not read again, whoever asks first or later', async () => {
  const { asked, source } = noting();
  const ahead = new ReadAhead(source);
  ahead.begin(['3', '4', '3', 'none']);
  const [three, again, none] = await Promise.all([ahead.read('3'), ahead.read('3'), ahead.read('none')]);
  expect([three?.byteLength, again?.byteLength, none]).toEqual([3, 3, null]);
  expect((await ahead.read('5'))?.byteLength).toBe(5);
  expect(asked).toEqual(['3', '4', 'none', '5']);
});

test('a failure is that of whoever asks for the object', async () => {
  const ahead = new ReadAhead(noting().source);
  ahead.begin(['broken', '1']);
  expect((await ahead.read('1'))?.byteLength).toBe(1);
  await expect(ahead.read('broken')).rejects.toThrow('broken');
});

test('an object whose read ahead failed is read again by whoever asks for it', async () => {
  let fails = true;
  const read = async (): Promise<ArrayBuffer> => {
    if (fails) throw new Error('late');
    return new ArrayBuffer(7);
  };
  const ahead = new ReadAhead({ read });
  ahead.begin(['object']);
  await new Promise((done) => setTimeout(done));
  fails = false;
  expect((await ahead.read('object'))?.byteLength).toBe(7);
});

test('no more is begun than a request may read, or hold while nobody asks', async () => {
  const many = noting();
  new ReadAhead(many.source).begin(Array.from({ length: 100 }, (_, number) => String(number)));
  expect(many.asked.length).toBe(MAX_READS_AT_ONCE);
  await new Promise((done) => setTimeout(done));
  expect(many.asked.length).toBe(MAX_READS_AHEAD);

  const heavy = noting();
  new ReadAhead(heavy.source).begin(Array.from({ length: 20 }, (_, i) => String(MAX_BYTES_AHEAD / 4 + i)));
  await new Promise((done) => setTimeout(done));
  expect(heavy.asked.length).toBeLessThanOrEqual(4 + MAX_READS_AT_ONCE);

  const large = noting();
  const ahead = new ReadAhead(large.source);
  ahead.begin([String(MAX_BYTES_AHEAD), '1']);
  await new Promise((done) => setTimeout(done));
  ahead.begin(['2']);
  expect(large.asked).toEqual([String(MAX_BYTES_AHEAD), '1']);
  await ahead.read(String(MAX_BYTES_AHEAD));
  ahead.begin(['2']);
  expect(large.asked.at(-1)).toBe('2');
});

test('connections are given in the order in which they were asked for, and given back by what fails', async () => {
  const connections = new Connections();
  const order: number[] = [];
  let open = 0;
  let most = 0;
  const use = (number: number): Promise<void> =>
    connections.ask('object', 1_000, async () => {
      order.push(number);
      most = Math.max(most, ++open);
      await new Promise((done) => setTimeout(done, 1));
      open--;
      if (number % 3 === 0) throw new Error('failed');
    });
  const used = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => use(number)));
  expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect([most, used.filter(({ status }) => status === 'rejected').length]).toEqual([MAX_READS_AT_ONCE, 7]);
});

test('a question that is given up keeps its connection until it is answered, and the cache leaves some to the others', async () => {
  const connections = new Connections();
  let answer = (): void => {};
  const hanging = new Promise<void>((done) => {
    answer = done;
  });
  const looks = Array.from({ length: 5 }, () => connections.ask('cache', 20, () => hanging));
  const read = (): Promise<string> => connections.ask('object', 20, async () => 'read');
  expect(await read()).toBe('read');
  const given = await Promise.allSettled(looks);
  expect(given.every(({ status }) => status === 'rejected')).toBe(true);
  const hung = Promise.allSettled([1, 2].map(() => connections.ask('object', 20, () => hanging)));
  await expect(read()).rejects.toThrow('late');
  await hung;
  answer();
  await hanging;
  expect(await read()).toBe('read');
  expect(await connections.ask('cache', 20, async () => 'found')).toBe('found');
});
