/** Draws outlines over the streets as an SVG, for inspection. */
import { COORDINATE_UNIT_DEGREES, FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import { boundingBoxOf, type Position, type Zone } from '../../src/geo/positions.ts';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';

export interface PlottedZone {
  readonly zone: Zone;
  /** An SVG colour, lightened for the fill. */
  readonly colour: string;
}

const WIDTH = 1200;
const MARGIN = 0.06;

/** Streets are grey, roads without frontage orange; clipped to the box of all zones. */
export function plotIsochrones(
  zones: readonly PlottedZone[],
  graph: TimedGraph,
  origin: Position,
  box = boundingBoxOf(zones.flatMap(({ zone }) => zone.flat())),
): string {
  const eastPerNorth = Math.cos((origin[1] * Math.PI) / 180);
  const scale = (WIDTH * (1 - 2 * MARGIN)) / ((box.east - box.west) * eastPerNorth);
  const height = (box.north - box.south) * scale + 2 * MARGIN * WIDTH;
  const project = (lon: number, lat: number): [number, number] => [
    (lon - box.west) * eastPerNorth * scale + MARGIN * WIDTH,
    (box.north - lat) * scale + MARGIN * WIDTH,
  ];
  const pathOf = (points: readonly [number, number][]): string =>
    `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
  const fills = zones.map(({ zone, colour }) => {
    const rings = zone.flat().map((ring) => `${pathOf(ring.map(([lon, lat]) => project(lon, lat)))}Z`);
    return `<path d="${rings.join('')}" fill="${colour}" fill-opacity="0.25" fill-rule="evenodd" stroke="${colour}" stroke-width="1.5"/>`;
  });
  const streets: Record<'streets' | 'passages', string[]> = { streets: [], passages: [] };
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const points: [number, number][] = [];
    for (let point = graph.edgeFirstPoint[edge]; point < graph.edgeFirstPoint[edge + 1]; point++) {
      const lon = graph.pointLon[point] * COORDINATE_UNIT_DEGREES;
      const lat = graph.pointLat[point] * COORDINATE_UNIT_DEGREES;
      points.push(project(lon, lat));
    }
    if (points.every(([x, y]) => x < 0 || y < 0 || x > WIDTH || y > height)) continue;
    const kind = (graph.edgeFlags[edge] & FRONTAGE_EDGE) !== 0 ? 'streets' : 'passages';
    streets[kind].push(pathOf(points));
  }
  const [x, y] = project(...origin);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${Math.ceil(height)}">`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...fills,
    `<path d="${streets.streets.join('')}" fill="none" stroke="#777" stroke-width="0.8"/>`,
    `<path d="${streets.passages.join('')}" fill="none" stroke="#e80" stroke-width="1.2"/>`,
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5" fill="red"/>`,
    '</svg>',
  ].join('\n');
}
