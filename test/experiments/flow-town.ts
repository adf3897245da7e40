/**
 * Simulates towns of commuting flows without streets or devices, as the builder sees them and in truth. `sites` has one centre
 * and a few huge workplaces; `shops` several centres and many small workplaces; `valley` is 24 km long with workplaces at its
 * ends; `villages` has five large workplaces between forty villages; in `quarters` most work near home; in `plain` roads cross
 * empty country. In `concentrated` employers follow Zipf's law in few shared buildings, half of them mapped: errors are about
 * those of a real city. `tagged` has all buildings mapped.
 */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { UseByDay } from '../../tiles-builder/built-up/room-at-work.ts';
import { cellAt } from '../../tiles-builder/geometry/grid-cells.ts';
import { addTo } from '../../tiles-builder/numbers/add-to.ts';
import { type Random, Random as SeededRandom, smoothField } from '../../tiles-builder/numbers/random.ts';
import { localPlane, type Point } from '../../tiles-builder/simulate/local-plane.ts';
import type { PanelPersons } from '../../tiles-builder/working/panel-persons.ts';
import { ROADSIDE_PERSONS } from '../../tiles-builder/working/parameters.ts';
import { type MappedPlace, UsesOnMap } from './map-uses.ts';

/** Only the first two may tune the builder. */
export const FLOW_TOWNS = [
  'sites',
  'shops',
  'valley',
  'villages',
  'quarters',
  'plain',
  'concentrated',
  'tagged',
] as const;
export type FlowTownKind = (typeof FLOW_TOWNS)[number];

export interface FlowTown {
  /** By person, x and y in turn, metres in `plane`. */
  readonly homes: Float64Array;
  readonly occupations: Float64Array;
  /** Inhabitants by cell, as disaggregated from a census. */
  readonly living: ReadonlyMap<Cell, number>;
  readonly places: Places;
  readonly coverage: Zone;
  /** Draws a panel's found homes and occupation places. */
  readonly drawPanel: (share: number, random: Random) => PanelPersons[];
}

interface Settlement {
  readonly at: Point;
  readonly share: number;
  /** Density falls by 1 / e. */
  readonly reach_m: Point;
}

interface Kind {
  readonly settlements: (random: Random) => Settlement[];
  /** Power law of sizes; smaller is more concentrated. */
  readonly sizeExponent: number;
  readonly largestJobs: number;
  /** Share of workplaces in industrial parks. */
  readonly inParks: number;
  readonly parks: (random: Random) => Point[];
  /** Of log mapped capacity per person. */
  readonly roomDeviation: number;
  /** Mistaken capacity by day per inhabitant. */
  readonly roomInDwellings: number;
  /** Share of the town; elsewhere only roads. */
  readonly mapped: number;
  readonly gravity_m: number;
  /** Spacing of roads across the country. */
  readonly roadsEvery_m?: number;
  /** Relative probability of carrying a device. */
  readonly carries: (random: Random) => (home: Point) => number;
  /** If absent, sites have grounds and no mapped use. */
  readonly inBuildings?: SitesInBuildings;
}

interface SitesInBuildings {
  readonly smallestJobs: number;
  /** Share of sites in shared buildings. */
  readonly shared: number;
  readonly atHome: number;
}

export const INHABITANTS = 150_000;
export const HALF_SIDE_M = 13_000;
const CENTRE: Position = [2.4, 47.1];
const AT_HOME = 0.35;
const SMALLEST_JOBS = 2;
/** P(size ≥ s) ∝ s^-1.059 (Axtell, Zipf Distribution of U.S. Firm Sizes, Science 293, 2001). */
const FIRMS_EXPONENT = 1.059;
/** American Community Survey 2019 (Burrows et al., ACS-48). */
const WORKERS_AT_HOME = 0.057;
/** Homes in a square share distances. */
const HOME_SQUARE_M = 500;
const EMPTY_BUILDINGS = 0.02;
const EMPTY_M2 = 60;
/** Districts with or without mapped buildings. */
const MAPPED_PATCH_M = 1_200;
const NEIGHBOURHOOD_RESOLUTION = 10;
/** Less than a cell's width. */
const ROAD_STEP_M = 10;
const IN_BUILDING_M = 4;
/** And share found elsewhere. */
const FOUND_DEVIATION_M = 25;
const MISTAKEN = 0.015;
const MISTAKEN_DEVIATION_M = 1_000;
/** Of log estimated inhabitants. */
const DWELLINGS_DEVIATION = 0.4;
const CENSUS_SQUARE_M = 1_000;

