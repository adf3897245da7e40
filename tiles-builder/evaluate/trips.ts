/** `npm run evaluate -- trips`: compares travel times over a dataset's roads with observed trips. */
import { MAX_TRAVEL_TIME_S } from '../../src/format/road-model.ts';
import { CLOSED } from '../../src/format/road-tile.ts';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import type { Position } from '../../src/geo/positions.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { type Origin, UNREACHED } from '../../src/isochrone/reach.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Progress } from '../base/records.ts';
import { manifestIn, readerOfFolder } from '../dataset/dataset-folder.ts';
import { distance_m } from '../geometry/haversine.ts';
import { readCsv } from '../sources/formats/csv.ts';

const COLUMNS = ['from_lon', 'from_lat', 'to_lon', 'to_lat', 'travel', 'seconds'] as const;
/** Bounds of classes by straight line; a class ends below its bound. */
const LENGTH_BOUNDS_KM = [1, 3, 10, 30];

export interface Trip {
  readonly from: Position;
  readonly to: Position;
  readonly travel: Travel;
  readonly observed_s: number;
  /** Value of the column `area`, empty without it. */
  readonly area: string;
}

interface ComparedTrip extends Trip {
  /** Computed time divided by observed time. */
  readonly ratio: number;
}

export interface TripFigures {
  readonly by: 'mode' | 'length' | 'area';
  readonly travel: Travel;
  readonly group: string;
  readonly trips: number;
  /** Computed by observed time: 5, 25, 50, 75 and 95 of 100 trips are at most this. */
  readonly ratio: readonly [number, number, number, number, number];
  /** Mean absolute percentage error of single trips, as a share. */
  readonly mape: number;
}

export interface TripEvaluation {
  readonly figures: readonly TripFigures[];
  /** Trips without a road within the distance of the contract, or not within its longest travel time. */
  readonly not_compared: number;
}

/**
 * @param folder of a dataset
 * @param file CSV with a line for each trip
 */
export async function evaluateTrips(
  folder: string,
  file: string,
  { json = false, progress }: { readonly json?: boolean; readonly progress: Progress },
): Promise<TripEvaluation> {
  const manifest = manifestIn(folder);
  const loaded = new LoadedObjects(MAX_LOADED_BYTES);
  const compared: ComparedTrip[] = [];
  let read = 0;
  for await (const trip of readTrips(file)) {
    progress('Compare travel times', ++read);
    const computed_s = await travelTime_s(trip, readerOfFolder(folder, manifest, loaded));
    if (computed_s !== null) compared.push({ ...trip, ratio: computed_s / trip.observed_s });
  }
  if (compared.length === 0) throw new BadInput(file, null, 'has no trip between roads of the dataset');
  const figures = [
    ...figuresBy('mode', compared, () => 'all'),
    ...figuresBy('length', compared, ({ from, to }) => lengthClass(distance_m(...from, ...to) / 1_000)),
    ...figuresBy('area', compared, ({ area }) => area).filter(({ group }) => group !== ''),
  ];
  const evaluation = { figures, not_compared: read - compared.length };
  console.log('travel      group         trips  ratio: 5 %    25 %  median    75 %    95 %    MAPE');
  for (const { travel, group, trips, ratio, mape } of figures) {
    const quantiles = ratio.map((each) => each.toFixed(2).padStart(8)).join('');
    console.log(
      `${travel.padEnd(12)}${group.padEnd(12)}${String(trips).padStart(7)}   ${quantiles}${(100 * mape).toFixed(1).padStart(7)} %`,
    );
  }
  console.log(
    `${evaluation.not_compared} trips not compared: no road near, or too far for the longest travel time`,
  );
  if (json) console.log(JSON.stringify(evaluation));
  return evaluation;
}

async function* readTrips(file: string): AsyncGenerator<Trip> {
  let names: readonly string[] | null = null;
  for await (const { line, fields } of readCsv(file)) {
    if (names === null) {
      names = fields.map((name) => name.trim());
      const missing = COLUMNS.find((column) => !names!.includes(column));
      if (missing !== undefined) throw new BadInput(file, null, `has no column ${missing}`);
      continue;
    }
    const textIn = (column: string): string => fields[names!.indexOf(column)]?.trim() ?? '';
    const [fromLon, fromLat, toLon, toLat, observed_s] = COLUMNS.filter((column) => column !== 'travel').map(
      (column) => (textIn(column) === '' ? Number.NaN : Number(textIn(column))),
    ) as [number, number, number, number, number];
    const travel = textIn('travel');
    const isInRange =
      Math.max(Math.abs(fromLon), Math.abs(toLon)) <= 180 &&
      Math.max(Math.abs(fromLat), Math.abs(toLat)) <= 90;
    if (!isInRange) throw new BadInput(file, `line ${line}`, 'longitudes and latitudes in degrees expected');
    if (!(observed_s > 0 && observed_s < Infinity))
      throw new BadInput(file, `line ${line}`, 'seconds above 0 expected');
    if (travel !== 'pedestrian' && travel !== 'motorized')
      throw new BadInput(file, `line ${line}`, 'travel is pedestrian or motorized');
    yield { from: [fromLon, fromLat], to: [toLon, toLat], travel, observed_s, area: textIn('area') };
  }
}

