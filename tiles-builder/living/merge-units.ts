/** A census made coarser, to see how well it foretells the finer one. */
import type { Zone } from '../../src/geo/positions.ts';
import {
  areaWithin,
  cornersOf,
  METRES_PER_DEGREE,
  PlanarArea,
  shareInside,
} from '../geometry/planar-area.ts';
import type { Random } from '../numbers/random.ts';
import { gridSquareId, squareOutline } from '../read/census/grid-square.ts';
import type { CensusUnit } from '../records.ts';

/** Units and the coarser ones that they make up. */
export interface MergedUnits {
  /** Those inside the coverage as a whole; grid squares that are not listed are there with nobody in them. */
  readonly units: readonly CensusUnit[];
  /** The coarser unit of each, by number. */
  readonly coarserOf: readonly number[];
  readonly coarser: readonly CensusUnit[];
}

const WHOLE = 1 - 1e-6;

/**
 * Puts units together that lie in one square of `times` their side; a coarser unit has two of them at least, and people.
 * @param coverage where the units are all that there is
 * @param most coarser units to be made, drawn at random
 */
export function mergeUnits(
  units: readonly CensusUnit[],
  times: number,
  coverage: Zone,
  most: number,
  random: Random,
): MergedUnits {
  const covered = new PlanarArea(coverage);
  const isInside = ({ outline }: CensusUnit): boolean =>
    shareInside(new PlanarArea(outline), covered) >= WHOLE;
  const candidates = [...(membersOfSquares(units, times) ?? membersByPlace(units, times))];
  for (let i = candidates.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [candidates[i], candidates[j]] = [candidates[j]!, candidates[i]!];
  }
  const members = candidates
    .slice(0, most)
    .map((group) => group.filter(isInside))
    .filter((group) => group.length > 1 && group.some(({ people }) => people > 0));
  return {
    units: members.flat(),
    coarserOf: members.flatMap((group, i) => group.map(() => i)),
    coarser: members.map((group, i) => ({
      id: `merged ${i}`,
      outline: group.flatMap(({ outline }) => outline),
      people: group.reduce((sum, { people }) => sum + people, 0),
    })),
  };
}

/** `null` where the units are not grid squares of one size. */
function membersOfSquares(units: readonly CensusUnit[], times: number): CensusUnit[][] | null {
  const listed = new Map<string, CensusUnit>();
  const corners = new Map<string, { east_m: number; north_m: number }>();
  let size_m = 0;
  for (const unit of units) {
    const { square } = unit;
    if (!square || (size_m > 0 && square.size_m !== size_m)) return null;
    size_m = square.size_m;
    listed.set(gridSquareId(square), unit);
    const [east_m, north_m] = [square.east_m, square.north_m].map((at) => at - (at % (size_m * times)));
    corners.set(`${east_m},${north_m}`, { east_m: east_m!, north_m: north_m! });
  }
  return [...corners.values()].map(({ east_m, north_m }) =>
    Array.from({ length: times * times }, (_, i): CensusUnit => {
      const square = {
        size_m,
        east_m: east_m + (i % times) * size_m,
        north_m: north_m + Math.floor(i / times) * size_m,
      };
      const id = gridSquareId(square);
      return listed.get(id) ?? { id, outline: [[squareOutline(square)]], people: 0, square };
    }),
  );
}

function membersByPlace(units: readonly CensusUnit[], times: number): CensusUnit[][] {
  const areas = units.map(({ outline }) => new PlanarArea(outline));
  const south = areas.reduce((least, { box }) => Math.min(least, box.south), Infinity);
  const metresPerLon = METRES_PER_DEGREE * Math.cos((south * Math.PI) / 180);
  const sides_m = areas
    .map((area) => Math.sqrt(areaWithin(cornersOf(area.box), [area]) * METRES_PER_DEGREE * metresPerLon))
    .sort((a, b) => a - b);
  const side_m = times * (sides_m[sides_m.length >> 1] || 1);
  const place = (unit: number): string => {
    const { west, east, south, north } = areas[unit]!.box;
    const column = Math.floor((((west + east) / 2) * metresPerLon) / side_m);
    return `${column},${Math.floor((((south + north) / 2) * METRES_PER_DEGREE) / side_m)}`;
  };
  return [...Map.groupBy(units.keys(), place).values()].map((group) => group.map((unit) => units[unit]!));
}
