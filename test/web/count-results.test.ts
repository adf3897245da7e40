import { expect, test } from 'vitest';
import { type Count, NotServed } from '../../src/clients/javascript/index.ts';
import type { AskedCount } from '../../src/web/calls-of.ts';
import { CountResults } from '../../src/web/count-result.ts';
import { settle } from './visit.ts';

const counts = (from: number, to: number): AskedCount[] =>
  Array.from({ length: to - from }, (_, i) => ({
    endpoint: 'livingcount',
    at: { parts: [] },
    key: String(from + i),
  }));
const answered = (people: number, version = 'town-1'): Count =>
  ({ people, details: [{ datasets: [{ region: 'town', version }] }] }) as unknown as Count;

function patientService() {
  const asked: string[] = [];
  const open = new Map<string, (answer: Count | Promise<Count>) => void>();
  const aborted: string[] = [];
  const changes: number[] = [];
  const results = new CountResults(
    ({ key }, signal) =>
      new Promise((resolve) => {
        asked.push(key);
        open.set(key, resolve);
        signal.addEventListener('abort', () => aborted.push(key));
      }),
    () => changes.push(changes.length),
  );
  const answer = async (key: string, with_: Count | Promise<Count>): Promise<void> => {
    open.get(key)!(with_);
    await settle();
  };
  const kinds = (from: number, to: number): string[] =>
    counts(from, to).map((count) => results.of(count).kind);
  return { results, asked, aborted, changes, answer, kinds };
}

test('counts no longer wanted are aborted, their late answers dropped, and the others asked once', async () => {
  const { results, asked, aborted, changes, answer, kinds } = patientService();
  results.want(counts(0, 4));
  await answer('3', answered(3));
  results.want(counts(2, 6));
  expect([aborted, asked]).toEqual([['0', '1'], ['0', '1', '2', '3', '4', '5']]); // biome-ignore format: one line
  await answer('0', answered(0));
  expect([changes.length, results.progress()]).toEqual([1, { all: 4, done: 1 }]);
  for (const key of ['2', '4', '5']) await answer(key, answered(Number(key)));
  expect(results.of(counts(5, 6)[0])).toEqual({ kind: 'total', ...answered(5) });
  expect([changes.length, kinds(2, 6)]).toEqual([4, Array(4).fill('total')]);
});

test('cancelled and refused counts are said to be so, and asked again when they are wanted again', async () => {
  const { results, asked, answer, kinds } = patientService();
  results.want(counts(0, 2));
  const refusal = new NotServed('not covered', 422);
  await answer('0', Promise.reject(refusal));
  results.cancel();
  expect(results.of(counts(0, 1)[0])).toEqual({ kind: 'refusal', refusal });
  expect([kinds(0, 2), results.progress()]).toEqual([['refusal', 'cancelled'], { all: 2, done: 2 }]);
  results.want(counts(0, 2));
  expect([asked, kinds(0, 2)]).toEqual([['0', '1', '0', '1'], ['pending', 'pending']]); // biome-ignore format: one line
});

test('a region that answered from two versions is asked again', async () => {
  const { results, asked, answer } = patientService();
  results.want(counts(0, 3));
  for (const [key, version] of [['0', 'town-1'], ['1', 'town-1'], ['2', 'town-2']]) // biome-ignore format: one line
    await answer(key, answered(1, version));
  results.want(counts(0, 3));
  expect(asked.slice(3)).toEqual(['0', '1', '2']);
  for (const key of ['0', '1', '2']) await answer(key, answered(4, 'town-2'));
  results.want(counts(0, 3));
  expect(asked).toHaveLength(6);
});
