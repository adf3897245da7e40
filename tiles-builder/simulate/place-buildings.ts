/** Places rectangular buildings along whole streets at random, without overlap, denser near centres; uses by land use around. */
import type { Polygon } from '../../src/geo/positions.ts';
import { type Random, smoothField } from '../base/numbers/random.ts';
import type { Tags } from '../base/records.ts';
import type { LocalPlane, Point } from './local-plane.ts';
import { Ground, pointIn, type Rectangle, verticesOf } from './rectangles.ts';
import { alongStreet, type Street } from './streets.ts';

export type BuildingUse =
  | 'apartments'
  | 'terrace'
  | 'house'
  | 'office'
  | 'retail'
  | 'industrial'
  | 'school'
  | 'garage';

export interface TownBuilding {
  readonly use: BuildingUse;
  readonly rectangle: Rectangle;
  readonly levels: number;
  readonly footprint: Polygon;
  /** As incomplete as a mapper's. */
  readonly tags: Tags;
  readonly dwellings: number;
}

type Range = readonly [number, number];
interface Shape {
  readonly length_m: Range;
  readonly depth_m: Range;
  readonly levels: Range;
  readonly gap_m: Range;
  /** From the verge to the front. */
  readonly setback_m: Range;
}

const SHAPES: Readonly<Record<BuildingUse, Shape>> = {
  apartments: { length_m: [20, 45], depth_m: [11, 14], levels: [3, 6], gap_m: [3, 16], setback_m: [1, 5] },
  terrace: { length_m: [21, 42], depth_m: [8, 10], levels: [2, 2], gap_m: [6, 12], setback_m: [4, 7] },
  house: { length_m: [9, 15], depth_m: [8, 11], levels: [1, 2], gap_m: [8, 20], setback_m: [4, 8] },
  office: { length_m: [22, 50], depth_m: [14, 20], levels: [3, 7], gap_m: [4, 20], setback_m: [1, 6] },
  retail: { length_m: [18, 45], depth_m: [14, 30], levels: [1, 2], gap_m: [8, 25], setback_m: [2, 10] },
  industrial: { length_m: [30, 80], depth_m: [20, 45], levels: [1, 2], gap_m: [10, 30], setback_m: [4, 12] },
  school: { length_m: [35, 60], depth_m: [15, 25], levels: [2, 3], gap_m: [25, 50], setback_m: [8, 15] },
  garage: { length_m: [3, 6], depth_m: [5, 6], levels: [1, 1], gap_m: [0, 0], setback_m: [0, 0] },
};

const FLOOR_AREA_PER_FLAT_M2 = 95;
const TERRACE_HOUSE_WIDTH_M = 7;
/** Density falls by 1 / e from the centre. */
const DENSITY_FALLS_OVER_M = 2_000;
const INNER_TOWN_M = 1_300;
const LAND_USE_M = 900;
const GARAGE_BEHIND_M = 3;

/** @param contains whether the town may extend to a point */
export function placeBuildings(
  streets: readonly Street[],
  wantedDwellings: number,
  villages: readonly Point[],
  plane: LocalPlane,
  contains: (point: Point) => boolean,
  random: Random,
): TownBuilding[] {
  const ground = new Ground();
  for (const street of streets) for (const segment of street.segments) ground.addStreet(segment);
  const landUse: LandUse = {
    industry: smoothField(random, LAND_USE_M),
    estate: smoothField(random, LAND_USE_M),
  };
  const density = ({ points: [start] }: Street): number => {
    const distances = [[0, 0] as const, ...villages].map(([x, y]) => Math.hypot(start[0] - x, start[1] - y));
    return Math.exp(-Math.min(...distances) / DENSITY_FALLS_OVER_M);
  };
  const buildings: TownBuilding[] = [];
  let dwellings = 0;
  const build = (use: BuildingUse, rectangle: Rectangle): boolean => {
    if (!verticesOf(rectangle).every(contains) || !ground.isFree(rectangle)) return false;
    ground.addBuilding(rectangle);
    const building = describe(use, rectangle, plane, random);
    buildings.push(building);
    dwellings += building.dwellings;
    return true;
  };
  for (const street of random.order(
    streets.filter((one) => one.isBuilt),
    density,
  )) {
    if (dwellings >= wantedDwellings) break;
    for (const side of [-1, 1] as const) buildAlong(street, side, landUse, build, random);
  }
  return buildings;
}

interface LandUse {
  readonly industry: (x: number, y: number) => number;
  readonly estate: (x: number, y: number) => number;
}

