import { describe, expect, test } from 'vitest';
import { squaredError } from '../../src/count/count-interval.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { HeldOutUnit } from '../../tiles-builder/living/blend-weights.ts';
import { calibratedError } from '../../tiles-builder/living/calibrate-interval.ts';

const PEOPLE = 1_000;

/** One share is drawn, the rest in proportion to expected people. */
function blocksOf(random: Random, blocks: number, deviation: number, missing = () => 1): HeldOutUnit[][] {
  return Array.from({ length: blocks }, () => {
    const weights = Array.from({ length: 4 }, () => random.between(0.5, 2));
    const drawn = weights.map((weight) => weight * Math.exp(deviation * random.normal()));
    const [expected, true_] = [weights, drawn].map((own) => own.reduce((sum, value) => sum + value, 0)) as [
      number,
      number,
    ];
    const mapped = 1 / missing();
    return weights.map((weight, i) => ({
      people: (4 * PEOPLE * drawn[i]) / true_,
      expected: (4 * PEOPLE * mapped * weight) / expected,
    }));
  });
}

function coverage(blocks: readonly HeldOutUnit[][], relative_error: number): number {
  const model = { usual_people: PEOPLE, relative_error };
  const covered = blocks.filter((units) => {
    const all = units.reduce((sum, { people }) => sum + people, 0);
    const expected = units.reduce((sum, unit) => sum + unit.expected, 0);
    const inside = (all * (units[0].expected + units[1].expected)) / expected;
    const range2 = squaredError(model, { inside, outside: all - inside, observedToExpected: 1 });
    return (units[0].people + units[1].people - inside) ** 2 <= range2;
  });
  return covered.length / blocks.length;
}

describe('calibratedError', () => {
  test.each([0.2, 0.5])('nine of ten fresh blocks are covered, errors of %s', (deviation) => {
    const random = new Random(3);
    const error = calibratedError(blocksOf(random, 500, deviation), PEOPLE);
    expect(coverage(blocksOf(random, 4_000, deviation), error / 0.8)).toBeCloseTo(0.9, 1);
    expect(coverage(blocksOf(random, 4_000, deviation), error / 1.6)).toBeLessThan(0.75);
  });

  test('few units stay near the usual error, none have it', () => {
    const random = new Random(4);
    const usual = calibratedError([], PEOPLE);
    const few = calibratedError(blocksOf(random, 2, 0.8), PEOPLE);
    const many = calibratedError(blocksOf(random, 300, 0.8), PEOPLE);
    expect(few).toBeGreaterThan(usual);
    expect(few).toBeLessThan((usual + many) / 2);
    expect(calibratedError([[{ people: 50, expected: 40 }]], PEOPLE)).toBe(usual);
  });

  test('goes by shares of what is expected, not by its level', () => {
    const blocks = blocksOf(new Random(5), 50, 0.4);
    const doubled = blocks.map((units) => units.map((unit) => ({ ...unit, expected: 2 * unit.expected })));
    expect(calibratedError(doubled, PEOPLE)).toBeCloseTo(calibratedError(blocks, PEOPLE), 12);
  });

  test('blocks with unmapped homes are compared with wider intervals', () => {
    const isMissing = new Random(7);
    const missing = () => (isMissing.chance(0.3) ? 8 : 1);
    const complete = calibratedError(blocksOf(new Random(6), 200, 0.4), PEOPLE);
    const patchy = calibratedError(blocksOf(new Random(6), 200, 0.4, missing), PEOPLE);
    expect(patchy).toBeLessThan(complete);
  });
});
