import { expect, test } from 'vitest';
import { evaluateFlows } from './flows.ts';

test('in towns of flows the total is right, and intervals hold the truth as promised', async () => {
  const { total, classes: counted } = await evaluateFlows({
    ...{ town: 'sites', panel: 0.05, seed: 3, towns: 1, draws: 1 },
  });
  // Rounding of 450 groups.
  expect(Math.abs(total - 1)).toBeLessThan(0.01);
  const mean = (value: (one: (typeof counted)[number]) => number): number =>
    counted.reduce((sum, one) => sum + one.compared * value(one), 0) /
    counted.reduce((sum, { compared }) => sum + compared, 0);
  expect(counted).toHaveLength(4);
  // Errors within a panel are correlated: 0.85 in the first town.
  expect(mean(({ interval_coverage }) => interval_coverage.mean)).toBeGreaterThan(0.86);
  expect(mean(({ interval_coverage }) => interval_coverage.mean)).toBeLessThan(0.97);
  expect(Math.abs(mean(({ bias }) => bias.mean))).toBeLessThan(0.05);
  expect(mean(({ mape, sampling_floor }) => mape / sampling_floor)).toBeLessThan(1.7);
}, 240_000);
