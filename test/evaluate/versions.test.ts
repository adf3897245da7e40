import { expect, test } from 'vitest';
import { evaluateVersions } from '../../tiles-builder/evaluate/versions.ts';

test('rounded by a secret, two versions seldom tell that one person came or went, whose group exact ones outline', async () => {
  const found = await evaluateVersions(20, {});
  expect(found.regrouped_with_earlier_groups).toBe(0);
  // Three thousand persons, each counted once, where they are by day.
  expect(found.groups * found.group_persons).toBeGreaterThan(2_000);
  expect(found.groups * found.group_persons).toBeLessThan(5_000);
  expect(found.group_found).toBeGreaterThan(0.5);
  expect(found.fewest_group_persons).toBeGreaterThanOrEqual(10);
  for (const right of [found.right_by_group, found.right_by_home]) {
    expect(right).toBeGreaterThan(0.5);
    expect(right).toBeLessThanOrEqual(0.8);
  }
}, 480_000);
