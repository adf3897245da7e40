/** Workplaces of a simulated town, and who works where. */
import type { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';
import { atHomeIn, INHABITANTS, isInside, type Kind, type Settlement } from './flow-kinds.ts';

const SMALLEST_JOBS = 2;
/** Homes in a square share distances. */
const HOME_SQUARE_M = 500;

export interface Workplace {
  readonly at: Point;
  readonly jobs: number;
}

export function openWorkplaces(kind: Kind, settlements: readonly Settlement[], random: Random): Workplace[] {
  const parks = kind.parks(random);
  const wanted = INHABITANTS * (1 - atHomeIn(kind));
  const { smallestJobs, shared } = kind.inBuildings ?? { smallestJobs: SMALLEST_JOBS, shared: 0 };
  const buildings: Point[] = [];
  const workplaces: Workplace[] = [];
  for (let jobs = 0; jobs < wanted; ) {
    const drawn = smallestJobs * random.unit() ** (-1 / kind.sizeExponent);
    const size = Math.min(kind.largestJobs, drawn);
    if (buildings.length > 0 && shared > 0 && random.chance(shared)) {
      workplaces.push({ at: buildings[random.integer(0, buildings.length - 1)], jobs: size });
      jobs += size;
      continue;
    }
    const at = random.chance(kind.inParks)
      ? scatter(parks[random.integer(0, parks.length - 1)], 350, random)
      : drawPlace(settlements, random);
    if (!isInside(at)) continue;
    buildings.push(at);
    workplaces.push({ at, jobs: size });
    jobs += size;
  }
  return workplaces;
}

/** Radius 50 m for a thousand jobs. */
export function placeAt({ at, jobs }: Workplace, random: Random): Point {
  const distance_m = 50 * Math.sqrt(jobs / 1_000) * Math.sqrt(random.unit());
  const angle = random.between(0, 2 * Math.PI);
  return [at[0] + distance_m * Math.cos(angle), at[1] + distance_m * Math.sin(angle)];
}

/** Gravity model: probability ∝ jobs × exp(-distance / gravity). */
export function workplaceChooser(workplaces: readonly Workplace[], gravity_m: number) {
  const bySquare = new Map<string, Float64Array>();
  const [xs, ys] = [0, 1].map((axis) => new Float64Array(workplaces.map(({ at }) => at[axis])));
  const jobs = new Float64Array(workplaces.map((workplace) => workplace.jobs));
  const pullsFrom = (x: number, y: number): Float64Array => {
    const pulls = new Float64Array(workplaces.length);
    let total = 0;
    for (let i = 0; i < pulls.length; i++) {
      const distance_m = Math.sqrt((xs[i] - x) ** 2 + (ys[i] - y) ** 2);
      total += jobs[i] * Math.exp(-distance_m / gravity_m);
      pulls[i] = total;
    }
    return pulls;
  };
  const middleOf = (at: number): number => (Math.floor(at / HOME_SQUARE_M) + 0.5) * HOME_SQUARE_M;
  return ([x, y]: Point, random: Random): Workplace => {
    const square = squareAt([x, y], HOME_SQUARE_M);
    const pulls = bySquare.get(square) ?? pullsFrom(middleOf(x), middleOf(y));
    bySquare.set(square, pulls);
    return workplaces[random.pickIndex(pulls)];
  };
}

export const squareAt = ([x, y]: Point, side_m: number): string =>
  `${Math.floor(x / side_m)},${Math.floor(y / side_m)}`;

export const scatter = ([x, y]: Point, deviation_m: number, random: Random): Point => [
  x + random.normal() * deviation_m,
  y + random.normal() * deviation_m,
];

/** Exponential density around a settlement's middle. */
export function drawPlace(settlements: readonly Settlement[], random: Random): Point {
  const { at, reach_m } = random.pick(settlements.map((one) => [one, one.share] as const));
  const distance = -Math.log(1 - random.unit()) - Math.log(1 - random.unit());
  const angle = random.between(0, 2 * Math.PI);
  const place: Point = [
    at[0] + distance * reach_m[0] * Math.cos(angle),
    at[1] + distance * reach_m[1] * Math.sin(angle),
  ];
  return isInside(place) ? place : drawPlace(settlements, random);
}
