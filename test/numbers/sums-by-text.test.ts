import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { SumsByText } from '../../tiles-builder/numbers/sums-by-text.ts';

test('sums are those of a map, of many texts and of none', () => {
  const random = new Random(1);
  const [sums, expected] = [new SumsByText(), new Map<string, number>()];
  for (let i = 0; i < 50_000; i++) {
    const text = `row ${random.integer(1, 300)} column ${random.integer(1, 100)}`;
    const number = random.integer(-3, 3);
    sums.add(text, number);
    expected.set(text, (expected.get(text) ?? 0) + number);
  }
  expect([...expected.keys()].filter((text) => sums.sumOf(text) !== expected.get(text))).toEqual([]);
  expect(sums.count((sum) => sum > 2)).toBe([...expected.values()].filter((sum) => sum > 2).length);
  expect(sums.sumOf('nowhere')).toBe(0);
});
