import { expect, test } from 'vitest';
import { CacheState } from '../../src/cache/cache-state.ts';
import { CIRCUIT_OPEN_MS, MAX_CACHE_FAILURES } from '../../src/limits.ts';

test('a cache that is late several times in a row is bypassed for a while, then used again', () => {
  const state = new CacheState();
  const beLate = (times: number, now_ms: number): void => {
    for (let i = 0; i < times; i++) state.noteLate(now_ms);
  };
  expect(state.isOpen(0)).toBe(false);
  beLate(MAX_CACHE_FAILURES - 1, 1_000);
  state.noteAnswer();
  beLate(MAX_CACHE_FAILURES - 1, 1_000);
  expect(state.isOpen(1_000)).toBe(false);
  beLate(1, 1_000);
  expect(state.isOpen(1_000)).toBe(true);
  expect(state.isOpen(1_000 + CIRCUIT_OPEN_MS - 1)).toBe(true);
  expect(state.isOpen(1_000 + CIRCUIT_OPEN_MS)).toBe(false);
  beLate(MAX_CACHE_FAILURES - 1, 9_000_000);
  expect(state.isOpen(9_000_000)).toBe(false);
});
