/** Finds a panel's persons in locations by ClickHouse, or reads those that a file lists, by home and usual occupation place. */

import type { Progress } from '../base/records.ts';
import type { LocationsConfig, ReadingsConfig } from '../sources/config/config.ts';
import { findPlaces, measurePlaces, type PanelReport, requireTimezone } from './find-places.ts';
import { openLocationFile } from './location-file.ts';
import { withEngine } from './open-sql-engine.ts';
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
import { readPersons } from './read-persons.ts';

export interface FindPersonsInput {
  readonly locations: LocationsConfig;
  /** IANA name of the time zone. */
  readonly timezone: string;
  /** Local days without working hours, in ISO 8601. */
  readonly holidays?: readonly string[] | undefined;
  /** Address of a server; without it the embedded engine runs. */
  readonly clickhouse: string | undefined;
  readonly progress: Progress;
}

export interface PanelFigures {
  /** `null` where the file lists persons. */
  readonly readings: ReadingsReport | null;
  readonly panel: PanelReport;
}

/**
 * Nothing but counts by pair of cells, and days with readings, leaves an engine.
 * @param take is called for each pair of cells, in any order
 */
export async function findPersons(
  { locations, ...input }: FindPersonsInput,
  take: (persons: PanelPersons) => void,
): Promise<PanelFigures> {
  return locations.kind === 'persons'
    ? { readings: null, panel: await readPersons(locations, take) }
    : findInReadings(locations, input, take);
}

async function findInReadings(
  locations: ReadingsConfig,
  { timezone, holidays = [], clickhouse, progress }: Omit<FindPersonsInput, 'locations'>,
  take: (persons: PanelPersons) => void,
): Promise<PanelFigures> {
  const file = await openLocationFile(locations.file, locationColumns(locations));
  return withEngine(clickhouse, async (engine) => {
    await requireTimezone(engine, timezone, locations.file);
    const shards = await withFileFaults(file, () => engine.shardsOf(file));
    await createTables(engine, newDeviceKey());
    const days = new Set<string>();
    const read: ReadShard[] = [];
    for (let shard = 0; shard < shards; shard++) {
      progress('Read locations', shard, shards);
      if (shard > 0) await engine.command('TRUNCATE TABLE stops');
      read.push(await readShard(locations, file, engine, { shard, shards }));
      if (locations.kind === 'pings') await engine.command('TRUNCATE TABLE pings');
      // The rest of a refused file is read to count its faults.
      if (read.some(({ readings }) => readings.unreadable > 0)) continue;
      progress('Find homes and usual occupation places', shard, shards);
      for (const day of await measurePlaces(engine, timezone, holidays)) days.add(day);
    }
    const readings = sumReadings(read.map(({ readings }) => readings));
    await requireUsable(file, readings);
    const found = await findPlaces(engine, days.size, take);
    const sorted = [...days].sort();
    return {
      readings,
      panel: {
        persons_read: read.reduce((sum, { persons }) => sum + persons, 0),
        ...found,
        days: days.size,
        first_day: sorted.at(0) ?? NO_DAY,
        last_day: sorted.at(-1) ?? NO_DAY,
      },
    };
  });
}

/** ClickHouse returns this as the minimum of no days. */
const NO_DAY = '1970-01-01';
