import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { trainDiscriminant } from './linear-discriminant.ts';
import { evaluateMembership } from './membership.ts';

test('a linear discriminant is right as often as the best rule for two normal classes', () => {
  const random = new Random(4);
  // Means 2 apart, correlation 0.6: Mahalanobis distance 2 / √(1 - 0.36) = 2.5.
  const draw = (mean: number): number[] => {
    const [a, b] = [random.normal(), random.normal()];
    return [mean + a, 0.6 * a + 0.8 * b];
  };
  const drawMany = (count: number, mean: number) => Array.from({ length: count }, () => draw(mean));
  const score = trainDiscriminant(drawMany(2_000, 0), drawMany(2_000, 2), 0);
  const tries = 10_000;
  const right =
    drawMany(tries, 0).filter((sample) => score(sample) <= 0).length +
    drawMany(tries, 2).filter((sample) => score(sample) > 0).length;
  // Φ(2.5 / 2); the ridge costs less than 0.01.
  expect(Math.abs(right / (2 * tries) - 0.894)).toBeLessThan(0.015);
});

/** The figures of the privacy page are those of 30. */
const SHADOWS = process.env.FULL_COUNTS === '1' ? 30 : 12;

test('counts alone seldom tell that a person has joined the panel, exact counts do', () => {
  const found = evaluateMembership({ worlds: 14, versions: 2, stay: 'joins', seed: 1, shadows: SHADOWS });
  // Target of 55 %, and two standard errors of 14 guesses.
  const bound = 0.55 + 2 * Math.sqrt(0.25 / 14);
  expect(found.right_released).toBeLessThan(bound);
  expect(found.right_exact).toBeGreaterThan(Math.max(0.8, bound));
}, 600_000);
