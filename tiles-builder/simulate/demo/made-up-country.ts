/**
 * Makes up villages on a disordered triangular lattice, with roads between (a random spanning tree and more), around the demo's
 * real streets: ten minutes by car from the town are not cut short.
 */
import type { Feature, Position as GeoJsonPosition } from 'geojson';
import type { BoundingBox, Position } from '../../../src/geo/positions.ts';
import { addTo } from '../../base/numbers/add-to.ts';
import { DisjointSets } from '../../base/numbers/disjoint-sets.ts';
import { Random } from '../../base/numbers/random.ts';
import type { Tags } from '../../base/records.ts';
import { type LocalPlane, localPlane, type Point } from '../local-plane.ts';
import { osmFeature } from '../write-sources.ts';

export interface MadeUpCountry {
  readonly features: readonly Feature[];
  readonly villages: readonly Position[];
}

interface Village {
  readonly at: Point;
  /** On the sheared lattice of villages. */
  readonly column: number;
  readonly row: number;
}

/** Distance of neighbouring villages, and largest offset from their lattice. */
const VILLAGES_M = 3_000;
const ASIDE_M = 600;
const REAL_ROADS_END_WITHIN_M = 2_000;
const ROW_M = VILLAGES_M * Math.sqrt(3 / 4);
/** Lattice steps to three of six neighbours; the others are opposite. */
const NEIGHBOURS = [
  [1, 0],
  [0, 1],
  [1, -1],
] as const;
const EMPTY_EDGE_M = 700;
/** Probability of a redundant road, and of an outermost village's road abroad. */
const SPARE_ROADS = 0.3;
const ROADS_ABROAD = 0.35;
/** Distance of a road's vertices, and their largest offset. */
const BEND_M = 500;
const BENDS_ASIDE_M = 140;
/** Distance of village streets, and their length beyond the last crossing. */
const BLOCK_M = [55, 85] as const;
const NAME_BEGINNINGS = [
  'Alm',
  'Björk',
  'Ek',
  'Gran',
  'Hassel',
  'Lind',
  'Rönn',
  'Sten',
  'Ask',
  'Käll',
  'Väst',
];
const NAME_ENDS = ['arp', 'by', 'hult', 'löv', 'torp', 'ryd', 'sta', 'åker'];
const nameOf = (village: number): string =>
  NAME_BEGINNINGS[village % NAME_BEGINNINGS.length] + NAME_ENDS[village % NAME_ENDS.length];

const FIRST_WAY = 8_000_000_000;
const FIRST_NODE = 21_000_000_000;

/** By `highway`, how roads for cars continue outside the town. */
const GOES_ON_AS: Readonly<Record<string, Tags>> = {
  motorway: { highway: 'trunk', maxspeed: '70' },
  trunk: { highway: 'trunk', maxspeed: '70' },
  primary: { highway: 'secondary', maxspeed: '60' },
  secondary: { highway: 'secondary', maxspeed: '60' },
  tertiary: { highway: 'secondary', maxspeed: '60' },
};
const COUNTRY_ROAD: Tags = { highway: 'secondary', maxspeed: '60' };

/**
 * Connects villages with each other, each road that leaves the town, and abroad.
 * @param town where streets are complete
 */
export function makeUpCountry(
  streets: readonly Feature[],
  town: BoundingBox,
  centre: Position,
  half_m: number,
): MadeUpCountry {
  const plane = localPlane(centre);
  const random = new Random(FIRST_WAY);
  const villages = placeVillages(townOnPlane(town, plane), half_m, random);
  const ways: { readonly tags: Tags; readonly points: readonly Point[] }[] = [];
  for (const [from, to] of roadsBetween(villages, random))
    ways.push({ tags: COUNTRY_ROAD, points: winding(from.at, to.at, random) });
  for (const { at } of villages) {
    for (const points of villageStreets(at, random)) ways.push({ tags: { highway: 'residential' }, points });
  }
  for (const { end, tags } of roadsThatLeave(streets, town)) {
    const from = plane.toPlane(end);
    const distanceTo = ({ at }: Village): number => Math.hypot(at[0] - from[0], at[1] - from[1]);
    const nearest = villages.reduce((a, b) => (distanceTo(b) < distanceTo(a) ? b : a));
    ways.push({ tags, points: winding(from, nearest.at, random) });
  }
  for (const { at, column, row } of villages) {
    for (const side of [1, -1]) {
      for (const [right, up] of NEIGHBOURS) {
        const next = onLattice(column + side * right, row + side * up);
        const isAbroad = next.some((metres) => Math.abs(metres) > half_m);
        if (isAbroad && random.chance(ROADS_ABROAD))
          ways.push({ tags: COUNTRY_ROAD, points: winding(at, next, random) });
      }
    }
  }
  const lines = ways.map(({ tags, points }, i) =>
    osmFeature(`way/${FIRST_WAY + i}`, tags, {
      type: 'LineString',
      coordinates: points.map((point) => [...plane.toPosition(point)]),
    }),
  );
  const places = villages.map(({ at }, i) =>
    osmFeature(
      `node/${FIRST_NODE + i}`,
      { place: 'hamlet', name: nameOf(i) },
      { type: 'Point', coordinates: [...plane.toPosition(at)] },
    ),
  );
  return { features: [...lines, ...places], villages: villages.map(({ at }) => plane.toPosition(at)) };
}

