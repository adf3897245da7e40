import { join } from 'node:path';
import { expect, test } from 'vitest';
import { simulateTown, type TownOptions } from '../../tiles-builder/simulate/simulate-town.ts';
import { writeTown } from '../../tiles-builder/simulate/write-town.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { CENTRE, coveragePolygon, FIRST_DAY_S, streetFeatures } from '../support/towns/grid-town.ts';
import { evaluateRegisters } from './registers.ts';

const folder = temporaryFolder();

const OPTIONS: TownOptions = {
  seed: 4,
  centre: CENTRE,
  coverage: coveragePolygon(),
  persons: 6_000,
  panel: { share: 0.01, firstMidnight_s: FIRST_DAY_S, days: 1 },
  census_square_m: 200,
};

/** Slightly above measured errors. */
const AS_LISTED = { mape: 0.0135, ofWorkers: { mape: 0.0075, p95: 0.027, largest: 0.1, on_grid: 0.025 } };
const BY_BANDS = { mape: 0.03, ofWorkers: { mape: 0.017, p95: 0.047, largest: 0.13, on_grid: 0.068 } };
const IN_OUTLINES = { mape: 0.017, ofWorkers: { mape: 0.009, p95: 0.026, largest: 0.115, on_grid: 0.031 } };
const MOST = [AS_LISTED, BY_BANDS, IN_OUTLINES];

test('a town is counted from registers drawn from its own truth: zones of 1,000 people to 1.3 % on average, by bands to 3 %, in outlines to 1.7 %', async () => {
  const streets = { type: 'FeatureCollection' as const, features: streetFeatures() };
  const town = simulateTown(streets, OPTIONS);
  const sources = join(folder, 'sources');
  const made = { features: streets.features, vintage: 'made', attribution: 'made' };
  await writeTown(sources, town, OPTIONS, { name: 'grid', timezone: 'Europe/Berlin', streets: made });
  const evaluations = await evaluateRegisters(sources, town, OPTIONS, () => {});
  expect(evaluations.map(({ sitesAs }) => sitesAs)).toEqual(['exact', 'bands', 'outlines']);
  for (const [i, { people, truth, working, by_workers, smallest_group_people }] of evaluations.entries()) {
    const most = MOST[i];
    const large = working.slice(0, -1).filter(({ from, zones }) => from >= 1_000 && zones > 0);
    expect(large.reduce((sum, { zones }) => sum + zones, 0)).toBeGreaterThan(20);
    for (const { from, mape } of large) expect(mape, `${from}`).toBeLessThan(most.mape);
    const ofWorkers = by_workers.slice(0, -1).filter(({ from, zones }) => from >= 1_000 && zones > 0);
    expect(ofWorkers.reduce((sum, { zones }) => sum + zones, 0)).toBeGreaterThan(20);
    for (const { from, mape, p95, largest, largest_on_grid } of ofWorkers) {
      expect(mape, `${from}`).toBeLessThan(most.ofWorkers.mape);
      expect(p95, `${from}`).toBeLessThan(most.ofWorkers.p95);
      expect(largest_on_grid, `${from}`).toBeLessThan(most.ofWorkers.on_grid);
      // School's 650 people: 572 in the zone, 354 in its cells.
      expect(largest, `${from}`).toBeLessThan(most.ofWorkers.largest);
    }
    // Everybody is at one workplace, school or home.
    expect(Math.abs(people / truth - 1)).toBeLessThan([1e-4, 0.05, 1e-4][i]);
    expect(smallest_group_people).toBeGreaterThanOrEqual(10);
    expect(working.at(-1)!.interval_coverage).toBeGreaterThan(0.8);
  }
}, 900_000);
