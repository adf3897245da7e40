/**
 * Town whose answers are integer arithmetic. Streets form a square grid of 200 m: a block takes 144 s on foot, 80 s by car.
 * Twelve homes with 2, 4, 8, … 4096 inhabitants (a sum identifies the homes counted) and four offices stand next to every
 * second crossing, each inside one cell.
 */
import type { Feature } from 'geojson';
import { cellToLatLng, latLngToCell } from 'h3-js';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type Cell, GRID_RESOLUTION } from '../../../src/geo/cells.ts';
import type { Polygon, Position } from '../../../src/geo/positions.ts';
import { localPlane, roundDegrees, squareAround } from '../../../tiles-builder/simulate/local-plane.ts';
import {
  osmFeature,
  polygonGeometry,
  writeConfig,
  writeCoverage,
  writeFeatures,
  writeRows,
  writeRowsGzipped,
} from '../../../tiles-builder/simulate/write-sources.ts';
import { squareOf } from './square-of.ts';

/** Numbered from the west and from the south. */
export const CROSSINGS = 9;
export const BLOCK_M = 200;
export const BLOCK_MS: Record<Travel, number> = { pedestrian: 144_000, motorized: 80_000 };
export const WEIGHT = 2;

/** EPSG:3035's squares face north here. */
export const CENTRE: Position = [10, 52];
const COVERAGE_MARGIN_M = 300;
const FOOTPRINT_SIDE_M = 8;
const CENSUS_SQUARE_M = 100;
/** Monday, 00:00 in Berlin. */
export const FIRST_DAY_S = Date.UTC(2024, 1, 4, 23) / 1000;
const DAYS = 21;
const HOUR_S = 3600;

export type Crossing = readonly [number, number];

export interface GridPlace {
  readonly name: string;
  readonly crossing: Crossing;
  /** Only cell that it touches. */
  readonly cell: Cell;
  readonly position: Position;
  readonly footprint: Polygon;
  /** Power of two, 0 in offices. */
  readonly people: number;
  /** Office's name or the home's own; `null` for an office. */
  readonly occupation: string | null;
}

export interface GridTown {
  readonly folder: string;
  readonly config: string;
  readonly places: readonly GridPlace[];
  readonly peopleByCell: ReadonlyMap<Cell, number>;
  /** No figure rests on fewer than 31 persons. */
  readonly workersByPlace: ReadonlyMap<string, number>;
  readonly people: number;
  readonly coverage: Polygon;
}

const OFFICES = ['office A', 'office B', 'office C', 'office D'] as const;
/** Office by home. A draws on five small homes, so that none is isolated. */
const OCCUPATIONS = ['A', 'A', 'A', 'A', 'A', null, 'B', 'C', null, 'D', null, null] as const;
/** From the north: O an office, h a home. */
const PLAN = ['hhhO', 'hOhh', 'hhOh', 'Ohhh'];

export function crossingPosition([column, row]: Crossing): Position {
  const middle = (CROSSINGS - 1) / 2;
  const [, lat] = localPlane(CENTRE).toPosition([0, (row - middle) * BLOCK_M]);
  return localPlane([CENTRE[0], lat]).toPosition([(column - middle) * BLOCK_M, 0]);
}

/**
 * Whole seconds for all places within `blocks` blocks, and none beyond, with 35 m to spare: more than an arrival raster's
 * error.
 */
export function timeForBlocks_s(travel: Travel, blocks: number): number {
  const toSpare_s = travel === 'pedestrian' ? 72 : 45;
  return (BLOCK_MS[travel] * blocks) / 1000 + toSpare_s;
}

export function placesWithin(from: Crossing, blocks: number): GridPlace[] {
  return gridPlaces.filter(
    ({ crossing }) => Math.abs(from[0] - crossing[0]) + Math.abs(from[1] - crossing[1]) <= blocks,
  );
}

const gridPlaces: readonly GridPlace[] = layOutPlaces();
const placesByName = new Map(gridPlaces.map((place) => [place.name, place]));

/** @param kind of locations */
export async function writeGridTown(
  folder: string,
  kind: 'stops' | 'persons' = 'persons',
): Promise<GridTown> {
  const coverage = coveragePolygon();
  const homes = gridPlaces.filter((place) => place.people > 0);
  const peopleBySquare = new Map(
    homes.map((home) => [squareOf(home.position, CENSUS_SQUARE_M), home.people]),
  );
  if (peopleBySquare.size !== homes.length)
    throw new Error('Two homes of the grid town share a census square');
  const workersByPlace = new Map<string, number>();
  for (const { occupation, people } of homes) {
    workersByPlace.set(occupation!, (workersByPlace.get(occupation!) ?? 0) + people);
  }
  writeFeatures(folder, 'streets.geojson', streetFeatures());
  writeFeatures(folder, 'buildings.geojson', buildingFeatures());
  writeCoverage(folder, 'coverage.geojson', coverage);
  const squares = Array.from(peopleBySquare, ([square, people]) => `${square},${people}`);
  writeRows(folder, 'census.csv', 'GRD_ID,TOT_P', squares);
  if (kind === 'stops')
    await writeRowsGzipped(folder, 'stops.csv.gz', 'device_id,start,end,lon,lat', stopRows());
  else writeRows(folder, 'persons.csv', 'home,occupation,persons', personRows());
  const source = { coverage: 'coverage.geojson', vintage: 2024, attribution: 'Grid town' };
  const config = writeConfig(folder, {
    name: 'grid-town',
    timezone: 'Europe/Berlin',
    simulated: true,
    roads: { file: 'streets.geojson', ...source },
    buildings: { file: 'buildings.geojson', complete: true, ...source },
    census: { file: 'census.csv', square: 'GRD_ID', population: 'TOT_P', ...source },
    locations:
      kind === 'stops'
        ? { file: 'stops.csv.gz', kind, ...source }
        : { file: 'persons.csv', kind, first_day: '2024-02-05', last_day: '2024-02-26', ...source },
  });
  return {
    folder,
    config,
    places: gridPlaces,
    peopleByCell: new Map(homes.map((home) => [home.cell, home.people])),
    workersByPlace,
    people: homes.reduce((sum, home) => sum + home.people, 0),
    coverage,
  };
}

