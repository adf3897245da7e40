/** A file of locations → how many persons have which home and usual occupation place. */
import type { LocationsConfig } from '../config/config.ts';
import type { Progress } from '../records.ts';
import { findPlaces, type PanelReport, requireTimezone } from './find-places.ts';
import { type EnginePlace, openSqlEngine } from './open-sql-engine.ts';
import type { PanelPersons } from './panel-persons.ts';
import { type ReadingsReport, readingsTable, readLocations } from './read-locations.ts';

export interface FindPersonsInput {
  readonly locations: LocationsConfig;
  /** IANA time zone, for nights and working hours. */
  readonly timezone: string;
  /** Local days without working hours, ISO 8601. */
  readonly holidays?: readonly string[] | undefined;
  /** Where the SQL runs; the embedded engine where absent. */
  readonly clickhouse: EnginePlace | undefined;
  readonly progress: Progress;
}

/** What the locations tell of the panel as a whole. */
export interface PanelFigures {
  readonly readings: ReadingsReport;
  readonly panel: PanelReport;
}

/**
 * Counts the persons of each pair of cells. Nothing else about a person leaves the engine.
 * @param take see {@link findPlaces}
 * @throws BadInput where the file cannot be read; UnusableEngine, SqlError
 */
export async function findPersons(
  { locations, timezone, holidays = [], clickhouse, progress }: FindPersonsInput,
  take: (persons: PanelPersons) => void,
): Promise<PanelFigures> {
  const engine = await openSqlEngine(clickhouse);
  try {
    await requireTimezone(engine, timezone, locations.file);
    progress('Reading locations');
    const readings = await readLocations(locations, engine);
    progress('Finding homes and usual occupation places');
    const panel = await findPlaces(engine, readingsTable(locations), timezone, holidays, take);
    return { readings, panel };
  } finally {
    await engine.close();
  }
}
