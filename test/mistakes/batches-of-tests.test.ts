import { expect, test } from 'vitest';
import { inBatches, mostTimeFor } from './batches-of-tests.ts';

const TOOK_MS = new Map([
  ['near', 4_500],
  ['near and slow', 19_000],
  ['near and slowest', 100_000],
  ['far', 4_500],
  ['farther', 3_500],
]);

test('the nearest tests that take a moment come first, then slow ones that there is time for, and the rest last', () => {
  const tests = ['near and slowest', 'near and slow', 'near', 'far', 'farther'];
  expect(inBatches(tests, TOOK_MS)).toEqual([
    ['near', 'farther'],
    ['near and slow'],
    ['far'],
    ['near and slowest'],
  ]);
  expect(inBatches(['far'], TOOK_MS)).toEqual([['far']]);
  expect(inBatches([], TOOK_MS)).toEqual([]);
});

test('a run may take several times what its tests took', () => {
  expect(mostTimeFor(['near'], TOOK_MS)).toBeGreaterThan(60_000 + 2 * 4_500);
  expect(mostTimeFor(['near', 'near and slow'], TOOK_MS)).toBeGreaterThan(60_000 + 2 * 23_500);
});
