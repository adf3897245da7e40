/** Roads cut into regions, and how their isochrones differ from those of the whole. */
import type { Travel } from '../../../src/format/tile-sets.ts';
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxAround,
  type Position,
  ringOfBox,
  type Zone,
} from '../../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../../src/geo/shared-area.ts';
import { areaOf, filledHole_m2 } from '../../../src/isochrone/compute-isochrone.ts';
import { pixelsAroundWorld, pixelWidth_m } from '../../../src/isochrone/pixel-grid.ts';
import { type Reach, UNREACHED } from '../../../src/isochrone/reach.ts';
import { type RoadsOfRegion, searchAcrossBorders } from '../../../src/isochrone/search-across-borders.ts';
import { snapOrigin } from '../../../src/isochrone/snap-origin.ts';
import { intersectionOf } from '../../../tiles-builder/geometry/clip-zones.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import type { OsmRoads } from '../../../tiles-builder/sources/gather/osm-roads.ts';
import { pieceOf } from './pieces.ts';
import { seededRandom } from './random-roads.ts';
import { cutGraph, placesOnStreets } from './real-roads.ts';

/** Times are rounded on each edge, and lengths of parts of an edge are those on a plane. */
const SAME_MS = 50;
/** A banned turn whose ways lie on both sides of a border is not known in either region. */
const MOST_DIFFERENT_NODES = 20;
/** Cars may turn at an exit, and so come back to a turn that was banned. */
const MOST_DIFFERENT_SHARE = 0.003;
/** Roads that are cut at other places have other points in the raster, up to a pixel apart. */
const MOST_DIFFERENT_PIXELS = 4;

export type Pieces = (known: Zone, box: BoundingBox) => Zone[];

export const within = (zone: Zone, box: Partial<BoundingBox>): Zone =>
  intersectionOf(zone, [[ringOfBox({ ...boundingBoxOf(zone.flat()), ...box })]]);

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
  const pixel_m2 = pixelWidth_m(place[1], scale.pixels) ** 2;
  return { ...drawn, zone, pixel_m2, arrivals: arrivalsIn(reaches) };
}

/** Counts the junctions of the whole that are not reached at the same time, in either direction. */
function differentNodes(
  whole: ReadonlyMap<string, number>,
  parts: ReadonlyMap<string, number>,
  junctions: ReadonlySet<string>,
  limit_ms: number,
): number {
  // Those at the limit may be on either side of it.
  const inTime = (arrivals: ReadonlyMap<string, number>): string[] =>
    [...arrivals].filter(([, arrival_ms]) => arrival_ms <= limit_ms - SAME_MS).map(([key]) => key);
  const differs = (key: string): boolean =>
    Math.abs((parts.get(key) ?? UNREACHED) - (whole.get(key) ?? UNREACHED)) > SAME_MS;
  const reached = new Set([...inTime(whole), ...inTime(parts)]);
  return [...reached].filter((key) => junctions.has(key) && differs(key)).length;
}

/** Asks from random places for random times of 1 to 60 minutes, in each region that holds the place. */
export async function compareWithWhole(
  roads: OsmRoads,
  known: Zone,
  pieces: readonly Zone[],
  travel: Travel,
  { places, seed }: { readonly places: number; readonly seed: number },
): Promise<{ readonly differences: string[]; readonly crossed: number; readonly compared: number }> {
  const { graph, region: whole } = await regionOf(roads, travel, known, 'whole');
  const regions: RoadsOfRegion[] = [];
  for (const piece of pieces)
    regions.push((await regionOf(roads, travel, piece, `region-${regions.length}`)).region);
  const junctions = new Set(Array.from(graph.nodeLon, (lon, node) => `${lon},${graph.nodeLat[node]}`));
  const random = seededRandom(seed);
  const differences: string[] = [];
  let crossed = 0;
  let compared = 0;
  for (const place of placesOnStreets(graph, places, seed)) {
    const time_s = Math.round(60 * 60 ** random());
    const expected = await searchFrom(place, whole, [], travel, time_s);
    for (const home of regions) {
      if (!(await isIn(place, home))) continue;
      const others = regions.filter((region) => region !== home);
      const found = await searchFrom(place, home, others, travel, time_s);
      compared++;
      if (found.entered.length > 0) crossed++;
      const where = `${travel} ${time_s} s from ${place} in ${home.version}:`;
      const nodes = differentNodes(expected.arrivals, found.arrivals, junctions, time_s * 1_000);
      if (nodes > MOST_DIFFERENT_NODES) differences.push(`${where} ${nodes} nodes`);
      const areas_m2 = [expected.zone, found.zone].map(areaOfZone_m2);
      const area_m2 = Math.max(...areas_m2);
      const different_m2 = areas_m2[0] + areas_m2[1] - 2 * sharedArea_m2(expected.zone, found.zone);
      const most_m2 = Math.max(MOST_DIFFERENT_PIXELS * expected.pixel_m2, MOST_DIFFERENT_SHARE * area_m2);
      if (different_m2 > most_m2) differences.push(`${where} ${different_m2} of ${area_m2} m²`);
      if (found.isCut !== expected.isCut) differences.push(`${where} cut is ${found.isCut}`);
    }
  }
  return { differences, crossed, compared };
}

async function isIn(place: Position, region: RoadsOfRegion): Promise<boolean> {
  const { zone } = await region.coverage();
  const around = [[ringOfBox(boxAround(place, 1))]];
  return sharedArea_m2(around, zone) > 0.99 * areaOfZone_m2(around);
}