const patches = (spacing_m: number, least: number) => (random: Random) => {
  const field = smoothField(random, spacing_m);
  return ([x, y]: Point): number => least + 2 * (1 - least) * field(x, y);
};
const around = (random: Random, side_m: number): Point => [
  random.between(-side_m, side_m),
  random.between(-side_m, side_m),
];

/** Equal settlements at random in a square of 2 `side_m`. */
const scattered = (
  count: number,
  side_m: number,
  alike: Omit<Settlement, 'at'>,
  random: Random,
): Settlement[] => Array.from({ length: count }, () => ({ at: around(random, side_m), ...alike }));

const CONCENTRATED: Kind = {
  settlements: (random) => [
    { at: [0, 0], share: 0.6, reach_m: [2_000, 2_000] },
    ...scattered(8, 9_000, { share: 0.05, reach_m: [600, 600] }, random),
  ],
  sizeExponent: FIRMS_EXPONENT,
  largestJobs: 2_000,
  inParks: 0.5,
  parks: (random) => Array.from({ length: 12 }, () => around(random, 8_000)),
  roomDeviation: 1,
  roomInDwellings: 1,
  mapped: 0.5,
  gravity_m: 6_000,
  carries: patches(3_000, 0.5),
  inBuildings: { smallestJobs: 1, shared: 0.95, atHome: WORKERS_AT_HOME },
};

const KINDS: Readonly<Record<FlowTownKind, Kind>> = {
  sites: {
    settlements: (random) => [
      { at: [0, 0], share: 0.75, reach_m: [1_800, 1_800] },
      ...scattered(8, 9_000, { share: 0.03, reach_m: [350, 350] }, random),
    ],
    sizeExponent: 1.05,
    largestJobs: 6_000,
    inParks: 0.35,
    parks: (random) => Array.from({ length: 12 }, () => around(random, 7_000)),
    roomDeviation: 1,
    roomInDwellings: 0.7,
    mapped: 0.5,
    gravity_m: 5_000,
    carries: patches(2_000, 0.4),
  },
  shops: {
    settlements: (random) =>
      Array.from({ length: 6 }, (_, i) => ({
        at: around(random, 6_000),
        share: 1 / (i + 2),
        reach_m: [1_000, 1_000] as Point,
      })),
    sizeExponent: 1.9,
    largestJobs: 400,
    inParks: 0.05,
    parks: (random) => Array.from({ length: 4 }, () => around(random, 7_000)),
    roomDeviation: 0.5,
    roomInDwellings: 0.07,
    mapped: 1,
    gravity_m: 3_000,
    carries: patches(3_000, 0.8),
  },
  valley: {
    settlements: (random) =>
      Array.from({ length: 12 }, (_, i) => ({
        at: [-11_000 + 2_000 * i, random.between(-600, 600)],
        share: random.between(0.3, 1),
        reach_m: [700, 250],
      })),
    sizeExponent: 1.3,
    largestJobs: 3_000,
    inParks: 0.4,
    parks: (random) =>
      Array.from({ length: 10 }, (_, i) => [
        (i % 2 ? 1 : -1) * random.between(8_000, 11_500),
        random.between(-1_500, 1_500),
      ]),
    roomDeviation: 0.8,
    roomInDwellings: 0.5,
    mapped: 0.75,
    gravity_m: 8_000,
    carries:
      () =>
      ([x]) =>
        1 + (0.7 * x) / HALF_SIDE_M,
  },
  villages: {
    settlements: (random) =>
      Array.from({ length: 40 }, () => ({
        at: around(random, 11_500),
        share: random.unit() ** -0.8,
        reach_m: [180, 180] as Point,
      })),
    sizeExponent: 1.6,
    largestJobs: 8_000,
    inParks: 0.1,
    parks: (random) => Array.from({ length: 5 }, () => around(random, 9_000)),
    roomDeviation: 1.3,
    roomInDwellings: 0.7,
    mapped: 0.3,
    gravity_m: 12_000,
    carries: patches(5_000, 0.3),
  },
  quarters: {
    settlements: (random) => scattered(8, 8_000, { share: 1, reach_m: [700, 700] }, random),
    sizeExponent: 1.4,
    largestJobs: 800,
    inParks: 0,
    parks: () => [],
    roomDeviation: 0.8,
    roomInDwellings: 0.5,
    mapped: 0.8,
    gravity_m: 700,
    carries: patches(3_000, 0.5),
  },
  plain: {
    settlements: (random) => [
      { at: [0, 0], share: 0.6, reach_m: [1_200, 1_200] },
      ...scattered(20, 11_500, { share: 0.02, reach_m: [150, 150] }, random),
    ],
    sizeExponent: 1.3,
    largestJobs: 3_000,
    inParks: 0.2,
    parks: (random) => Array.from({ length: 6 }, () => around(random, 8_000)),
    roomDeviation: 0.8,
    roomInDwellings: 0.5,
    mapped: 0.6,
    gravity_m: 8_000,
    roadsEvery_m: 1_000,
    carries: patches(4_000, 0.5),
  },
  concentrated: CONCENTRATED,
  tagged: { ...CONCENTRATED, mapped: 1 },
};

