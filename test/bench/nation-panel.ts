/**
 * Simulates a panel on copies of an extract: homes anywhere in the squares of its census, workplaces by a gravity model between
 * squares. Streams persons to ClickHouse.
 */
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { openSqlEngine } from '../../tiles-builder/daytime/open-sql-engine.ts';
import { statement } from '../../tiles-builder/daytime/sql-engine.ts';
import { EUROPEAN_GRID, projectPosition } from '../../tiles-builder/sources/census/grid-square.ts';

const SQL = new URL('sql', import.meta.url).pathname;
/** Monday, 12 January 2026, 0:00 in Rennes. */
const FIRST_MIDNIGHT_S = Date.UTC(2026, 0, 11, 23) / 1000;
const SQUARE_M = 1_000;
/** Share of persons who work at home. */
const AT_HOME = 0.38;
/** A workplace's pull falls by 1 / e. */
const WORK_DECAY_M = 4_000;
const CANDIDATE_WORKPLACES = 60;
const PERSONS_A_PIECE = 1_000;

/** EPSG:3035. */
type Place = readonly [east: number, north: number];

export interface PanelWanted {
  readonly copies: number;
  readonly copySize_m: Place;
  /** Persons per inhabitant. */
  readonly share: number;
}

/**
 * Writes Parquet stops: `device`, `start`, `end`, `lon`, `lat`.
 * @param censusFile 1 km squares with `GRD_ID` and `TOT_P`
 */
export async function writePanel(file: string, censusFile: string, wanted: PanelWanted): Promise<void> {
  const [persons_file, stops_file] = [`${file}.persons`, `${file}.unfinished`];
  try {
    await pipeline(
      Readable.from(drawPersons(await readSquares(censusFile), wanted)),
      createWriteStream(persons_file),
    );
    const engine = await openSqlEngine();
    const files = { persons_file, stops_file, first_midnight_s: FIRST_MIDNIGHT_S };
    await engine.command(statement('write-stops', SQL), files).finally(() => engine.close());
    renameSync(stops_file, file);
  } finally {
    for (const made of [persons_file, stops_file]) rmSync(made, { force: true });
  }
}

interface Squares {
  readonly corners: readonly Place[];
  readonly peopleUpTo: Float64Array;
}

/** CSV: device, home, occupation place, degrees. */
function* drawPersons(squares: Squares, { copies, copySize_m, share }: PanelWanted): Generator<string> {
  const perCopy = Math.round(squares.peopleUpTo.at(-1)! * share);
  const columns = Math.ceil(Math.sqrt(copies));
  let rows = '';
  for (let copy = 0; copy < copies; copy++) {
    const random = new Random(100_003 + copy);
    const [east, north] = [(copy % columns) * copySize_m[0], Math.floor(copy / columns) * copySize_m[1]];
    const degrees = (place: Place): string =>
      projectPosition([place[0] + east, place[1] + north], EUROPEAN_GRID)
        .map((value) => value.toFixed(6))
        .join();
    for (let person = 0; person < perCopy; person++) {
      const home = drawPlace(squares, random);
      const occupation = random.chance(AT_HOME) ? home : workplaceFrom(home, squares, random);
      rows += `${copy}-${person},${degrees(home)},${degrees(occupation)}\n`;
      if (person % PERSONS_A_PIECE === PERSONS_A_PIECE - 1) {
        yield rows;
        rows = '';
      }
    }
  }
  yield rows;
}

function drawPlace({ corners, peopleUpTo }: Squares, random: Random): Place {
  const [east, north] = corners[random.pickIndex(peopleUpTo)];
  return [east + random.between(0, SQUARE_M), north + random.between(0, SQUARE_M)];
}

/** Rejection sampling, else the last candidate. */
function workplaceFrom([east, north]: Place, squares: Squares, random: Random): Place {
  let place: Place = [east, north];
  for (let tries = 0; tries < CANDIDATE_WORKPLACES; tries++) {
    place = drawPlace(squares, random);
    if (random.chance(Math.exp(-Math.hypot(place[0] - east, place[1] - north) / WORK_DECAY_M))) break;
  }
  return place;
}

async function readSquares(file: string): Promise<Squares> {
  const corners: Place[] = [];
  const peopleUpTo: number[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, north, east, people] = /^CRS3035RES1000mN(\d+)E(\d+),(\d+)$/.exec(line) ?? [];
    if (people === undefined) continue;
    corners.push([Number(east), Number(north)]);
    peopleUpTo.push((peopleUpTo.at(-1) ?? 0) + Number(people));
  }
  return { corners, peopleUpTo: Float64Array.from(peopleUpTo) };
}
