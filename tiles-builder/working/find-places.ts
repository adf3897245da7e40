/** The table of stops → how many persons live in one cell and have their usual occupation place in another. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { PanelPersons } from './panel-persons.ts';
import { PERSONS_AT_ONCE, PLACES, type PlaceParameters } from './parameters.ts';
import { type SqlEngine, statement } from './sql-engine.ts';

export interface PanelReport {
  /** Persons with a usable reading, of these with a stay, of these with a home, of these with an occupation place. */
  readonly persons_read: number;
  readonly persons_with_stays: number;
  readonly persons_with_home: number;
  readonly persons_with_occupation: number;
  /** Local days on which anyone was seen, and the first and last of them. */
  readonly days: number;
  readonly first_day: string;
  readonly last_day: string;
}

/**
 * Finds each person's home and usual occupation place, and hands out how many persons have each pair.
 * @param readings the table that persons are counted in, pings or stops
 * @param holidays local days, ISO 8601, on which there are no working hours
 * @param take gets each pair of cells once, in any order
 */
export async function findPlaces(
  engine: SqlEngine,
  readings: string,
  timezone: string,
  holidays: readonly string[],
  take: (persons: PanelPersons) => void,
): Promise<PanelReport> {
  await measurePlaces(engine, timezone, holidays);
  await engine.command(statement('create-persons'));
  await choosePlaces(engine);
  const [summary] = await engine.query<Record<keyof PanelReport, number | string>>(
    statement('summarise-panel'),
    { readings },
  );
  const report: PanelReport = {
    persons_read: Number(summary!.persons_read),
    persons_with_stays: Number(summary!.persons_with_stays),
    persons_with_home: Number(summary!.persons_with_home),
    persons_with_occupation: Number(summary!.persons_with_occupation),
    days: Number(summary!.days),
    first_day: String(summary!.first_day),
    last_day: String(summary!.last_day),
  };
  await takePersons(engine, report.persons_with_home, take);
  return report;
}

/** The table of persons → `take`, one slice of homes after the other: memory is bounded however many persons there are. */
async function takePersons(
  engine: SqlEngine,
  personsWithHome: number,
  take: (persons: PanelPersons) => void,
): Promise<void> {
  const slices = Math.ceil(personsWithHome / PERSONS_AT_ONCE);
  for (let slice = 0; slice < slices; slice++) {
    const rows = await engine.query<{ home_cell: Cell; occupation_cell: Cell | null; persons: number }>(
      statement('select-persons'),
      { slice, slices },
    );
    for (const { home_cell, occupation_cell, persons } of rows) {
      take({ home: home_cell, occupation: occupation_cell, persons: Number(persons) });
    }
  }
}

/**
 * A zone that is younger than the engine's own list stops a build before anything is read.
 * @throws BadInput where the engine does not know the time zone
 */
export async function requireTimezone(engine: SqlEngine, timezone: string, file: string): Promise<void> {
  const known = await engine.query(statement('select-timezone'), { timezone });
  if (known.length > 0) return;
  throw new BadInput(
    file,
    null,
    `this ClickHouse does not know the time zone ${timezone}`,
    'Name another zone whose clocks were the same on the days of the locations, or use a newer ClickHouse with --clickhouse.',
  );
}

/** The table of stops → the tables of stays and of places, with how much each place is used. */
export async function measurePlaces(
  engine: SqlEngine,
  timezone: string,
  holidays: readonly string[] = [],
): Promise<void> {
  await engine.command(statement('create-stays'));
  await engine.command(statement('stays-from-stops'), { ...PLACES, timezone, holidays: holidays.join(',') });
  await engine.command(statement('create-places'));
  await engine.command(statement('places-from-stays'));
}

/** The table of places → the table of persons, which must be there and empty. */
export async function choosePlaces(engine: SqlEngine, parameters: PlaceParameters = PLACES): Promise<void> {
  await engine.command(statement('persons-from-places'), { ...parameters, grid_resolution: GRID_RESOLUTION });
}
