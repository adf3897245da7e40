import { expect, test } from 'vitest';
import { ChunkedNumbers } from '../../../tiles-builder/base/numbers/chunked-numbers.ts';

test('returns numbers in the order in which they were appended, over several chunks', () => {
  const count = 600_001;
  const all = Float64Array.from({ length: count }, (_, i) => i ** 2 / 7);
  const numbers = new ChunkedNumbers(Float64Array);
  numbers.append(all.subarray(0, 300_000));
  for (const number of all.subarray(300_000, 300_010)) numbers.push(number);
  numbers.append(all.subarray(300_010));
  expect(numbers.length).toBe(count);
  expect([0, 262_143, 262_144, count - 1].map((i) => numbers.at(i) - all[i])).toEqual([0, 0, 0, 0]);
  expect(numbers.joined()).toEqual(all);
  expect([...numbers.drained()].flatMap((chunk) => [...chunk])).toEqual([...all]);
  expect([numbers.length, numbers.joined().length]).toEqual([0, 0]);
  numbers.push(7);
  expect([...numbers.joined()]).toEqual([7]);
});
