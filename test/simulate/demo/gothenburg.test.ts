import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature } from 'geojson';
import { describe, expect, test } from 'vitest';
import { COORDINATE_UNIT_DEGREES, EXIT_NODE } from '../../../src/format/road-tile.ts';
import type { Polygon, Position } from '../../../src/geo/positions.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import {
  DEMO_ATTRIBUTION,
  demoCoverage,
  demoStreets,
  GOTHENBURG,
  NOT_OF_OSM,
  PLACES,
  readGothenburgStreets,
} from '../../../tiles-builder/simulate/demo/gothenburg.ts';
import { localPlane } from '../../../tiles-builder/simulate/local-plane.ts';
import { readRoadData } from '../../support/files/read-extract.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { arrivalsFrom } from '../../support/roads/dijkstra.ts';

const folder = temporaryFolder();

const real = readGothenburgStreets().features;
const features = demoStreets();
const madeUp = features.slice(real.length);
const { toPlane } = localPlane(GOTHENBURG.centre);
const LINDHOLMEN: Position = [11.939, 57.7075];
const KALLEBACK: Position = [12.021, 57.677];

async function roadsOf(streets: readonly Feature[], coverage: Polygon): Promise<TimedGraph> {
  const files = ['streets', 'coverage'].map((name) => join(folder, `${name}.geojson`));
  writeFileSync(files[0], JSON.stringify({ type: 'FeatureCollection', features: streets }));
  const geometry = { type: 'Polygon', coordinates: coverage };
  writeFileSync(files[1], JSON.stringify({ type: 'Feature', properties: {}, geometry }));
  const { roads, known } = await readRoadData(files[0], files[1]);
  return buildRoadGraph(roads, 'motorized', known);
}

function drive(graph: TimedGraph, from: Position, minutes: number) {
  const [x, y] = toPlane(from);
  const distances = Array.from(graph.nodeFlags, (_, node) => {
    const [lon, lat] = [graph.nodeLon[node], graph.nodeLat[node]].map(
      (units) => units * COORDINATE_UNIT_DEGREES,
    );
    const place = toPlane([lon, lat]);
    return Math.hypot(place[0] - x, place[1] - y);
  });
  const start = distances.indexOf(Math.min(...distances));
  const arrivals = arrivalsFrom(graph, new Map([[start, 0]]), minutes * 60_000);
  const reached = [...arrivals.keys()].filter((node) => arrivals[node] < Infinity);
  return {
    isCut: reached.some((node) => graph.nodeFlags[node] & EXIT_NODE),
    farthest_m: Math.max(...reached.map((node) => distances[node])),
  };
}

test('hand-placed places of the town are at separate positions next to streets', () => {
  const corners = real.flatMap(({ geometry }) =>
    geometry.type === 'LineString' ? geometry.coordinates.map(([lon, lat]) => toPlane([lon, lat])) : [],
  );
  const places = PLACES.map(([, , lon, lat]) => toPlane([lon, lat]));
  for (const [i, [x, y]] of places.entries()) {
    const nearest_m = corners.reduce(
      (least, corner) => Math.min(least, Math.hypot(corner[0] - x, corner[1] - y)),
      Infinity,
    );
    expect(nearest_m, PLACES[i][0]).toBeLessThan(250);
    const others = places.filter((_, other) => other !== i);
    expect(Math.min(...others.map((other) => Math.hypot(other[0] - x, other[1] - y)))).toBeGreaterThan(200);
  }
  expect(new Set(PLACES.map(([name]) => name)).size).toBe(PLACES.length);
});

describe('the country around the town', () => {
  test('begins at the distance that attribution and documentation state', () => {
    const nearest_m = Math.min(
      ...madeUp.flatMap(({ geometry }) =>
        geometry.type === 'LineString'
          ? geometry.coordinates.map(([lon, lat]) => Math.hypot(...toPlane([lon, lat])))
          : [],
      ),
    );
    expect(NOT_OF_OSM).toContain(
      `some ${Math.round(nearest_m / 1_000)} km from the town’s centre and farther`,
    );
    expect(DEMO_ATTRIBUTION).toContain(NOT_OF_OSM);
    for (const page of ['README.md', 'src/web/docs/start-service.md']) {
      const text = readFileSync(join(import.meta.dirname, '../../..', page), 'utf8').replace(/\s+/g, ' ');
      expect(text.toLowerCase(), page).toContain(NOT_OF_OSM);
    }
  });

  test('ten minutes by car lead into it and not to its end, nor do fifteen; in the town alone they are cut', async () => {
    const alone = await roadsOf(real, GOTHENBURG.coverage);
    expect(drive(alone, GOTHENBURG.centre, 10).isCut).toBe(true);
    const graph = await roadsOf(features, demoCoverage);
    for (const from of [GOTHENBURG.centre, LINDHOLMEN, KALLEBACK]) {
      const { isCut, farthest_m } = drive(graph, from, 10);
      expect(isCut).toBe(false);
      expect(farthest_m).toBeGreaterThan(6_000);
    }
    expect(drive(graph, GOTHENBURG.centre, 15).isCut).toBe(false);
    expect(drive(graph, GOTHENBURG.centre, 25).isCut).toBe(true);
  });
});
