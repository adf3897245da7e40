/** Finds each person's home (most hours by night) and usual occupation place (most working hours) from stops, by SQL. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { PanelPersons } from './panel-persons.ts';
import { PERSONS_AT_ONCE, PLACES, STOPS_AT_ONCE } from './parameters.ts';
import { personRanges } from './person-ranges.ts';
import { type SqlEngine, statement } from './sql-engine.ts';

export interface PanelReport {
  /** Each a part of those before: with a usable reading, a stay, a home, an occupation place. */
  readonly persons_read: number;
  readonly persons_with_stays: number;
  readonly persons_with_home: number;
  readonly persons_with_occupation: number;
  /** Local days on which anyone was seen. */
  readonly days: number;
  readonly first_day: string;
  readonly last_day: string;
}

export type PersonsFound = Pick<
  PanelReport,
  'persons_with_stays' | 'persons_with_home' | 'persons_with_occupation'
>;

/**
 * Writes and reads the table of persons.
 * @param days of the panel, over all engines
 * @param take is called once for each pair of cells, in any order
 */
export async function findPlaces(
  engine: SqlEngine,
  days: number,
  take: (persons: PanelPersons) => void,
): Promise<PersonsFound> {
  await choosePlaces(engine, days);
  const [found] = await engine.query<PersonsFound>(statement('summarise-panel'));
  await takePersons(engine, found.persons_with_home, take);
  return found;
}

/** Reads persons by slices of homes, in bounded memory. */
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
      take({ home: home_cell, occupation: occupation_cell, persons });
    }
  }
}

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

/**
 * Makes the table of places from stops, by ranges of persons.
 * @param holidays local days without working hours, ISO 8601
 * @returns local days on which anyone was seen
 */
export async function measurePlaces(
  engine: SqlEngine,
  timezone: string,
  holidays: readonly string[] = [],
): Promise<Set<string>> {
  await engine.command('TRUNCATE TABLE days');
  await engine.command(statement('days-from-stops'), { ...PLACES, timezone, holidays: holidays.join(',') });
  const [{ stops }] = await engine.query<{ stops: number }>('SELECT count() AS stops FROM stops');
  for (const range of personRanges(stops, STOPS_AT_ONCE)) {
    await engine.command('TRUNCATE TABLE squares');
    await engine.command(statement('squares-from-stops'), { ...PLACES, ...range, timezone });
    await engine.command(statement('places-from-squares'), PLACES);
  }
  const days = await engine.query<{ day: string }>('SELECT toString(day) AS day FROM days');
  return new Set(days.map(({ day }) => day));
}

/** @param days of the panel */
export async function choosePlaces(engine: SqlEngine, days: number): Promise<void> {
  await engine.command(statement('persons-from-places'), {
    ...PLACES,
    days,
    grid_resolution: GRID_RESOLUTION,
  });
}
