/** Counts a panel's persons by home and usual occupation place in ClickHouse, a shard of devices at a time. */
import type { LocationsConfig } from '../config/config.ts';
import type { Progress } from '../records.ts';
import {
  findPlaces,
  measurePlaces,
  type PanelReport,
  type PersonsFound,
  requireTimezone,
} from './find-places.ts';
import { type LocationFile, openLocationFile } from './location-file.ts';
import { withEngines } from './open-sql-engine.ts';
import type { PanelPersons } from './panel-persons.ts';
import {
  createTables,
  locationColumns,
  newDeviceKey,
  type ReadingsReport,
  type ReadShard,
  readShard,
  requireUsable,
  sumReadings,
  withFileFaults,
} from './read-locations.ts';
import type { SqlEngine } from './sql-engine.ts';

export interface FindPersonsInput {
  readonly locations: LocationsConfig;
  /** IANA name. */
  readonly timezone: string;
  /** Local days without working hours, ISO 8601. */
  readonly holidays?: readonly string[] | undefined;
  /** Embedded where absent. */
  readonly clickhouse: readonly string[] | undefined;
  readonly progress: Progress;
}

export interface PanelFigures {
  readonly readings: ReadingsReport;
  readonly panel: PanelReport;
}

/**
 * Only counts by pair of cells, and days with readings, leave an engine.
 * @param take is called for each pair of cells and engine, in any order
 */
export async function findPersons(
  { locations, timezone, holidays = [], clickhouse, progress }: FindPersonsInput,
  take: (persons: PanelPersons) => void,
): Promise<PanelFigures> {
  const file = await openLocationFile(locations.file, locationColumns(locations));
  return withEngines(clickhouse, async (engines) => {
    for (const engine of engines) await requireTimezone(engine, timezone, locations.file);
    const reads = Math.max(...(await inEach(engines, (engine) => shardsOf(engine, file))));
    const key = newDeviceKey();
    await inEach(engines, (engine) => createTables(engine, key));
    const days = new Set<string>();
    const read: ReadShard[] = [];
    for (let reading = 0; reading < reads; reading++) {
      progress('Read locations', reading, reads);
      const own = await inEach(engines, async (engine, i) => {
        if (reading > 0) await engine.command('TRUNCATE TABLE stops');
        const shard = { shard: reading * engines.length + i, shards: reads * engines.length };
        const own = await readShard(locations, file, engine, shard);
        if (locations.kind === 'pings') await engine.command('TRUNCATE TABLE pings');
        return own;
      });
      read.push(...own);
      // The rest of a refused file is read to count its faults.
      if (read.some(({ readings }) => readings.unreadable > 0)) continue;
      progress('Find homes and usual occupation places', reading, reads);
      const found = await inEach(engines, (engine) => measurePlaces(engine, timezone, holidays));
      for (const day of found.flatMap((days) => [...days])) days.add(day);
    }
    const readings = sumReadings(read.map(({ readings }) => readings));
    await requireUsable(file, readings);
    const found = await inEach(engines, (engine) => findPlaces(engine, days.size, take));
    const sumOf = (figure: keyof PersonsFound): number => found.reduce((sum, own) => sum + own[figure], 0);
    const sorted = [...days].sort();
    return {
      readings,
      panel: {
        persons_read: read.reduce((sum, { persons }) => sum + persons, 0),
        persons_with_stays: sumOf('persons_with_stays'),
        persons_with_home: sumOf('persons_with_home'),
        persons_with_occupation: sumOf('persons_with_occupation'),
        days: days.size,
        first_day: sorted.at(0) ?? NO_DAY,
        last_day: sorted.at(-1) ?? NO_DAY,
      },
    };
  });
}

/** ClickHouse's minimum of no days. */
const NO_DAY = '1970-01-01';

const inEach = <Result>(
  engines: readonly SqlEngine[],
  use: (engine: SqlEngine, i: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(engines.map(use));

const shardsOf = (engine: SqlEngine, file: LocationFile): Promise<number> =>
  withFileFaults(file, () => engine.shardsOf(file));