interface Dwelling {
  readonly at: Point;
  readonly persons: number;
  /** Estimated from its floor area. */
  readonly guess: number;
}

interface Workplace {
  readonly at: Point;
  readonly jobs: number;
  /** `null` in a settlement. */
  readonly park: number | null;
}

/** @param seed 32-bit integer */
export function simulateFlows(name: FlowTownKind, seed: number): FlowTown {
  const kind = KINDS[name];
  const seeded = (step: number): Random => new SeededRandom(seed + step);
  const plane = localPlane(CENTRE);
  const cellOf = (point: Point): Cell => cellAt(plane.toPosition(point));
  const settlements = kind.settlements(seeded(1));
  const homes: Point[] = [];
  const dwellings: Dwelling[] = [];
  const add = (map: Map<Cell, number>, at: Point, size: number): void => {
    if (isInside(at)) addTo(map, cellOf(at), size);
  };
  const field = smoothField(seeded(6), MAPPED_PATCH_M);
  const isMapped = (at: Point): boolean => field(...at) < kind.mapped;
  const known = new KnownRoom(cellOf, isMapped);
  const { inBuildings } = kind;
  const map = new UsesOnMap(seeded(7));

  const random = seeded(2);
  while (homes.length < INHABITANTS) {
    const at = drawPlace(settlements, random);
    const isBlock = random.chance(0.15);
    const persons = isBlock ? random.integer(10, 50) : random.integer(1, 5);
    for (let i = 0; i < persons; i++) homes.push(scatter(at, isBlock ? 10 : 4, random));
    dwellings.push({ at, persons, guess: persons * Math.exp(random.normal() * DWELLINGS_DEVIATION) });
    if (inBuildings) known.addMapped(at, map.dwelling(at, persons, isBlock));
    else known.add(at, persons * kind.roomInDwellings);
  }
  for (let i = 0; i < INHABITANTS * EMPTY_BUILDINGS; i++) {
    const at = random.chance(0.5) ? drawPlace(settlements, random) : around(random, HALF_SIDE_M);
    const room = Math.exp(random.normal());
    if (inBuildings) known.addMapped(at, map.empty(at, room * EMPTY_M2));
    else known.add(at, room);
  }
  const living = new Map<Cell, number>();
  for (const { at, persons } of disaggregated(dwellings)) add(living, at, persons);
  const workplaces = openWorkplaces(kind, settlements, seeded(3));
  if (inBuildings)
    for (const [at, place] of placesOfSites(workplaces, map, isMapped)) known.addMapped(at, place);
  else for (const [at, room] of roomOnGrounds(workplaces, kind, random)) known.add(at, room);
  for (const at of roadsAcross(kind.roadsEvery_m)) known.addRoad(at);
  const occupations = occupationsOf(homes, workplaces, kind, seeded(4));
  const carries = kind.carries(seeded(5));
  return {
    homes: Float64Array.from(homes.flat()),
    occupations: Float64Array.from(occupations.flat()),
    living,
    places: known.places(),
    coverage: [[squareRing(plane.toPosition)]],
    drawPanel: (share, random) =>
      random
        .order([...homes.keys()], (person) => carries(homes[person]))
        .slice(0, Math.round(homes.length * share))
        .map((person): PanelPersons => {
          const home = cellOf(find(homes[person], random));
          const isAtHome = occupations[person] === homes[person];
          return {
            home,
            occupation: isAtHome ? home : cellOf(find(occupations[person], random)),
            persons: 1,
          };
        }),
  };
}

