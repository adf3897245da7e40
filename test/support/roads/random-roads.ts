/** Random difficult roads over several tiles. */
import { CLOSED, COORDINATE_UNIT_DEGREES, EXIT_NODE, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import type { Position } from '../../../src/geo/positions.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { NOWHERE } from '../../../tiles-builder/sources/features.ts';

/** mulberry32 by T. Ettinger. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bent edges between near nodes: one-way, parallel, of zero length, loops, islands, with and without frontage. */
export function randomRoads(
  random: () => number,
  nodes: number,
  centre: Position,
  width_m: number,
): TimedGraph {
  const degrees = width_m / 111_195;
  const stretch = Math.cos((centre[1] * Math.PI) / 180);
  const units = (value: number): number => Math.round(value / COORDINATE_UNIT_DEGREES);
  const nodeLon: number[] = [];
  const nodeLat: number[] = [];
  for (let node = 0; node < nodes; node++) {
    const twin = node > 0 && random() < 0.05 ? Math.floor(random() * node) : -1;
    nodeLon.push(twin >= 0 ? nodeLon[twin] : units(centre[0] + ((random() - 0.5) * degrees) / stretch));
    nodeLat.push(twin >= 0 ? nodeLat[twin] : units(centre[1] + (random() - 0.5) * degrees));
  }
  const distance_m = (a: number, b: number): number =>
    Math.hypot((nodeLon[a] - nodeLon[b]) * stretch, nodeLat[a] - nodeLat[b]) *
    COORDINATE_UNIT_DEGREES *
    111_195;
  const tails: number[] = [];
  const heads: number[] = [];
  for (let node = 0; node < nodes; node++) {
    const near = Array.from({ length: nodes }, (_, other) => other)
      .sort((a, b) => distance_m(node, a) - distance_m(node, b))
      .slice(0, 6);
    for (const other of near) {
      if (random() > (other === node ? 0.05 : 0.35)) continue;
      const times = random() < 0.1 ? 2 : 1;
      for (let i = 0; i < times; i++) {
        tails.push(node);
        heads.push(other);
      }
    }
  }
  const firstPoint = [0];
  const pointLon: number[] = [];
  const pointLat: number[] = [];
  const forward_ms: number[] = [];
  const backward_ms: number[] = [];
  const flags: number[] = [];
  tails.forEach((tail, edge) => {
    const head = heads[edge];
    const bends = tail === head ? 3 : Math.floor(random() * 3);
    pointLon.push(nodeLon[tail]);
    pointLat.push(nodeLat[tail]);
    for (let bend = 1; bend <= bends; bend++) {
      const share = bend / (bends + 1);
      const off = (): number => (random() - 0.5) * 4_000;
      pointLon.push(Math.round(nodeLon[tail] + (nodeLon[head] - nodeLon[tail]) * share + off()));
      pointLat.push(Math.round(nodeLat[tail] + (nodeLat[head] - nodeLat[tail]) * share + off()));
    }
    pointLon.push(nodeLon[head]);
    pointLat.push(nodeLat[head]);
    firstPoint.push(pointLon.length);
    const speed_m_s = 1.5 + random() * 25;
    const time_ms = random() < 0.03 ? 0 : Math.round((distance_m(tail, head) / speed_m_s) * 1_000);
    const direction = random();
    forward_ms.push(direction < 0.15 ? CLOSED : time_ms);
    backward_ms.push(direction > 0.85 ? CLOSED : Math.round(time_ms * (random() < 0.2 ? 1.5 : 1)));
    flags.push(random() < 0.8 ? FRONTAGE_EDGE : 0);
  });
  return {
    nodeLon: Int32Array.from(nodeLon),
    nodeLat: Int32Array.from(nodeLat),
    nodeFlags: Uint8Array.from(nodeLon, () => (random() < 0.02 ? EXIT_NODE : 0)),
    edgeTail: Uint32Array.from(tails),
    edgeHead: Uint32Array.from(heads),
    edgeForward_ms: Uint32Array.from(forward_ms),
    edgeBackward_ms: Uint32Array.from(backward_ms),
    edgeFlags: Uint8Array.from(flags),
    edgeFirstPoint: Uint32Array.from(firstPoint),
    pointLon: Int32Array.from(pointLon),
    pointLat: Int32Array.from(pointLat),
    ...randomBarriers(seededRandom(nodes), nodeLon, nodeLat),
  };
}

/** Winding lines between nodes, and ponds that a sample does not see. */
function randomBarriers(random: () => number, nodeLon: readonly number[], nodeLat: readonly number[]) {
  const [lon, lat]: [number[], number[]] = [[], []];
  for (let line = 0; line < nodeLon.length / 4; line++) {
    const [a, b] = [0, 0].map(() => Math.floor(random() * nodeLon.length));
    const points = 2 + Math.floor(random() * 20);
    const isPond = random() < 0.5;
    for (let point = 0; point < points; point++) {
      const share = isPond ? 0 : point / points;
      lon.push(Math.round(nodeLon[a] + (nodeLon[b] - nodeLon[a]) * share + (random() - 0.5) * 4_000));
      lat.push(Math.round(nodeLat[a] + (nodeLat[b] - nodeLat[a]) * share + (random() - 0.5) * 4_000));
    }
    lon.push(NOWHERE);
    lat.push(NOWHERE);
  }
  return { barrierLon: Int32Array.from(lon), barrierLat: Int32Array.from(lat) };
}
