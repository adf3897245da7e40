/**
 * Makes up water, woods, parks and built-up land from distances to streets and buildings and from noise; no count depends on
 * them.
 */
import type { Feature } from 'geojson';
import type { Polygon, Position } from '../../../src/geo/positions.ts';
import { Random, smoothField } from '../../base/numbers/random.ts';
import type { Tags } from '../../base/records.ts';
import { osmFeature, polygonGeometry } from '../write-sources.ts';
import { LandGrid } from './land-grid.ts';

/** Centre line, placed by hand through the town. */
const RIVER: readonly Position[] = [
  [11.72, 57.672],
  [11.74, 57.679],
  [11.765, 57.678],
  [11.79, 57.685],
  [11.815, 57.692],
  [11.84, 57.6905],
  [11.865, 57.687],
  [11.885, 57.6905],
  [11.9115, 57.6975],
  [11.935, 57.7032],
  [11.9515, 57.7088],
  [11.9635, 57.7128],
  [11.9735, 57.7188],
  [11.985, 57.7255],
  [11.9935, 57.734],
  [11.999, 57.745],
  [12.009, 57.755],
  [12.007, 57.768],
  [12.018, 57.779],
  [12.014, 57.793],
  [12.029, 57.805],
  [12.027, 57.82],
  [12.047, 57.84],
];
const RIVER_NAME = 'Göta älv';
const RIVER_HALF_M = 110;
/** Largest half width in town, where streets bound the river. */
const GAP_HALF_M = 330;
const TOWN_M = 5_000;
const LAKE_NAMES = ['Almsjön', 'Björkvattnet', 'Ekesjön', 'Grantjärn', 'Hasselsjön', 'Lindvattnet', 'Rönnsjön']; // biome-ignore format: one line
/** Width, threshold of noise from 0 to 1, and distances of lakes and woods. */
const LAKES = { width_m: 2_600, above: 0.68, fromStreets_m: 230, fromBuildings_m: 200 };
const WOODS = { width_m: 1_900, above: 0.53, fromStreets_m: 10, fromBuildings_m: 70 };
const PARKS = { fromStreets_m: 45, fromBuildings_m: 40 };
const BUILT_UP_WITHIN_M = 65;
const NOISE_M = 1_500;

const SEED = 20_161_228;
const FIRST_WAY = 8_500_000_000;
const PATHS = new Set([
  'footway',
  'path',
  'cycleway',
  'steps',
  'pedestrian',
  'track',
  'bridleway',
  'service',
]);

export function makeUpLandscape(
  streets: readonly Feature[],
  buildings: readonly Position[],
  centre: Position,
  half_m: number,
): Feature[] {
  const grid = new LandGrid(centre, half_m);
  const onGround = streets.filter(({ properties: tags }) => !tags?.bridge && !tags?.tunnel);
  const fromStreets = grid.distancesTo(linesOf(onGround));
  const roads = onGround.filter(({ properties: tags }) => !PATHS.has(tags?.highway));
  const fromRoads = grid.distancesTo(linesOf(roads));
  const fromBuildings = grid.distancesTo(buildings.map((corner) => [corner]));
  const fromRiver = grid.distancesTo([RIVER]);
  const random = new Random(SEED);
  const lakeNoise = roughField(random, LAKES.width_m);
  const woodNoise = roughField(random, WOODS.width_m);

  const river = grid.zoneWhere((i, x, y) =>
    Math.hypot(x, y) < TOWN_M
      ? Math.min(GAP_HALF_M - fromRiver[i], fromStreets[i] - 20)
      : RIVER_HALF_M * (0.5 + woodNoise(y, x)) - fromRiver[i],
  );
  const lakes = grid.zoneWhere((i, x, y) =>
    Math.min(
      Math.hypot(x, y) - TOWN_M,
      NOISE_M * (lakeNoise(x, y) - LAKES.above),
      fromStreets[i] - LAKES.fromStreets_m,
      fromBuildings[i] - LAKES.fromBuildings_m,
      fromRiver[i] - 2 * GAP_HALF_M,
    ),
  );
  const woods = grid.zoneWhere((i, x, y) =>
    Math.min(
      NOISE_M * (woodNoise(x, y) - WOODS.above),
      fromRoads[i] - WOODS.fromStreets_m,
      fromBuildings[i] - WOODS.fromBuildings_m,
    ),
  );
  const parks = grid.zoneWhere((i, x, y) =>
    Math.min(
      TOWN_M - Math.hypot(x, y),
      fromRoads[i] - PARKS.fromStreets_m,
      fromBuildings[i] - PARKS.fromBuildings_m,
    ),
  );
  const builtUp = grid.zoneWhere((i) => BUILT_UP_WITHIN_M - fromBuildings[i]);

  const byLength = lakes.toSorted(([a], [b]) => b.length - a.length);
  const areas: (readonly [Tags, Polygon])[] = [
    ...builtUp.map((polygon) => [{ landuse: 'residential' }, polygon] as const),
    ...woods.map((polygon) => [{ natural: 'wood' }, polygon] as const),
    ...parks.map((polygon) => [{ leisure: 'park' }, polygon] as const),
    ...river.map((polygon) => [{ natural: 'water', water: 'river' }, polygon] as const),
    ...byLength.map((polygon, i): readonly [Tags, Polygon] => {
      const name = LAKE_NAMES[i];
      return [{ natural: 'water', ...(name && { name }) }, polygon];
    }),
  ];
  const course = { type: 'LineString' as const, coordinates: RIVER.map((at) => [...at]) };
  return [
    osmFeature(`way/${FIRST_WAY}`, { waterway: 'river', name: RIVER_NAME }, course),
    ...areas.map(([tags, polygon], i) =>
      osmFeature(`way/${FIRST_WAY + 1 + i}`, tags, polygonGeometry(polygon)),
    ),
  ];
}

/** Two octaves of noise, for bays and headlands. */
function roughField(random: Random, spacing_m: number): (x: number, y: number) => number {
  const [wide, narrow] = [smoothField(random, spacing_m), smoothField(random, spacing_m / 3.7)];
  const [cos, sin] = [Math.cos(SEED), Math.sin(SEED)];
  // Rotated, as lattice corners lie on straight lines.
  return (x, y) => (2 * wide(x * cos - y * sin, x * sin + y * cos) + narrow(x, y)) / 3;
}

const linesOf = (features: readonly Feature[]): Position[][] =>
  features.flatMap(({ geometry }) =>
    geometry.type === 'LineString' ? [geometry.coordinates as unknown as Position[]] : [],
  );
