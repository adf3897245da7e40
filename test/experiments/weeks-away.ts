/** `npm run experiment -- weeks-away`: people away for a week, sampled like a real panel; places far away are errors. */
import { join } from 'node:path';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { LocationsConfig } from '../../tiles-builder/config/config.ts';
import { choosePlaces, measurePlaces } from '../../tiles-builder/working/find-places.ts';
import { openSqlEngine } from '../../tiles-builder/working/open-sql-engine.ts';
import { stopsFromPings } from '../../tiles-builder/working/read-locations.ts';
import { statement } from '../../tiles-builder/working/sql-engine.ts';
import { readLocations } from '../support/files/read-locations.ts';

export interface WeeksAwayEvaluation {
  readonly persons: number;
  readonly with_home: number;
  readonly with_occupation: number;
  /** From the true home. */
  readonly homes_far: number;
  readonly occupations_far: number;
  readonly any_far: number;
}

export interface WeeksAwayOptions {
  readonly persons: number;
  readonly timezone: string;
}

const SQL = join(import.meta.dirname, 'sql');
const FAR_M = 20_000;
const SEED = 16;

export async function evaluateWeeksAway(
  panel: LocationsConfig,
  { persons, timezone }: WeeksAwayOptions,
): Promise<WeeksAwayEvaluation> {
  const engine = await openSqlEngine();
  try {
    await readLocations(panel, engine);
    const { kind } = panel;
    await engine.command(statement(`rhythms-from-${kind}`, SQL));
    await engine.command('TRUNCATE TABLE stops');
    if (kind === 'pings') await engine.command('TRUNCATE TABLE pings');
    await engine.command(statement('draw-weeks-away', SQL), { persons, seed: SEED });
    await engine.command(statement(`insert-made-up-${kind}`, SQL));
    if (kind === 'pings') {
      const [{ pings }] = await engine.query<{ pings: number }>('SELECT count() AS pings FROM pings');
      await stopsFromPings(engine, pings);
    }
    const days = await measurePlaces(engine, timezone);
    await choosePlaces(engine, days.size);
    const [found] = await engine.query<WeeksAwayEvaluation>(statement('judge-made-up', SQL), {
      far_m: FAR_M,
      grid_resolution: GRID_RESOLUTION,
    });
    return found!;
  } finally {
    await engine.close();
  }
}