const onLattice = (column: number, row: number): Point => [(column + row / 2) * VILLAGES_M, row * ROW_M];

function placeVillages(isTown: (point: Point) => boolean, half_m: number, random: Random): Village[] {
  const villages: Village[] = [];
  const rows = Math.ceil(half_m / ROW_M);
  const columns = Math.ceil((2 * half_m) / VILLAGES_M);
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const [x, y] = onLattice(column, row);
      const at: Point = [x + random.between(-ASIDE_M, ASIDE_M), y + random.between(-ASIDE_M, ASIDE_M)];
      const isInside = at.every((metres) => Math.abs(metres) <= half_m - EMPTY_EDGE_M);
      if (isInside && !isTown(at)) villages.push({ at, column, row });
    }
  }
  return villages;
}

/** Kruskal's algorithm in random order. */
function roadsBetween(villages: readonly Village[], random: Random): (readonly [Village, Village])[] {
  const numbers = new Map(villages.map(({ column, row }, i) => [`${column},${row}`, i]));
  const pairs = villages.flatMap(({ column, row }, from) =>
    NEIGHBOURS.flatMap(([right, up]) => {
      const to = numbers.get(`${column + right},${row + up}`);
      return to === undefined ? [] : [[from, to] as const];
    }),
  );
  const connected = new DisjointSets(villages.length);
  const kept = random
    .order(pairs, () => 1)
    .filter(([from, to]) => {
      const isSpare = connected.firstOf(from) === connected.firstOf(to);
      connected.join(from, to);
      return !isSpare || random.chance(SPARE_ROADS);
    });
  return kept.map(([from, to]) => [villages[from], villages[to]]);
}

function townOnPlane({ west, south, east, north }: BoundingBox, { toPlane }: LocalPlane) {
  const [left, bottom] = toPlane([west, south]);
  const [right, top] = toPlane([east, north]);
  const margin_m = REAL_ROADS_END_WITHIN_M;
  return ([x, y]: Point): boolean =>
    x > left - margin_m && x < right + margin_m && y > bottom - margin_m && y < top + margin_m;
}

function villageStreets([x, y]: Point, random: Random): Point[][] {
  const turn = random.between(0, Math.PI);
  const [along, across] = [random.between(...BLOCK_M), random.between(...BLOCK_M)];
  const at = (i: number, j: number): Point => [
    x + i * along * Math.cos(turn) - j * across * Math.sin(turn),
    y + i * along * Math.sin(turn) + j * across * Math.cos(turn),
  ];
  const steps = [-1.8, -1, 0, 1, 1.8];
  return [-1, 0, 1].flatMap((line) => [
    steps.map((step) => at(step, line)),
    steps.map((step) => at(line, step)),
  ]);
}

function winding(from: Point, to: Point, random: Random): Point[] {
  const bends = Math.floor(Math.hypot(to[0] - from[0], to[1] - from[1]) / BEND_M);
  const between = Array.from({ length: bends }, (_, i): Point => {
    const share = (i + 1) / (bends + 1);
    const aside = (): number => random.between(-BENDS_ASIDE_M, BENDS_ASIDE_M);
    return [from[0] + (to[0] - from[0]) * share + aside(), from[1] + (to[1] - from[1]) * share + aside()];
  });
  return [from, ...between, to];
}

/** Ends outside the town where no other road continues. */
function* roadsThatLeave(
  streets: readonly Feature[],
  { west, south, east, north }: BoundingBox,
): Generator<{ readonly end: Position; readonly tags: Tags }> {
  const ways = streets.flatMap(({ geometry, properties }) =>
    geometry.type === 'LineString' ? [{ tags: properties as Tags, line: geometry.coordinates }] : [],
  );
  const uses = new Map<string, number>();
  for (const { line } of ways) for (const at of line) addTo(uses, String(at), 1);
  for (const { tags, line } of ways) {
    const goesOnAs = GOES_ON_AS[tags.highway ?? ''];
    if (!goesOnAs) continue;
    for (const end of [line[0], line.at(-1)!]) {
      const [lon, lat] = end as GeoJsonPosition & Position;
      const isInside = lon >= west && lon <= east && lat >= south && lat <= north;
      if (!isInside && uses.get(String(end)) === 1) yield { end: [lon, lat], tags: goesOnAs };
    }
  }
}
