import { expect, test } from 'vitest';
import { MAX_READS_AT_ONCE } from '../../src/limits.ts';
import { Connections } from '../../src/storage/connections.ts';

const same = <T>(value: T): T => value;

test('connections are given in the order in which they were asked for, and given back by what fails', async () => {
  const connections = new Connections();
  const order: number[] = [];
  let open = 0;
  let most = 0;
  const use = (number: number): Promise<void> =>
    connections.call(
      'object',
      1_000,
      async () => {
        order.push(number);
        most = Math.max(most, ++open);
        await new Promise((done) => setTimeout(done, 1));
        open--;
        if (number % 3 === 0) throw new Error('failed');
      },
      same,
    );
  const used = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => use(number)));
  expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect([most, used.filter(({ status }) => status === 'rejected').length]).toEqual([MAX_READS_AT_ONCE, 7]);
});

test('a connection is free again when the headers are there, while the body arrives', async () => {
  const connections = new Connections();
  let finish = (): void => {};
  const body = new Promise<void>((done) => {
    finish = done;
  });
  let calls = 0;
  const read = (): Promise<void> =>
    connections.call(
      'object',
      1_000,
      async () => ++calls,
      () => body,
    );
  const reads = Array.from({ length: 3 * MAX_READS_AT_ONCE }, read);
  await new Promise((done) => setTimeout(done));
  expect(calls).toBe(3 * MAX_READS_AT_ONCE);
  finish();
  await Promise.all(reads);
});

test('a body that does not arrive in time fails, and blocks nothing', async () => {
  const connections = new Connections();
  const late = Array.from({ length: 2 * MAX_READS_AT_ONCE }, () =>
    connections.call(
      'object',
      20,
      async () => 'headers',
      () => new Promise<never>(() => {}),
    ),
  );
  expect(await connections.call('object', 20, async () => 'read', same)).toBe('read');
  for (const result of await Promise.allSettled(late)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { fault: 'late' } });
  }
});

test('urgent calls come before others, and a call may become urgent while it waits', async () => {
  const connections = new Connections();
  let answer = (): void => {};
  const busy = new Promise<void>((done) => {
    answer = done;
  });
  const order: string[] = [];
  const call = (name: string, urgency?: { isUrgent: boolean }): Promise<void> =>
    connections.call('object', 1_000, async () => void order.push(name), same, urgency);
  const holding = Array.from({ length: MAX_READS_AT_ONCE }, () =>
    connections.call('object', 1_000, () => busy, same),
  );
  const wanted = { isUrgent: false };
  const calls = [
    call('prefetch', { isUrgent: false }),
    call('prefetch that is wanted', wanted),
    call('urgent'),
  ];
  wanted.isUrgent = true;
  answer();
  await Promise.all([...holding, ...calls]);
  expect(order).toEqual(['prefetch that is wanted', 'urgent', 'prefetch']);
});

test('a cancelled call holds its connection until it is answered, and the cache leaves some free', async () => {
  const connections = new Connections();
  let answer = (): void => {};
  const hanging = new Promise<void>((done) => {
    answer = done;
  });
  const looks = Array.from({ length: 5 }, () => connections.call('cache', 20, () => hanging, same));
  const read = (): Promise<string> => connections.call('object', 20, async () => 'read', same);
  expect(await read()).toBe('read');
  const given = await Promise.allSettled(looks);
  expect(given.every(({ status }) => status === 'rejected')).toBe(true);
  const hung = Promise.allSettled([1, 2].map(() => connections.call('object', 20, () => hanging, same)));
  await expect(read()).rejects.toThrow('late');
  await hung;
  answer();
  await hanging;
  expect(await read()).toBe('read');
  expect(await connections.call('cache', 20, async () => 'found', same)).toBe('found');
});
