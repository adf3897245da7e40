import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { fitLogSums, type KnownSum, type NormalPrior } from '../../tiles-builder/living/fit-log-sums.ts';

const GROUPS = 60;
const PARTS_A_GROUP = 40;
const TRUE = [0.7, -1.2, 0.4];
const wide: NormalPrior = { mean: 0, deviation: 10 };

function simulate(random: Random, deviation: number) {
  const parts = GROUPS * PARTS_A_GROUP;
  const group = new Int32Array(parts);
  const offset = new Float64Array(parts);
  const features = new Float32Array(parts * 3);
  const sums: KnownSum[] = [];
  for (let g = 0; g < GROUPS; g++) {
    const share = random.unit();
    let sum = 0;
    for (let i = 0; i < PARTS_A_GROUP; i++) {
      const part = g * PARTS_A_GROUP + i;
      group[part] = g;
      offset[part] = Math.log(random.between(1, 3));
      const first = random.chance(share);
      features.set([first ? 1 : 0, first ? 0 : 1, random.between(-1, 1) + 3 * share], part * 3);
      let log = offset[part];
      for (let k = 0; k < 3; k++) log += features[part * 3 + k] * TRUE[k];
      sum += Math.exp(log);
    }
    sums.push({ group: g, sum: sum * Math.exp(random.normal() * deviation), variance: 0.01 });
  }
  return { parts: { group, offset, features }, sums };
}

test('finds the coefficients that sums were made with', () => {
  const { parts, sums } = simulate(new Random(1), 0);
  const found = fitLogSums(parts, sums, [wide, wide, wide]);
  for (const [k, value] of TRUE.entries()) expect(found[k]).toBeCloseTo(value, 2);
});

test('does not answer with the priors where no step fits better', () => {
  const { parts, sums } = simulate(new Random(4), 0);
  const offset = parts.offset.map((value, part) => (part === 7 ? 1_000 : value));
  expect(() => fitLogSums({ ...parts, offset }, sums, [wide, wide, wide])).toThrow(/no step/);
});

/** By definition: normal priors, Student's t with four degrees of freedom. */
function lossOf(
  { group, offset, features }: ReturnType<typeof simulate>['parts'],
  sums: readonly KnownSum[],
  priors: readonly NormalPrior[],
  coefficients: readonly number[],
): number {
  const logs = sums.map(({ group: own }) => {
    let total = 0;
    for (const [part, of] of group.entries()) {
      if (of !== own) continue;
      const log = coefficients.reduce(
        (sum, c, k) => sum + c * features[part * coefficients.length + k],
        offset[part],
      );
      total += Math.exp(log);
    }
    return Math.log(total);
  });
  const ofPriors = coefficients.map((c, k) => (c - priors[k].mean) ** 2 / (2 * priors[k].deviation ** 2));
  const ofSums = sums.map(
    ({ sum, variance }, i) => 2.5 * Math.log(1 + (Math.log(sum) - logs[i]) ** 2 / (4 * variance)),
  );
  return [...ofPriors, ...ofSums].reduce((a, b) => a + b, 0);
}

test('finds the most probable coefficients: none is more so that differs by a fiftieth of a deviation', () => {
  for (const [seed, known, variance] of [
    [4, 1, 0.5],
    [5, 2, 0.05],
    [6, 5, 0.3],
    [7, 12, 2],
  ] as const) {
    const { parts, sums: all } = simulate(new Random(seed), 0.4);
    const sums = all.slice(0, known).map((sum) => ({ ...sum, variance }));
    const priors: NormalPrior[] = [
      { mean: 0.2, deviation: 0.5 },
      { mean: -0.5, deviation: 0.7 },
      { mean: 0, deviation: 0.15 },
    ];
    const found = fitLogSums(parts, sums, priors);
    const loss = lossOf(parts, sums, priors, found);
    for (const [k, { deviation }] of priors.entries()) {
      for (const side of [-1, 1]) {
        const beside = found.map((value, l) => (l === k ? value + (side * deviation) / 50 : value));
        expect(lossOf(parts, sums, priors, beside), `${known} sums, ${k}`).toBeGreaterThan(loss);
      }
    }
  }
});
