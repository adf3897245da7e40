import { expect, test } from 'vitest';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { sameDistribution } from './same-distribution.ts';

const sample = (random: Random, mean: number): number[] =>
  Array.from({ length: 300 }, () => mean + random.normal());

test('p is uniform where samples are of one distribution', () => {
  const random = new Random(3);
  const small = Array.from({ length: 1_000 }, () => sameDistribution(sample(random, 0), sample(random, 0)));
  for (const level of [0.05, 0.3, 0.7]) {
    const share = small.filter((p) => p < level).length / small.length;
    expect(share).toBeGreaterThan(level * 0.7);
    expect(share).toBeLessThan(level * 1.3);
  }
});

test('p is small where they are not', () => {
  const random = new Random(4);
  expect(sameDistribution(sample(random, 0), sample(random, 0.5))).toBeLessThan(1e-5);
});
