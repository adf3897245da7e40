import { expect, test } from 'vitest';
import { inBatches, mostTimeFor } from './batches-of-tests.ts';

test('the nearest tests that take a moment come first, slow ones where there is time for them, and the rest last', () => {
  const known_ms = new Map([
    ['near', 4_500],
    ['near and slow', 25_000],
    ['near and slowest', 100_000],
    ['far', 4_500],
    ['farther', 4_500],
    ['elsewhere', 100],
  ]);
  const leading = ['near and slowest', 'near and slow', 'near', 'far', 'farther', 'new'];
  expect(inBatches(leading, ['elsewhere', 'near', 'far'], known_ms)).toEqual([
    ['near', 'new'],
    ['far', 'farther', 'elsewhere'],
    ['near and slow'],
    ['near and slowest'],
  ]);
});

test('a run may take several times what its tests took', () => {
  const known_ms = new Map([['a', 10_000]]);
  expect(mostTimeFor(['a'], known_ms)).toBeGreaterThan(30_000);
  expect(mostTimeFor(['a', 'a'], known_ms)).toBeGreaterThan(mostTimeFor(['a'], known_ms) + 30_000);
  expect(mostTimeFor(['a', 'unknown'], known_ms)).toBeGreaterThan(mostTimeFor(['a'], known_ms));
});
