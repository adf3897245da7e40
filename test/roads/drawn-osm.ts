/** OpenStreetMap roads drawn as text. */
import { CLOSED, EXIT_NODE, FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { Tags } from '../../tiles-builder/base/records.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { MISSING_NODE, type OsmRoads } from '../../tiles-builder/sources/gather/osm-roads.ts';
import { osmRoads } from '../support/roads/osm-roads.ts';
import { rectangle } from '../support/zones/rectangle.ts';

/** 111.2 m at the equator. */
const STEP_UNITS = 10_000;
export const STEP_M = 111.195;

/** Ways by digit. */
export type DrawnRestriction = readonly [fromWays: string, via: string, toWays: string, tags: Tags];

export interface DrawnRoads extends OsmRoads {
  /** By node number. */
  readonly names: string;
}

/** Letters are nodes, strings are ways, `?` is a missing node. The map begins at 0.1° N, 0.1° E. */
export function drawn(
  map: string,
  ways: readonly [nodes: string, tags: Tags][],
  barriers: Record<string, Tags> = {},
  restrictions: readonly DrawnRestriction[] = [],
): DrawnRoads {
  const lines = map.split('\n').filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  const lon: number[] = [];
  const lat: number[] = [];
  let names = '';
  lines.forEach((line, row) => {
    [...line.slice(indent)].forEach((name, column) => {
      if (!/[A-Za-z]/.test(name)) return;
      names += name;
      lon.push(1_000_000 + column * STEP_UNITS);
      lat.push(1_000_000 - row * STEP_UNITS);
    });
  });
  const nodeOf = (name: string): number => (name === '?' ? MISSING_NODE : names.indexOf(name));
  const roads = osmRoads({
    ways: ways.map(([nodes, tags], index) => ({
      id: index + 1,
      tags,
      nodes: Int32Array.from([...nodes].map(nodeOf)),
    })),
    nodeLon: Int32Array.from(lon),
    nodeLat: Int32Array.from(lat),
    barriers: new Map(Object.entries(barriers).map(([name, tags]) => [nodeOf(name), tags])),
    restrictions: restrictions.map(([from, via, to, tags]) => ({
      tags,
      fromWays: [...from].map(Number),
      viaNode: nodeOf(via),
      toWays: [...to].map(Number),
    })),
  });
  return { ...roads, names };
}

export const everywhere: Zone = [[rectangle(-1, -1, 1, 1)]];

/** `A→B`, `A←B` or `A↔B` with their length in steps; `!` marks exits, `~` edges without frontage. */
export function edgesOf(roads: DrawnRoads, travel: Travel, coverage = everywhere): string[] {
  const graph = buildRoadGraph(roads, travel, coverage);
  const name = (node: number): string => {
    const osm = roads.nodeLon.findIndex(
      (lon, i) => lon === graph.nodeLon[node] && roads.nodeLat[i] === graph.nodeLat[node],
    );
    return `${roads.names[osm]}${graph.nodeFlags[node] & EXIT_NODE ? '!' : ''}`;
  };
  return [...graph.edgeTail.keys()].map((edge) => {
    const forward = graph.edgeForward_ms[edge] !== CLOSED;
    const backward = graph.edgeBackward_ms[edge] !== CLOSED;
    const arrow = forward && backward ? '↔' : forward ? '→' : '←';
    const tilde = graph.edgeFlags[edge] & FRONTAGE_EDGE ? '' : '~';
    return `${name(graph.edgeTail[edge])}${arrow}${name(graph.edgeHead[edge])}${tilde}`;
  });
}
