/**
 * `npm run evaluate -- places`: finds homes and workplaces in stops, at simulated distances and with location errors, and
 * compares them with what the persons stated.
 */
import { join } from 'node:path';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { choosePlaces, measurePlaces } from '../daytime/find-places.ts';
import { openLocationFile } from '../daytime/location-file.ts';
import { openSqlEngine } from '../daytime/open-sql-engine.ts';
import { LOCATION_ERROR } from '../daytime/parameters.ts';
import { createTables, insertRows, newDeviceKey } from '../daytime/read-locations.ts';
import { statement } from '../daytime/sql-engine.ts';

const SQL = join(import.meta.dirname, 'sql');
const COLUMNS = Object.fromEntries(
  ['device_id', 'place_id', 'start', 'end', 'true_label'].map((name) => [name, name]),
);

/** Scores of one person, each 0 or 1. */
interface ScoredPerson {
  readonly named_work: number;
  readonly home_found: number;
  readonly home_right: number;
  readonly found_work: number;
  readonly right_work: number;
}

export interface PlacesEvaluation {
  readonly persons: number;
  readonly named_work: number;
  /** Shares of persons with a stated workplace: any was found, and the right one was. */
  readonly found_work: number;
  readonly right_work: number;
  /** Share of found places that are right, and of all with a stated workplace. */
  readonly precision: number;
  readonly found_and_right: number;
  /** Share of all persons whose home was found. */
  readonly home_found: number;
  readonly home_right: number;
  /** Share of persons without a stated workplace who are given one. */
  readonly no_work_but_given: number;
}

/**
 * Prints how many places the build's parameters find right.
 * @param file stops with `device_id`, `place_id`, `start` and `end` in local seconds, `true_label` H, W or O
 */
export async function evaluatePlaces(
  file: string,
  { json = false }: { readonly json?: boolean },
): Promise<PlacesEvaluation> {
  const engine = await openSqlEngine();
  try {
    const stops = await openLocationFile(file, COLUMNS);
    await engine.command(statement('create-labelled', SQL));
    await insertRows(engine, statement('insert-labelled', SQL), stops, {});
    await engine.command(statement('create-positions', SQL));
    await engine.command(statement('positions-from-labelled', SQL));
    await createTables(engine, newDeviceKey());
    await engine.command(statement('stops-from-labelled', SQL), LOCATION_ERROR);
    const days = (await measurePlaces(engine, 'UTC')).size;

    await choosePlaces(engine, days);
    const scored = await engine.query<ScoredPerson>(statement('score-persons', SQL), {
      grid_resolution: GRID_RESOLUTION,
    });
    if (scored.length === 0) throw new BadInput(file, null, 'there is no stop in it');
    const evaluation = summarise(scored);
    for (const [name, value] of Object.entries(evaluation)) {
      console.log(`${name.padEnd(18)}${Number.isInteger(value) ? value : value.toFixed(3)}`);
    }
    if (json) console.log(JSON.stringify(evaluation));
    return evaluation;
  } finally {
    await engine.close();
  }
}

function summarise(persons: readonly ScoredPerson[]): PlacesEvaluation {
  const count = (of: (person: ScoredPerson) => number | boolean): number =>
    persons.reduce((sum, person) => sum + Number(of(person)), 0);
  const named_work = count((person) => person.named_work);
  const found_work = count((person) => person.named_work && person.found_work);
  const right_work = count((person) => person.right_work);
  return {
    persons: persons.length,
    named_work,
    found_work,
    right_work,
    precision: right_work / found_work,
    found_and_right: right_work / named_work,
    home_found: count((person) => person.home_found) / persons.length,
    home_right: count((person) => person.home_right) / persons.length,
    no_work_but_given:
      count((person) => !person.named_work && person.found_work) / (persons.length - named_work),
  };
}
