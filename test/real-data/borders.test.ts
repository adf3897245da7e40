/** Roads cut into regions answer as the whole: arrivals at each junction, outlines, and whether they are cut. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  type Position,
  ringOfBox,
  type Zone,
} from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { areaOf, filledHole_m2 } from '../../src/isochrone/compute-isochrone.ts';
import { pixelsAroundWorld } from '../../src/isochrone/pixel-grid.ts';
import { type Reach, UNREACHED } from '../../src/isochrone/reach.ts';
import { type RoadsOfRegion, searchAcrossBorders } from '../../src/isochrone/search-across-borders.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { differenceOf, intersectionOf } from '../../tiles-builder/geometry/clip-zones.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import type { OsmRoads } from '../../tiles-builder/sources/gather/osm-roads.ts';
import { readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { pieceOf } from '../support/roads/pieces.ts';
import { seededRandom } from '../support/roads/random-roads.ts';
import { cutGraph, placesOnStreets } from '../support/roads/real-roads.ts';

/** Each mode is asked from four times as many. */
const PLACES = Number(process.env.BORDER_PLACES ?? 8);
const SEED = 20_261_128;
/** Times are rounded on each edge, and lengths of parts of an edge are those on a plane. */
const SAME_MS = 50;
/** A banned turn whose ways lie on both sides of a border is not known in either region. */
const MOST_DIFFERENT_NODES = 20;
const MOST_DIFFERENT_AREA = 0.002;

type Pieces = (known: Zone, box: BoundingBox) => Zone[];

const within = (zone: Zone, box: Partial<BoundingBox>): Zone =>
  intersectionOf(zone, [[ringOfBox({ ...boundingBoxOf(zone.flat()), ...box })]]);

const CUTS: readonly (readonly [string, string, Pieces])[] = [
  [
    'Liechtenstein in two',
    'liechtenstein-2022',
    (known) => [within(known, { north: 47.14 }), within(known, { south: 47.14 })],
  ],
  [
    'Liechtenstein in two that overlap by two kilometres',
    'liechtenstein-2022',
    (known) => [within(known, { north: 47.15 }), within(known, { south: 47.13 })],
  ],
  [
    'Malta in four that meet at a point, with its ferries',
    'malta-2018',
    (known) =>
      [{ north: 35.9 }, { south: 35.9 }].flatMap((half) =>
        [{ east: 14.46 }, { west: 14.46 }].map((quarter) => within(known, { ...half, ...quarter })),
      ),
  ],
  [
    'an enclave in Rennes',
    'rennes-2026',
    (known, { west, south, east, north }) => {
      const third = (from: number, to: number, part: number): number => from + ((to - from) * part) / 3;
      const enclave = within(known, {
        ...{ west: third(west, east, 1), east: third(west, east, 2) },
        ...{ south: third(south, north, 1), north: third(south, north, 2) },
      });
      return [enclave, differenceOf(known, enclave)];
    },
  ],
];

interface Cut {
  readonly whole: RoadsOfRegion;
  readonly regions: readonly RoadsOfRegion[];
  readonly places: readonly Position[];
}

async function regionOf(roads: OsmRoads, travel: Travel, piece: Zone, name: string) {
  const { graph, tiles } = await cutGraph(buildRoadGraph(pieceOf(roads, piece), travel, piece), travel);
  const region: RoadsOfRegion = {
    version: name,
    box: boundingBoxOf(piece.flat()),
    coverage: async () => ({ zone: piece, margin_m: 0 }),
    open: async () => tiles,
  };
  return { graph, region };
}

async function cutRoads(extract: string, travel: Travel, cut: Pieces): Promise<Cut> {
  const { roads, known } = await readRoadData(join(realDataFolder, 'osm', `${extract}.osm.pbf`));
  const { graph, region: whole } = await regionOf(roads, travel, known, 'whole');
  const regions: RoadsOfRegion[] = [];
  for (const piece of cut(known, boundingBoxOf(known.flat())))
    regions.push((await regionOf(roads, travel, piece, `region-${regions.length}`)).region);
  return { whole, regions, places: placesOnStreets(graph, PLACES, SEED) };
}