function buildAlong(
  street: Street,
  side: -1 | 1,
  landUse: LandUse,
  build: (use: BuildingUse, rectangle: Rectangle) => boolean,
  random: Random,
): void {
  const clearance_m = street.segments[0]?.clearance_m ?? 0;
  let distance_m = random.between(0, 10);
  while (distance_m < street.length_m) {
    const { length_m, depth_m, gap_m, setback_m, use } = drawLot(street, distance_m, landUse, random);
    const middle_m = distance_m + length_m / 2;
    const { at, direction } = alongStreet(street, middle_m);
    const away: Point = [-direction[1] * side, direction[0] * side];
    const toCentre_m = clearance_m + setback_m + depth_m / 2;
    const rectangle: Rectangle = {
      centre: [at[0] + away[0] * toCentre_m, at[1] + away[1] * toCentre_m],
      along: direction,
      halfLength_m: length_m / 2,
      halfDepth_m: depth_m / 2,
    };
    const isBuilt = distance_m + length_m <= street.length_m && build(use, rectangle);
    if (isBuilt && use === 'house' && random.chance(0.35))
      build('garage', garageBehind(rectangle, side, random));
    distance_m += isBuilt ? length_m + gap_m : 6;
  }
}

function drawLot(street: Street, distance_m: number, landUse: LandUse, random: Random) {
  const [x, y] = alongStreet(street, distance_m).at;
  const use = drawUse(Math.hypot(x, y), landUse.industry(x, y), landUse.estate(x, y), random);
  const shape = SHAPES[use];
  return {
    use,
    length_m: random.between(...shape.length_m),
    depth_m: random.between(...shape.depth_m),
    gap_m: random.between(...shape.gap_m),
    setback_m: random.between(...shape.setback_m),
  };
}

function drawUse(fromCentre_m: number, industry: number, estate: number, random: Random): BuildingUse {
  if (fromCentre_m < INNER_TOWN_M) {
    return random.pick([
      ['apartments', 60],
      ['office', 22],
      ['retail', 16],
      ['school', 2],
    ]);
  }
  if (industry > 0.72)
    return random.pick([
      ['industrial', 60],
      ['office', 25],
      ['retail', 12],
      ['house', 3],
    ]);
  if (estate > 0.62)
    return random.pick([
      ['apartments', 80],
      ['retail', 6],
      ['school', 4],
      ['office', 5],
      ['terrace', 5],
    ]);
  return random.pick([
    ['house', 82],
    ['terrace', 9],
    ['apartments', 4],
    ['retail', 2],
    ['office', 1.5],
    ['school', 1.5],
  ]);
}

function garageBehind(house: Rectangle, side: -1 | 1, random: Random): Rectangle {
  const { length_m, depth_m } = SHAPES.garage;
  const halfDepth_m = random.between(...depth_m) / 2;
  const behind = 1 + (GARAGE_BEHIND_M + halfDepth_m) / house.halfDepth_m;
  return {
    centre: pointIn(house, random.between(-0.7, 0.7), side * behind),
    along: house.along,
    halfLength_m: random.between(...length_m) / 2,
    halfDepth_m,
  };
}

function describe(use: BuildingUse, rectangle: Rectangle, plane: LocalPlane, random: Random): TownBuilding {
  const levels = random.integer(...SHAPES[use].levels);
  const shell = verticesOf(rectangle).map(plane.toPosition);
  return {
    use,
    rectangle,
    levels,
    footprint: [[...shell, shell[0]]],
    tags: {
      building: mappedUse(use, random),
      ...(use !== 'garage' && random.chance(0.6) && { 'building:levels': String(levels) }),
    },
    dwellings: dwellingsIn(use, rectangle, levels),
  };
}

function mappedUse(use: BuildingUse, random: Random): string {
  if (random.chance(0.1)) return 'yes';
  return use === 'apartments' && random.chance(0.25) ? 'residential' : use;
}

function dwellingsIn(use: BuildingUse, { halfLength_m, halfDepth_m }: Rectangle, levels: number): number {
  const floorArea_m2 = 4 * halfLength_m * halfDepth_m * levels;
  if (use === 'apartments') return Math.floor(floorArea_m2 / FLOOR_AREA_PER_FLAT_M2);
  if (use === 'terrace') return Math.floor((2 * halfLength_m) / TERRACE_HOUSE_WIDTH_M);
  return use === 'house' ? 1 : 0;
}
