import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_WALK_FROM_ROAD_M } from '../../src/format/road-model.ts';
import { FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Position } from '../../src/geo/positions.ts';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { OUTLINE_TOLERANCE_M } from '../../src/limits.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { distance_m } from '../../tiles-builder/geometry/haversine.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { travelOfWays } from '../../tiles-builder/roads/graph/travel-of-ways.ts';
import type { OsmRoads } from '../../tiles-builder/sources/gather/osm-roads.ts';
import type { RoadTags } from '../../tiles-builder/sources/gather/road-tags.ts';
import { readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { alone } from '../support/roads/alone.ts';
import { type OsmWay, osmWays, retagged } from '../support/roads/osm-roads.ts';
import { cutGraph, placesOnStreets } from '../support/roads/real-roads.ts';
import { zoneContains } from '../support/zones/valid-outline.ts';

const ORIGINS = 3;
const MAX_PLACES = 2_000;
const STEP_M = 10;

const isTunnel = ({ highway, tunnel }: RoadTags): boolean => highway !== undefined && tunnel === 'yes';
const isMotorway = ({ highway }: RoadTags): boolean => highway === 'motorway' || highway === 'motorway_link';
const isFerry = ({ highway, route }: RoadTags): boolean => highway === undefined && route === 'ferry';
const onlyPasses = (tags: RoadTags): boolean => isTunnel(tags) || isMotorway(tags) || isFerry(tags);

/** In 1e-7 degrees. */
type Segment = readonly [lonA: number, latA: number, lonB: number, latB: number];
const nameOf = ([lonA, latA, lonB, latB]: Segment): string =>
  [`${lonA},${latA}`, `${lonB},${latB}`].sort().join(' ');

function segmentsOf(lon: Int32Array, lat: Int32Array, points: ArrayLike<number>): Segment[] {
  return Array.from({ length: Math.max(0, points.length - 1) }, (_, i) => {
    const [a, b] = [points[i], points[i + 1]];
    return [lon[a], lat[a], lon[b], lat[b]];
  });
}

const waySegments = ({ nodeLon, nodeLat }: OsmRoads, { nodes }: OsmWay): Segment[] =>
  segmentsOf(
    nodeLon,
    nodeLat,
    nodes.filter((node) => node >= 0),
  );

interface Shapes {
  readonly edgeFirstPoint: Uint32Array;
  readonly pointLon: Int32Array;
  readonly pointLat: Int32Array;
}

function edgeSegments({ edgeFirstPoint, pointLon, pointLat }: Shapes, edge: number): Segment[] {
  const first = edgeFirstPoint[edge];
  const points = Array.from({ length: edgeFirstPoint[edge + 1] - first }, (_, i) => first + i);
  return segmentsOf(pointLon, pointLat, points);
}

/** Ten, or its length at 10 m/s. */
function minutesOf(roads: OsmRoads, way: OsmWay): number {
  const lengths_m = waySegments(roads, way).map((segment) => distance_m(...segment));
  return Math.ceil(Math.max(10, lengths_m.reduce((sum, length_m) => sum + length_m, 0) / 600));
}

/** Else nobody uses them. */
const withTimetables = (roads: OsmRoads): OsmRoads =>
  retagged(roads, (way) =>
    isFerry(way.tags) ? { duration: String(minutesOf(roads, way)), interval: '10', ...way.tags } : way.tags,
  );

function placesAlong(segments: readonly Segment[]): Position[] {
  return segments.flatMap(([lonA, latA, lonB, latB]) => {
    const steps = Math.max(1, Math.ceil(distance_m(lonA, latA, lonB, latB) / STEP_M));
    return Array.from({ length: steps + 1 }, (_, i): Position => {
      const share = i / steps;
      return [(lonA + (lonB - lonA) * share) / 1e7, (latA + (latB - latA) * share) / 1e7];
    });
  });
}

const spread = (places: readonly Position[], most: number): Position[] =>
  places.filter((_, i) => i % Math.ceil(places.length / most) === 0);

function farFrom(others: readonly Position[], places: readonly Position[], far_m: number): Position[] {
  const degrees = far_m / 111_000;
  const widening = 1 / Math.cos((places[0][1] * Math.PI) / 180);
  const key = (column: number, row: number): string => `${column},${row}`;
  const columnOf = ([lon]: Position): number => Math.floor(lon / (degrees * widening));
  const rowOf = ([, lat]: Position): number => Math.floor(lat / degrees);
  const cells = new Map<string, Position[]>();
  for (const place of others) {
    const at = key(columnOf(place), rowOf(place));
    if (!cells.has(at)) cells.set(at, []);
    cells.get(at)!.push(place);
  }
  return places.filter((place) => {
    for (const east of [-1, 0, 1]) {
      for (const north of [-1, 0, 1]) {
        for (const other of cells.get(key(columnOf(place) + east, rowOf(place) + north)) ?? []) {
          const apart_m = distance_m(place[0] * 1e7, place[1] * 1e7, other[0] * 1e7, other[1] * 1e7);
          if (apart_m <= far_m) return false;
        }
      }
    }
    return true;
  });
}

describeOnRealData('no place is reached only because a road passes it', () => {
  /** Ways, and places along them beyond any walk. */
  const cases: [string, Travel, number, passing: Record<string, number>, minLonely: number][] = [
    ['monaco-2016', 'motorized', 900, { tunnels: 96, motorways: 65, ferries: 0 }, 600],
    ['monaco-2016', 'pedestrian', 1_800, { tunnels: 113, motorways: 0, ferries: 1 }, 4],
    ['malta-2018', 'motorized', 1_800, { tunnels: 81, motorways: 0, ferries: 3 }, 500],
    ['malta-2018', 'pedestrian', 1_800, { tunnels: 119, motorways: 0, ferries: 11 }, 20_000],
    ['liechtenstein-2022', 'motorized', 1_800, { tunnels: 15, motorways: 0, ferries: 0 }, 0],
    ['porto-roads-2015', 'motorized', 1_200, { tunnels: 287, motorways: 1_890, ferries: 0 }, 9_000],
  ];
  test.each(cases.filter(([extract]) => runsOn(extract)))(
    '%s, %s, %i s',
    { timeout: 300_000 },
    async (extract, travel, time_s, passing, minLonely) => {
      const file = join(realDataFolder, `osm/${extract}.osm.pbf`);
      const { roads: read, known } = await readRoadData(file);
      const roads = withTimetables(read);
      const travelOf = travelOfWays(roads, travel);
      const ways = osmWays(roads).filter((_, way) => travelOf(way));
      const found = {
        tunnels: ways.filter(({ tags }) => isTunnel(tags)).length,
        motorways: ways.filter(({ tags }) => isMotorway(tags)).length,
        ferries: ways.filter(({ tags }) => isFerry(tags)).length,
      };
      expect(found).toEqual(passing);

      const passed = new Map<string, Segment>();
      for (const way of ways.filter(({ tags }) => onlyPasses(tags))) {
        for (const segment of waySegments(roads, way)) passed.set(nameOf(segment), segment);
      }
      for (const way of ways.filter(({ tags }) => !onlyPasses(tags))) {
        for (const segment of waySegments(roads, way)) passed.delete(nameOf(segment));
      }

      const graph = buildRoadGraph(roads, travel, known);
      const beside: Segment[] = [];
      for (let edge = 0; edge < graph.edgeTail.length; edge++) {
        if ((graph.edgeFlags[edge] & FRONTAGE_EDGE) === 0) continue;
        const segments = edgeSegments(graph, edge);
        expect(segments.filter((segment) => passed.has(nameOf(segment)))).toEqual([]);
        beside.push(...segments);
      }

      const { reader } = await cutGraph(graph, travel);
      const loaded = new LoadedObjects(1e9);
      const tiles = (): DatasetReader => reader(loaded);
      const places = placesAlong([...passed.values()]);
      for (const place of spread(places, 500)) {
        const snapped = await snapOrigin(place, travel, tiles());
        if (!snapped.ok) continue;
        const { tile, edge } = snapped.value;
        expect(edgeSegments(tile, edge).filter((segment) => passed.has(nameOf(segment)))).toEqual([]);
      }

      const far_m = MAX_WALK_FROM_ROAD_M[travel] + OUTLINE_TOLERANCE_M[travel];
      const lonely = farFrom(placesAlong(beside), places, far_m);
      expect(lonely.length).toBeGreaterThanOrEqual(minLonely);
      let reached = 0;
      for (const origin of placesOnStreets(graph, ORIGINS, 7)) {
        const isochrone = await computeIsochrone({ origin, travel, time_s }, alone(tiles()));
        if (!isochrone.ok) throw new Error(JSON.stringify(isochrone.failure));
        const { zone } = isochrone.value;
        reached += spread(places, MAX_PLACES).filter((place) => zoneContains(zone, place)).length;
        expect(spread(lonely, MAX_PLACES).filter((place) => zoneContains(zone, place))).toEqual([]);
      }
      expect(reached, 'isochrones that get to such roads').toBeGreaterThan(0);
    },
  );
});
