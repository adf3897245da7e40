/** Finds gaps between coverages that run along each other, and tells whether they touch. */
import { distanceToLine_m } from '../../../src/geo/douglas-peucker.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Position,
  type Ring,
  type Zone,
} from '../../../src/geo/positions.ts';
import { edgeDistanceOf } from '../../geometry/edge-distance.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';

/** Coverages that are farther apart have nothing to do with each other. */
export const MAX_GAP_M = 1_000;
const SAMPLE_EVERY_M = 100;
/** Borders that part at a wide angle leave no gap. */
const LEAST_LENGTH_PER_WIDTH = 4;
const MOST_WIDTH_PER_MEDIAN = 2;

export interface CoverageGap {
  /** Median along the gap. */
  readonly width_m: number;
  readonly length_m: number;
  readonly widest_m: number;
  /** Its middle. */
  readonly lon: number;
  readonly lat: number;
}

/** Returns the distance in metres from a place to a coverage: 0 inside, `Infinity` beyond {@link MAX_GAP_M}. */
export function distanceToCoverage(coverage: Zone): (place: Position) => number {
  const area = new PlanarArea(coverage);
  const toEdge = edgeDistanceOf(coverage);
  return (place) => (area.contains(place) ? 0 : toEdge(place, MAX_GAP_M));
}

interface Sample {
  readonly place: Position;
  readonly distance_m: number;
}

/**
 * Measures along the border of `coverage` how far the neighbour's is.
 * @param box around the neighbour's coverage, widened by {@link MAX_GAP_M}
 * @param toNeighbour of {@link distanceToCoverage}
 * @param same_m coverages so near touch
 * @param isCovered whether another region has this place
 */
export function measureBorder(
  coverage: Zone,
  box: BoundingBox,
  toNeighbour: (place: Position) => number,
  same_m: number,
  isCovered: (place: Position) => boolean,
): { readonly touches: boolean; readonly gap: CoverageGap | null } {
  const gaps: CoverageGap[] = [];
  let touches = false;
  for (const ring of coverage.flat()) {
    let run: Sample[] = [];
    const end = (): void => {
      const gap = gapOf(run);
      if (gap) gaps.push(gap);
      run = [];
    };
    for (const place of samplesOf(ring, box)) {
      const last = run.at(-1);
      if (last && stepLength_m(last.place, place) > 2 * SAMPLE_EVERY_M) end();
      const distance_m = toNeighbour(place);
      if (distance_m <= same_m) touches = true;
      if (distance_m > same_m && distance_m <= MAX_GAP_M && !isCovered(place))
        run.push({ place, distance_m });
      else end();
    }
    end();
  }
  const largest = gaps.sort((a, b) => b.width_m * b.length_m - a.width_m * a.length_m)[0] ?? null;
  return { touches, gap: largest };
}

/** Where borders part at the end of a gap, distances grow far beyond the median. */
function gapOf(run: readonly Sample[]): CoverageGap | null {
  const distances_m = run.map(({ distance_m }) => distance_m).sort((a, b) => a - b);
  const width_m = distances_m[distances_m.length >> 1] ?? Infinity;
  const along = run.filter(({ distance_m }) => distance_m <= MOST_WIDTH_PER_MEDIAN * width_m);
  const length_m = along
    .slice(1)
    .reduce((sum, { place }, i) => sum + stepLength_m(along[i].place, place), SAMPLE_EVERY_M);
  if (length_m < LEAST_LENGTH_PER_WIDTH * width_m) return null;
  const [lon, lat] = along[along.length >> 1].place;
  return { width_m, length_m, widest_m: Math.max(...along.map(({ distance_m }) => distance_m)), lon, lat };
}

const stepLength_m = (from: Position, to: Position): number => distanceToLine_m(to, from, from);

/** Places on a ring, some 100 m apart; those of edges outside the box are left out. */
function* samplesOf(ring: Ring, box: BoundingBox): Generator<Position> {
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1], ring[i]];
    if (!boxesOverlap(boundingBoxOf([[from, to]]), box)) continue;
    const parts = Math.ceil(stepLength_m(from, to) / SAMPLE_EVERY_M);
    for (let part = 0; part < parts; part++) {
      const share = part / parts;
      yield [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    }
  }
}