/** Home for those who work there. */
function occupationsOf(
  homes: readonly Point[],
  workplaces: readonly Workplace[],
  kind: Kind,
  random: Random,
): Point[] {
  const choose = workplaceChooser(workplaces, kind.gravity_m);
  return homes.map((home) => {
    if (random.chance(atHomeIn(kind))) return home;
    const workplace = choose(home, random);
    return kind.inBuildings ? scatter(workplace.at, IN_BUILDING_M, random) : placeAt(workplace, random);
  });
}

function* roomOnGrounds(
  workplaces: readonly Workplace[],
  { roomDeviation }: Kind,
  random: Random,
): Generator<readonly [Point, room: number]> {
  for (const workplace of workplaces) {
    const room = workplace.jobs * Math.exp(random.normal() * roomDeviation);
    const buildings = Math.ceil(workplace.jobs / 30);
    for (let i = 0; i < buildings; i++) yield [placeAt(workplace, random), room / buildings];
  }
}

function* placesOfSites(
  workplaces: readonly Workplace[],
  map: UsesOnMap,
  isMapped: (at: Point) => boolean,
): Generator<readonly [Point, MappedPlace]> {
  for (const [at, sites] of Map.groupBy(workplaces, (site) => site.at)) {
    const jobs = sites.map((site) => site.jobs);
    yield [at, map.workplace(at, jobs, sites[0].park, isMapped(at))];
  }
}

type Places = readonly (readonly [cell: Cell, room: number, use: UseByDay])[];

/** Known capacity: in mapped buildings, at points, else along roads. */
class KnownRoom {
  readonly #cellOf: (point: Point) => Cell;
  readonly #isMapped: (point: Point) => boolean;
  readonly #mapped: [Cell, number, UseByDay][] = [];
  readonly #roads = new Set<Cell>();

  constructor(cellOf: (point: Point) => Cell, isMapped: (point: Point) => boolean) {
    this.#cellOf = cellOf;
    this.#isMapped = isMapped;
  }

