/** The table of stops → each person's places → how many persons have which home and usual occupation place. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { PanelPersons } from './panel-persons.ts';
import { PERSONS_AT_ONCE, PLACES, type PlaceParameters, STOPS_AT_ONCE } from './parameters.ts';
import { personRanges } from './person-ranges.ts';
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

/** How many of the panel's persons got how far. */
export type PersonsFound = Pick<
  PanelReport,
  'persons_with_stays' | 'persons_with_home' | 'persons_with_occupation'
>;

/**
 * The tables of places and of persons seen → how many persons have which home and usual occupation place.
 * @param days how many days of the panel anyone was seen on, over all engines
 * @param take gets each pair of cells once, in any order
 */
export async function findPlaces(
  engine: SqlEngine,
  days: number,
  take: (persons: PanelPersons) => void,
): Promise<PersonsFound> {
  await choosePlaces(engine, days);
  const [summary] = await engine.query<Record<keyof PersonsFound, number | string>>(
    statement('summarise-panel'),
  );
  const found: PersonsFound = {
    persons_with_stays: Number(summary!.persons_with_stays),
    persons_with_home: Number(summary!.persons_with_home),
    persons_with_occupation: Number(summary!.persons_with_occupation),
  };
  await takePersons(engine, found.persons_with_home, take);
  return found;
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

/**
 * The table of stops → rows in the tables of places and of persons seen, one range of persons after the other.
 * @param holidays local days, ISO 8601, on which there are no working hours
 * @returns local days on which anyone was seen, ISO 8601
 */
export async function measurePlaces(
  engine: SqlEngine,
  timezone: string,
  holidays: readonly string[] = [],
): Promise<Set<string>> {
  const [{ stops }] = await engine.query<{ stops: number | string }>('SELECT count() AS stops FROM stops');
  const days = new Set<string>();
  for (const range of personRanges(Number(stops), STOPS_AT_ONCE)) {
    await engine.command('TRUNCATE TABLE stays');
    await engine.command(statement('stays-from-stops'), {
      ...PLACES,
      ...range,
      timezone,
      holidays: holidays.join(','),
    });
    await engine.command(statement('places-from-stays'));
    await engine.command(statement('seen-from-stays'));
    for (const { day } of await engine.query<{ day: string }>(statement('select-days'))) days.add(day);
  }
  return days;
}

/** The tables of places and of persons seen → the table of persons, which must be empty. @param days see {@link findPlaces} */
export async function choosePlaces(
  engine: SqlEngine,
  days: number,
  parameters: PlaceParameters = PLACES,
): Promise<void> {
  const [{ places }] = await engine.query<{ places: number | string }>(
    'SELECT count() AS places FROM places',
  );
  for (const range of personRanges(Number(places), STOPS_AT_ONCE)) {
    await engine.command(statement('persons-from-places'), {
      ...parameters,
      ...range,
      days,
      grid_resolution: GRID_RESOLUTION,
    });
  }
}