function layOutPlaces(): GridPlace[] {
  const places: GridPlace[] = [];
  let homes = 0;
  let offices = 0;
  PLAN.forEach((line, lineNumber) => {
    [...line].forEach((letter, column) => {
      const crossing: Crossing = [2 * column + 1, 2 * (PLAN.length - 1 - lineNumber) + 1];
      const isHome = letter === 'h';
      const name = isHome ? `home ${homes}` : OFFICES[offices++];
      const office = isHome ? OCCUPATIONS[homes] : null;
      const people = isHome ? WEIGHT * 2 ** homes++ : 0;
      const occupation = isHome ? (office ? `office ${office}` : name) : null;
      places.push({ name, crossing, people, occupation, ...standBeside(crossing) });
    });
  });
  return places;
}

/** In the cell 14 m to the north-east. */
function standBeside(crossing: Crossing): Pick<GridPlace, 'cell' | 'position' | 'footprint'> {
  const [lon, lat] = localPlane(crossingPosition(crossing)).toPosition([14, 14]);
  const cell = latLngToCell(lat, lon, GRID_RESOLUTION);
  const [cellLat, cellLon] = cellToLatLng(cell);
  const position: Position = [roundDegrees(cellLon), roundDegrees(cellLat)];
  return { cell, position, footprint: [squareAround(position, FOOTPRINT_SIDE_M / 2)] };
}

export const coveragePolygon = (): Polygon => [
  squareAround(CENTRE, ((CROSSINGS - 1) / 2) * BLOCK_M + COVERAGE_MARGIN_M),
];

export function streetFeatures(): Feature[] {
  const tags = { highway: 'residential', maxspeed: '9' };
  const numbers = Array.from({ length: CROSSINGS }, (_, number) => number);
  return numbers.flatMap((street) => {
    const line = (crossings: Crossing[]) => ({
      type: 'LineString' as const,
      coordinates: crossings.map((crossing) => [...crossingPosition(crossing)]),
    });
    const eastward = line(numbers.map((column) => [column, street]));
    const northward = line(numbers.map((row) => [street, row]));
    return [
      osmFeature(`way/${1 + street}`, { ...tags, name: `East Street ${street}` }, eastward),
      osmFeature(`way/${101 + street}`, { ...tags, name: `North Street ${street}` }, northward),
    ];
  });
}

function buildingFeatures() {
  return gridPlaces.map((place, index) => {
    const tags = place.people > 0 ? { building: 'apartments' } : { building: 'office' };
    return osmFeature(`way/${1001 + index}`, { ...tags, name: place.name }, polygonGeometry(place.footprint));
  });
}

function* personRows(): Generator<string> {
  for (const { people, cell, occupation } of gridPlaces)
    if (people > 0) yield `${cell},${placesByName.get(occupation!)!.cell},${people / WEIGHT}`;
}

function* stopRows(): Generator<string> {
  for (const home of gridPlaces) {
    const away = home.occupation === home.name ? null : placesByName.get(home.occupation!)?.position;
    for (let person = 0; person < home.people / WEIGHT; person++)
      yield* stopsOf(`${home.name.replace(' ', '-')}-${person}`, home.position, away ?? null);
  }
}

/** At home from 17:30 to 8:00 and on weekends, at the occupation from 8:30 to 17:00; `null` for one at home. */
export function* stopsOf(device: string, home: Position, occupation: Position | null): Generator<string> {
  let homeSince = FIRST_DAY_S;
  for (let day = 0; day < DAYS && occupation; day++) {
    if (day % 7 >= 5) continue;
    const midnight = FIRST_DAY_S + day * 24 * HOUR_S;
    yield `${device},${homeSince},${midnight + 8 * HOUR_S},${home}`;
    yield `${device},${midnight + 8.5 * HOUR_S},${midnight + 17 * HOUR_S},${occupation}`;
    homeSince = midnight + 17.5 * HOUR_S;
  }
  yield `${device},${homeSince},${FIRST_DAY_S + DAYS * 24 * HOUR_S},${home}`;
}