/** Returns the time between the roads nearest to both places, as isochrones compute it; `null` if no road is in reach. */
export async function travelTime_s(
  { from, to, travel }: Pick<Trip, 'from' | 'to' | 'travel'>,
  tiles: DatasetReader,
): Promise<number | null> {
  const [origin, target] = [await snapOrigin(from, travel, tiles), await snapOrigin(to, travel, tiles)];
  if (!origin.ok || !target.ok) return null;
  const limit_ms = MAX_TRAVEL_TIME_S[travel] * 1_000;
  const reach = await searchBounded(origin.value, limit_ms, travel, tiles);
  const reached = reach.tiles.get(target.value.tile.cell);
  const { tile } = target.value;
  const times = [alongEdge(origin.value, target.value)];
  for (const { edge, fraction } of samePlace(target.value)) {
    const [tail_ms, head_ms] = [tile.edgeTail, tile.edgeHead].map((ends) => reached?.arrivals_ms[ends[edge]]);
    times.push(partOf(tile.edgeForward_ms[edge], fraction) + (tail_ms ?? UNREACHED));
    times.push(partOf(tile.edgeBackward_ms[edge], 1 - fraction) + (head_ms ?? UNREACHED));
  }
  const least_ms = Math.min(...times);
  return least_ms <= limit_ms ? least_ms / 1_000 : null;
}

const partOf = (time_ms: number, share: number): number => (time_ms === CLOSED ? Infinity : time_ms * share);

function alongEdge(origin: Origin, { tile, edge, fraction }: Origin): number {
  if (origin.tile.cell !== tile.cell || origin.edge !== edge) return Infinity;
  const share = fraction - origin.fraction;
  return partOf(share >= 0 ? tile.edgeForward_ms[edge] : tile.edgeBackward_ms[edge], Math.abs(share));
}

/** The edge and its duplicates by turn restrictions, which may run the other way. */
function* samePlace({ tile, edge, fraction }: Origin): Generator<{ edge: number; fraction: number }> {
  const { pointLon, pointLat, edgeFirstPoint, edgeTail } = tile;
  const [first, end] = [edgeFirstPoint[edge], edgeFirstPoint[edge + 1]];
  const isAt = (point: number, other: number): boolean =>
    pointLon[point] === pointLon[other] && pointLat[point] === pointLat[other];
  for (let other = 0; other < edgeTail.length; other++) {
    const from = edgeFirstPoint[other];
    const points = edgeFirstPoint[other + 1] - from;
    if (points !== end - first) continue;
    const indexes = Array.from({ length: points }, (_, i) => i);
    if (indexes.every((i) => isAt(first + i, from + i))) yield { edge: other, fraction };
    else if (indexes.every((i) => isAt(end - 1 - i, from + i))) yield { edge: other, fraction: 1 - fraction };
  }
}

const lengthClass = (km: number): string => {
  const at = LENGTH_BOUNDS_KM.findIndex((bound) => km < bound);
  return at < 0 ? `>= ${LENGTH_BOUNDS_KM.at(-1)} km` : `< ${LENGTH_BOUNDS_KM[at]} km`;
};

function figuresBy(
  by: TripFigures['by'],
  trips: readonly ComparedTrip[],
  groupOf: (trip: ComparedTrip) => string,
): TripFigures[] {
  return TRAVELS.flatMap((travel) => {
    const groups = Map.groupBy(
      trips.filter((trip) => trip.travel === travel),
      groupOf,
    );
    return [...groups]
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([group, own]) => {
        const ratios = own.map(({ ratio }) => ratio).sort((a, b) => a - b);
        const quantile = (share: number): number => ratios[Math.round(share * (ratios.length - 1))];
        return {
          ...{ by, travel, group, trips: own.length },
          ratio: [quantile(0.05), quantile(0.25), quantile(0.5), quantile(0.75), quantile(0.95)],
          mape: ratios.reduce((sum, ratio) => sum + Math.abs(ratio - 1), 0) / ratios.length,
        };
      });
  });
}
