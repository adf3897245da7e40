import { describe, expect, test } from 'vitest';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';

/** xoshiro128** by its authors, in 64-bit arithmetic. */
function referenceNumbers(seed: bigint, count: number): number[] {
  const MASK = 0xffffffffn;
  const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (32n - by))) & MASK;
  let z = seed;
  const s = Array.from({ length: 4 }, () => {
    z = (z + 0x9e3779b9n) & MASK;
    let mixed = ((z ^ (z >> 16n)) * 0x85ebca6bn) & MASK;
    mixed = ((mixed ^ (mixed >> 13n)) * 0xc2b2ae35n) & MASK;
    return mixed ^ (mixed >> 16n);
  }) as [bigint, bigint, bigint, bigint];
  return Array.from({ length: count }, () => {
    const result = (rotate((s[1] * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (s[1] << 9n) & MASK;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 11n);
    return Number(result);
  });
}

describe('Random', () => {
  test.each([0, 1, 20_161_227, 0xffffffff])('gives the numbers of xoshiro128** for seed %d', (seed) => {
    const random = new Random(seed);
    expect(Array.from({ length: 100 }, () => random.next())).toEqual(referenceNumbers(BigInt(seed), 100));
  });

  test('has the moments of its distributions', () => {
    const random = new Random(7);
    const COUNT = 100_000;
    const meanOf = (draw: () => number): number => {
      let sum = 0;
      for (let i = 0; i < COUNT; i++) sum += draw();
      return sum / COUNT;
    };
    expect(meanOf(() => random.unit())).toBeCloseTo(0.5, 2);
    expect(meanOf(() => random.normal())).toBeCloseTo(0, 1);
    expect(meanOf(() => random.normal() ** 2)).toBeCloseTo(1, 1);
    expect(meanOf(() => random.integer(1, 6))).toBeCloseTo(3.5, 1);
    expect(meanOf(() => random.pick([[0, 3], [1, 1]]))).toBeCloseTo(0.25, 2); // biome-ignore format: two choices
    expect(meanOf(() => Number(random.pickIndex(Float64Array.of(3, 3, 4)) === 2))).toBeCloseTo(0.25, 2);
  });
});