/** By position of the node. */
function arrivalsIn(reaches: readonly Reach[]): Map<string, number> {
  const arrivals = new Map<string, number>();
  for (const { tile, arrivals_ms } of reaches.flatMap(({ tiles }) => [...tiles.values()])) {
    const note = (slot: number, point: number): void => {
      const key = `${tile.pointLon[point]},${tile.pointLat[point]}`;
      arrivals.set(key, Math.min(arrivals_ms[slot]!, arrivals.get(key) ?? UNREACHED));
    };
    for (const edge of tile.edgeTail.keys()) {
      note(tile.edgeTail[edge]!, tile.edgeFirstPoint[edge]!);
      note(tile.edgeHead[edge]!, tile.edgeFirstPoint[edge + 1]! - 1);
    }
  }
  return arrivals;
}

async function searchFrom(
  place: Position,
  home: RoadsOfRegion,
  others: readonly RoadsOfRegion[],
  travel: Travel,
  time_s: number,
) {
  const snapped = await snapOrigin(place, travel, await home.open());
  if (!snapped.ok) throw new Error(`no road at ${place}`);
  const scale = { travel, pixels: pixelsAroundWorld(travel, time_s) };
  const search = { travel, limit_ms: time_s * 1_000 };
  const drawn = await searchAcrossBorders(snapped.value, home, others, {
    ...search,
    maskPixels: scale.pixels,
  });
  const zone = areaOf(drawn.reaches, scale, filledHole_m2(travel, time_s))!;
  const { reaches } = await searchAcrossBorders(snapped.value, home, others, search);
  return { ...drawn, zone, arrivals: arrivalsIn(reaches) };
}

/** Counts the junctions of the whole that are not reached at the same time. */
function differentNodes(
  whole: ReadonlyMap<string, number>,
  parts: ReadonlyMap<string, number>,
  limit_ms: number,
): number {
  // Those at the limit may be on either side of it.
  const inTime = [...whole].filter(([, arrival_ms]) => arrival_ms <= limit_ms - SAME_MS);
  return inTime.filter(([key, arrival_ms]) => Math.abs((parts.get(key) ?? UNREACHED) - arrival_ms) > SAME_MS)
    .length;
}

describeOnRealData('regions that meet answer as one', () => {
  const cases = CUTS.filter(([, extract]) => runsOn(extract)).flatMap(([name, extract, pieces]) =>
    TRAVELS.map((travel) => ({ name, extract, pieces, travel })),
  );
  test.for(cases)('$name, $travel', async ({ extract, pieces, travel }) => {
    const { whole, regions, places } = await cutRoads(extract, travel, pieces);
    const random = seededRandom(SEED);
    let crossed = 0;
    for (const place of places) {
      const time_s = Math.round(60 * 60 ** random());
      const expected = await searchFrom(place, whole, [], travel, time_s);
      for (const home of regions) {
        if (!(await isIn(place, home))) continue;
        const others = regions.filter((region) => region !== home);
        const found = await searchFrom(place, home, others, travel, time_s);
        const where = `${travel} ${time_s} s from ${place} in ${home.version}`;
        const different = differentNodes(expected.arrivals, found.arrivals, time_s * 1_000);
        expect(different, where).toBeLessThanOrEqual(MOST_DIFFERENT_NODES);
        const area_m2 = Math.max(areaOfZone_m2(expected.zone), areaOfZone_m2(found.zone));
        const sameShare = sharedArea_m2(expected.zone, found.zone) / area_m2;
        expect(sameShare, where).toBeGreaterThan(1 - MOST_DIFFERENT_AREA);
        expect(found.isCut, where).toBe(expected.isCut);
        if (found.entered.length > 0) crossed++;
      }
    }
    expect(crossed).toBeGreaterThan(0);
  });
});

async function isIn(place: Position, region: RoadsOfRegion): Promise<boolean> {
  const { zone } = await region.coverage();
  const around = [
    [
      ringOfBox({
        west: place[0] - 1e-5,
        east: place[0] + 1e-5,
        south: place[1] - 1e-5,
        north: place[1] + 1e-5,
      }),
    ],
  ];
  return sharedArea_m2(around, zone) > 0.99 * areaOfZone_m2(around);
}
