/**
 * Simulates a panel on copies of an extract: homes by census and footprint, workplaces by a gravity model. Streams persons to
 * ClickHouse.
 */
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Building } from '../../tiles-builder/base/records.ts';
import { openSqlEngine } from '../../tiles-builder/daytime/open-sql-engine.ts';
import { statement } from '../../tiles-builder/daytime/sql-engine.ts';
import {
  EUROPEAN_GRID,
  gridPlaceOf,
  projectPosition,
} from '../../tiles-builder/sources/census/grid-square.ts';
import { readBuildings } from '../support/files/read-extract.ts';

const SQL = new URL('sql', import.meta.url).pathname;
/** Monday, 12 January 2026, 0:00 in Rennes. */
const FIRST_MIDNIGHT_S = Date.UTC(2026, 0, 11, 23) / 1000;
const SQUARE_M = 1_000;
/** Share of persons who work at home. */
const AT_HOME = 0.38;
/** A workplace's pull falls by 1 / e. */
const WORK_DECAY_M = 4_000;
const CANDIDATE_WORKPLACES = 60;

/** EPSG:3035. */
type Place = readonly [east: number, north: number];

export interface PanelWanted {
  readonly copies: number;
  readonly copySize_m: Place;
  /** Persons per inhabitant. */
  readonly share: number;
  readonly seed?: number;
}

/** @param censusFile 1 km squares with `GRD_ID` and `TOT_P` */
export const readTown = async (osmFile: string, censusFile: string): Promise<Town> =>
  new Town(await readBuildings(osmFile), await readSquares(censusFile));

/** Writes Parquet stops: `device`, `start`, `end`, `lon`, `lat`. */
export async function writePanel(file: string, town: Town, wanted: PanelWanted): Promise<void> {
  const [persons, unfinished] = [`${file}.persons`, `${file}.unfinished`];
  try {
    await pipeline(Readable.from(drawPersons(town, wanted)), createWriteStream(persons));
    await writeStops(persons, unfinished);
    renameSync(unfinished, file);
  } finally {
    for (const made of [persons, unfinished]) rmSync(made, { force: true });
  }
}

async function writeStops(persons_file: string, stops_file: string): Promise<void> {
  const engine = await openSqlEngine();
  try {
    const files = { persons_file, stops_file, first_midnight_s: FIRST_MIDNIGHT_S };
    await engine.command(statement('write-stops', SQL), files);
  } finally {
    await engine.close();
  }
}

/** CSV in thousands of rows: device, home, occupation place, degrees. */
export function* drawPersons(
  town: Town,
  { copies, copySize_m: [width, height], share, seed = 1 }: PanelWanted,
): Generator<string> {
  const perCopy = Math.round(town.people * share);
  const columns = Math.ceil(Math.sqrt(copies));
  let rows = '';
  for (let copy = 0; copy < copies; copy++) {
    const random = new Random(seed * 100_003 + copy);
    const degrees = ([east, north]: Place): string =>
      projectPosition(
        [east + (copy % columns) * width, north + Math.floor(copy / columns) * height],
        EUROPEAN_GRID,
      )
        .map((value) => value.toFixed(6))
        .join();
    for (let person = 0; person < perCopy; person++) {
      const { home, occupation } = town.drawPerson(random);
      rows += `${copy}-${person},${degrees(home)},${degrees(occupation)}\n`;
      if (person % 1_000 === 999) {
        yield rows;
        rows = '';
      }
    }
  }
  yield rows;
}

export class Town {
  /** In squares with buildings. */
  readonly people: number;
  readonly #places: readonly Place[];
  readonly #areas: Float64Array;
  readonly #squares: readonly { readonly buildings: readonly number[]; readonly areas: Float64Array }[];
  readonly #peopleOfSquares: Float64Array;

  /** @param people by a square's south-west vertex, `EAST,NORTH` */
  constructor(buildings: readonly Building[], people: ReadonlyMap<string, number>) {
    const area = Float64Array.from(buildings, ({ footprint }) => areaOfZone_m2(footprint));
    this.#places = buildings.map(({ footprint }) => gridPlaceOf(footprint[0][0][0], EUROPEAN_GRID));
    this.#areas = runningTotals(area);
    const corner = (metres: number): number => Math.floor(metres / SQUARE_M) * SQUARE_M;
    const bySquare = Map.groupBy(this.#places.keys(), (i) => this.#places[i].map(corner).join());
    const inhabited = [...bySquare].filter(([square]) => (people.get(square) ?? 0) > 0);
    this.#squares = inhabited.map(([, buildings]) => ({
      buildings,
      areas: runningTotals(buildings.map((i) => area[i])),
    }));
    this.#peopleOfSquares = runningTotals(inhabited.map(([square]) => people.get(square)!));
    this.people = this.#peopleOfSquares.at(-1) ?? 0;
  }

  drawPerson(random: Random): { home: Place; occupation: Place } {
    const { buildings, areas } = this.#squares[random.pickIndex(this.#peopleOfSquares)];
    const home = this.#places[buildings[random.pickIndex(areas)]];
    return { home, occupation: random.chance(AT_HOME) ? home : this.#workplaceFrom(home, random) };
  }

  /** Rejection sampling, else the last candidate. */
  #workplaceFrom([east, north]: Place, random: Random): Place {
    let place: Place = [east, north];
    for (let tries = 0; tries < CANDIDATE_WORKPLACES; tries++) {
      place = this.#places[random.pickIndex(this.#areas)];
      if (random.chance(Math.exp(-Math.hypot(place[0] - east, place[1] - north) / WORK_DECAY_M))) break;
    }
    return place;
  }
}

function runningTotals(values: Iterable<number>): Float64Array {
  let total = 0;
  return Float64Array.from(values, (value) => {
    total += value;
    return total;
  });
}

async function readSquares(file: string): Promise<Map<string, number>> {
  const people = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, north, east, count] = /^CRS3035RES1000mN(\d+)E(\d+),(\d+)$/.exec(line) ?? [];
    if (count !== undefined) people.set(`${east},${north}`, Number(count));
  }
  return people;
}
