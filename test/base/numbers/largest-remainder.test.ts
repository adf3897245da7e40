/** Largest remainder, against seats given in turn. */
import { expect, test } from 'vitest';
import { apportion, roundToSum } from '../../../tiles-builder/base/numbers/largest-remainder.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';

/** On ties to the first. */
function oneByOne(quotas: readonly number[], whole: number): number[] {
  const given = quotas.map(Math.floor);
  const remainders = quotas.map((quota, i) => quota - given[i]);
  for (let left = whole - given.reduce((a, b) => a + b, 0); left > 0; left--) {
    const next = remainders.indexOf(Math.max(...remainders));
    given[next]++;
    remainders[next] = -1;
  }
  return given;
}

test('integers that sum to the whole, each less than one off its quota', () => {
  const random = new Random(1);
  for (let round = 0; round < 500; round++) {
    const weights = Array.from({ length: random.integer(1, 12) }, () => random.integer(0, 6));
    const sum = weights.reduce((a, b) => a + b);
    if (sum === 0) continue;
    const whole = random.integer(0, 60);
    const quotas = weights.map((weight) => (whole * weight) / sum);
    const shares = [...apportion(whole, weights)];
    expect(shares).toEqual(oneByOne(quotas, whole));
    expect(shares.reduce((a, b) => a + b)).toBe(whole);
    for (const [i, share] of shares.entries()) expect(Math.abs(share - quotas[i])).toBeLessThan(1);
  }
  expect([...apportion(5, [1, 1, 1])]).toEqual([2, 2, 1]);
  expect([...apportion(2, [1, 5, 4])]).toEqual([0, 1, 1]);
  expect([...apportion(6, [1, 2, 3])]).toEqual([1, 2, 3]);
});

test('quotas whose sum is not whole', () => {
  expect([...roundToSum(Float64Array.of(0.4, 0.4, 0.4), 1)]).toEqual([1, 0, 0]);
  expect([...roundToSum(Float64Array.of(1.2, 0.7, 0.7), 3)]).toEqual([1, 1, 1]);
  expect([...roundToSum(Float64Array.of(2, 3.25), 5)]).toEqual([2, 3]);
  expect([...roundToSum(new Float64Array(), 0)]).toEqual([]);
});