  /** If unmapped, the nearest road. */
  add(at: Point, room: number, use: UseByDay = 'unknown'): void {
    if (!this.#isMapped(at)) this.addRoad(at);
    else if (isInside(at)) this.#mapped.push([this.#cellOf(at), room, use]);
  }

  addMapped(at: Point, { building, points }: MappedPlace): void {
    this.add(at, building.room, building.use);
    if (!isInside(at)) return;
    for (const { room, use } of points) this.#mapped.push([this.#cellOf(at), room, use]);
  }

  addRoad(at: Point): void {
    if (isInside(at)) this.#roads.add(this.#cellOf(at));
  }

  places(): Places {
    const neighbourhoodOf = (cell: Cell): Cell => parentOf(cell, NEIGHBOURHOOD_RESOLUTION);
    const buildings = this.#mapped.filter(([, , use]) => !use.endsWith('_point'));
    const built = new Set(buildings.map(([cell]) => neighbourhoodOf(cell)));
    const bare = [...this.#roads].filter((cell) => !built.has(neighbourhoodOf(cell)));
    return [...this.#mapped, ...bare.map((cell) => [cell, ROADSIDE_PERSONS, 'roadside'] as const)];
  }
}

/** Over dwellings by estimated people. */
function* disaggregated(dwellings: readonly Dwelling[]): Generator<Pick<Dwelling, 'at' | 'persons'>> {
  for (const square of Map.groupBy(dwellings, ({ at }) => squareAt(at, CENSUS_SQUARE_M)).values()) {
    const persons = square.reduce((sum, dwelling) => sum + dwelling.persons, 0);
    const guessed = square.reduce((sum, dwelling) => sum + dwelling.guess, 0);
    for (const { at, guess } of square) yield { at, persons: (guess * persons) / guessed };
  }
}

export const flowTownPlane = localPlane(CENTRE);

const squareAt = ([x, y]: Point, side_m: number): string =>
  `${Math.floor(x / side_m)},${Math.floor(y / side_m)}`;

const isInside = ([x, y]: Point): boolean => Math.abs(x) < HALF_SIDE_M && Math.abs(y) < HALF_SIDE_M;

function* roadsAcross(every_m = Infinity): Generator<Point> {
  for (let road = -HALF_SIDE_M + every_m / 2; road < HALF_SIDE_M; road += every_m) {
    for (let along = -HALF_SIDE_M; along < HALF_SIDE_M; along += ROAD_STEP_M) {
      yield [road, along];
      yield [along, road];
    }
  }
}

const scatter = ([x, y]: Point, deviation_m: number, random: Random): Point => [
  x + random.normal() * deviation_m,
  y + random.normal() * deviation_m,
];

const find = (at: Point, random: Random): Point =>
  scatter(at, random.chance(MISTAKEN) ? MISTAKEN_DEVIATION_M : FOUND_DEVIATION_M, random);

/** Exponential density around a settlement's middle. */
function drawPlace(settlements: readonly Settlement[], random: Random): Point {
  const { at, reach_m } = random.pick(settlements.map((one) => [one, one.share] as const));
  const distance = -Math.log(1 - random.unit()) - Math.log(1 - random.unit());
  const angle = random.between(0, 2 * Math.PI);
  const place: Point = [
    at[0] + distance * reach_m[0] * Math.cos(angle),
    at[1] + distance * reach_m[1] * Math.sin(angle),
  ];
  return isInside(place) ? place : drawPlace(settlements, random);
}

function openWorkplaces(kind: Kind, settlements: readonly Settlement[], random: Random): Workplace[] {
  const parks = kind.parks(random);
  const wanted = INHABITANTS * (1 - atHomeIn(kind));
  const { smallestJobs, shared } = kind.inBuildings ?? { smallestJobs: SMALLEST_JOBS, shared: 0 };
  const buildings: Pick<Workplace, 'at' | 'park'>[] = [];
  const workplaces: Workplace[] = [];
  for (let jobs = 0; jobs < wanted; ) {
    const drawn = smallestJobs * random.unit() ** (-1 / kind.sizeExponent);
    const size = Math.min(kind.largestJobs, drawn);
    if (buildings.length > 0 && shared > 0 && random.chance(shared)) {
      workplaces.push({ ...buildings[random.integer(0, buildings.length - 1)], jobs: size });
      jobs += size;
      continue;
    }
    const park = random.chance(kind.inParks) ? random.integer(0, parks.length - 1) : null;
    const at = park === null ? drawPlace(settlements, random) : scatter(parks[park], 350, random);
    if (!isInside(at)) continue;
    buildings.push({ at, park });
    workplaces.push({ at, park, jobs: size });
    jobs += size;
  }
  return workplaces;
}

/** Radius 50 m for a thousand jobs. */
function placeAt({ at, jobs }: Workplace, random: Random): Point {
  const distance_m = 50 * Math.sqrt(jobs / 1_000) * Math.sqrt(random.unit());
  const angle = random.between(0, 2 * Math.PI);
  return [at[0] + distance_m * Math.cos(angle), at[1] + distance_m * Math.sin(angle)];
}

const atHomeIn = ({ inBuildings }: Kind): number => inBuildings?.atHome ?? AT_HOME;

/** Gravity model: probability ∝ jobs × exp(-distance / gravity). */
function workplaceChooser(workplaces: readonly Workplace[], gravity_m: number) {
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

function squareRing(toPosition: (point: Point) => Position): Position[] {
  const [low, high] = [-HALF_SIDE_M, HALF_SIDE_M];
  return [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
    [low, low],
  ].map(([x, y]) => toPosition([x!, y!]));
}
