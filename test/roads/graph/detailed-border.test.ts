import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { polygon } from '@turf/helpers';
import { expect, test } from 'vitest';
import { EXIT_NODE } from '../../../src/format/road-tile.ts';
import type { Position, Ring } from '../../../src/geo/positions.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import { osmRoads } from '../../support/roads/osm-roads.ts';
import { seededRandom } from '../../support/roads/random-roads.ts';

const VERTICES = 100_000;
const ROWS = 8;
const NODES_IN_ROW = 60;
const NEAR_M = 100;

test('roads leave a country with a border of 100,000 vertices where they cross it, or end near it', () => {
  const random = seededRandom(20_261_122);
  const vertex = (i: number): Position => {
    const angle = (2 * Math.PI * i) / VERTICES;
    const radius = 0.1 * (0.8 + 0.2 * Math.sin(5 * angle)) * (1 + 0.0005 * random());
    return [7 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
  };
  const vertices = Array.from({ length: VERTICES }, (_, i) => vertex(i));
  const border: Ring = [...vertices, vertices[0]];
  const places = Array.from(
    { length: ROWS * NODES_IN_ROW },
    (_, node): Position => [
      6.88 + (0.24 * (node % NODES_IN_ROW)) / NODES_IN_ROW,
      0.41 + (0.18 * Math.floor(node / NODES_IN_ROW)) / ROWS,
    ],
  );
  const length = 7;
  const ways = Array.from({ length: Math.floor(places.length / (length + 1)) }, (_, way) => ({
    id: way + 1,
    tags: { highway: 'residential' },
    nodes: Int32Array.from({ length }, (_, i) => way * (length + 1) + i),
  })).filter(
    ({ nodes }) => Math.floor(nodes[0] / NODES_IN_ROW) === Math.floor(nodes[length - 1] / NODES_IN_ROW),
  );
  const roads = osmRoads({
    ways,
    nodeLon: Int32Array.from(places, ([lon]) => Math.round(lon * 1e7)),
    nodeLat: Int32Array.from(places, ([, lat]) => Math.round(lat * 1e7)),
  });

  const area = polygon([border as [number, number][]]);
  const isInside = places.map((place) => booleanPointInPolygon([...place], area));
  const metres = ([lonA, latA]: Position, [lonB, latB]: Position): number =>
    111_195 * Math.hypot(latA - latB, (lonA - lonB) * Math.cos((latA * Math.PI) / 180));
  const isNear = (node: number): boolean => vertices.some((vertex) => metres(places[node], vertex) < NEAR_M);
  const expected = new Set<number>();
  for (const { nodes } of ways) {
    for (const end of [nodes[0], nodes[length - 1]]) if (isNear(end)) expected.add(end);
    for (let i = 1; i < length; i++) {
      if (isInside[nodes[i - 1]] !== isInside[nodes[i]]) {
        expected.add(isInside[nodes[i]] ? nodes[i - 1] : nodes[i]);
      }
    }
  }
  expect(expected.size).toBeGreaterThan(10);

  const graph = buildRoadGraph(roads, 'pedestrian', [[border]]);
  const exits = new Set<number>();
  graph.nodeFlags.forEach((flags, node) => {
    if (!(flags & EXIT_NODE)) return;
    exits.add(
      roads.nodeLon.findIndex(
        (lon, i) => lon === graph.nodeLon[node] && roads.nodeLat[i] === graph.nodeLat[node],
      ),
    );
  });
  expect([...exits].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
});
