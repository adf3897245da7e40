/**
 * `npm run evaluate -- places`: homes and workplaces found in stops, at simulated distances and with location errors, against
 * their persons' statements, cross-validated.
 */
import { join } from 'node:path';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { choosePlaces, measurePlaces } from '../daytime/find-places.ts';
import { openLocationFile } from '../daytime/location-file.ts';
import { openSqlEngine } from '../daytime/open-sql-engine.ts';
import { LOCATION_ERROR, PLACES, type PlaceParameters } from '../daytime/parameters.ts';
import { createTables, insertRows, newDeviceKey } from '../daytime/read-locations.ts';
import { type SqlEngine, statement } from '../daytime/sql-engine.ts';
import { crossValidate } from './cross-validate.ts';
import { type PlacesEvaluation, type ScoredPerson, summarise } from './scored-person.ts';

const SQL = join(import.meta.dirname, 'sql');
const COLUMNS = Object.fromEntries(
  ['device_id', 'place_id', 'start', 'end', 'true_label'].map((name) => [name, name]),
);

/** Candidates for cross-validation. */
const CHOICES = [0.05, 0.1, 0.15, 0.2].flatMap((max_share_of_night) =>
  [0.05, 0.08, 0.1, 0.12, 0.15].flatMap((min_share_of_days) =>
    [0, 0.02, 0.05, 0.1, 0.15].map((min_share_of_hours) => ({
      max_share_of_night,
      min_share_of_days,
      min_share_of_hours,
    })),
  ),
);

/**
 * Prints results of the build's parameters and cross-validated ones.
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

    const scored = await score(engine, days, PLACES);
    if (scored.length === 0) throw new BadInput(file, null, 'there is no stop in it');
    const evaluation = summarise(scored);
    printSummary("The build's parameters", evaluation);

    const scoredByChoice: ScoredPerson[][] = [];
    for (const choice of CHOICES) scoredByChoice.push(await score(engine, days, { ...PLACES, ...choice }));
    const { unseen, chosen } = crossValidate(scoredByChoice);
    printSummary(
      'Parameters chosen on nine tenths of the persons, held against the last tenth',
      summarise(unseen),
    );
    console.log('  chosen:');
    for (const [choice, folds] of chosen) console.log(`    ${folds}  ${JSON.stringify(CHOICES[choice])}`);
    if (json) console.log(JSON.stringify(evaluation));
    return evaluation;
  } finally {
    await engine.close();
  }
}

async function score(engine: SqlEngine, days: number, parameters: PlaceParameters): Promise<ScoredPerson[]> {
  await engine.command('TRUNCATE TABLE persons');
  await choosePlaces(engine, days, parameters);
  return engine.query<ScoredPerson>(statement('score-persons', SQL), { grid_resolution: GRID_RESOLUTION });
}

function printSummary(title: string, evaluation: PlacesEvaluation): void {
  console.log(`${title}:`);
  for (const [name, value] of Object.entries(evaluation)) {
    console.log(`  ${name.padEnd(18)}${Number.isInteger(value) ? value : value.toFixed(3)}`);
  }
}
