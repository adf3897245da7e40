import { expect, test } from 'vitest';
import { evaluateVersions } from './versions.ts';

test('with keyed rounding two versions seldom tell that one person came or went', async () => {
  const found = await evaluateVersions(process.env.FULL_COUNTS === '1' ? 10 : 4);
  expect(found.regrouped_following).toBe(0);
  expect(found.fewest_group_persons).toBeGreaterThanOrEqual(10);
  // Exact figures change in the person's group and weighting class.
  expect(found.cells_changed_exact).toBeLessThan(0.5 * found.cells);
  expect(found.cells_changed_rounded).toBeLessThan(0.05 * found.cells);
  expect(found.right_by_intervals).toBeLessThanOrEqual(0.55);
  expect(found.right_by_any_figure).toBeGreaterThan(0.5);
  for (const right of [found.right_by_group, found.right_by_home]) expect(right).toBeLessThanOrEqual(0.8);
}, 480_000);
