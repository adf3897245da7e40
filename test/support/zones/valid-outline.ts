/** Validates outlines (RFC 7946) by comparing every two segments exactly, in millionths of a degree. */
import type { Polygon, Ring, Zone } from '../../../src/geo/positions.ts';

type Point = readonly [x: number, y: number];

interface Segment {
  readonly from: Point;
  readonly to: Point;
  readonly ring: number;
  readonly index: number;
  readonly ringLength: number;
}

/** Rings may not even touch. */
export function faultsOfOutline(zone: Zone): string[] {
  const faults: string[] = [];
  if (zone.length === 0) faults.push('no part');
  const rings: { points: Point[]; part: number; hole: boolean }[] = [];
  zone.forEach((polygon, part) => {
    if (polygon.length === 0) faults.push(`part ${part} has no ring`);
    polygon.forEach((ring, index) => {
      const where = `part ${part}, ring ${index}`;
      faults.push(...faultsOfPositions(ring).map((fault) => `${where}: ${fault}`));
      const points = ring
        .slice(0, -1)
        .map(([lon, lat]): Point => [Math.round(lon * 1e6), Math.round(lat * 1e6)]);
      const doubled = doubledArea(points);
      if (index === 0 ? doubled <= 0 : doubled >= 0) faults.push(`${where}: wrong direction`);
      rings.push({ points, part, hole: index > 0 });
    });
  });
  faults.push(...contacts(rings.map(({ points }) => points)));
  for (const hole of rings.filter((ring) => ring.hole)) {
    const shell = rings.find((ring) => ring.part === hole.part && !ring.hole)!;
    if (!isInside(hole.points[0], shell.points)) faults.push(`part ${hole.part}: a hole outside its shell`);
    for (const other of rings) {
      if (
        other !== hole &&
        other.hole &&
        other.part === hole.part &&
        isInside(hole.points[0], other.points)
      ) {
        faults.push(`part ${hole.part}: a hole in a hole`);
      }
    }
  }
  for (const shell of rings.filter((ring) => !ring.hole)) {
    for (let part = 0; part < zone.length; part++) {
      if (part === shell.part) continue;
      const around = rings.filter((ring) => ring.part === part && isInside(shell.points[0], ring.points));
      if (around.length % 2 === 1) faults.push(`part ${shell.part} lies in part ${part}`);
    }
  }
  return faults;
}

function faultsOfPositions(ring: Ring): string[] {
  const faults: string[] = [];
  if (ring.length < 4) faults.push(`${ring.length} positions`);
  const [first, last] = [ring[0], ring[ring.length - 1]];
  if (first[0] !== last[0] || first[1] !== last[1]) faults.push('not closed');
  for (const [lon, lat] of ring) {
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) faults.push('outside the world');
    for (const degrees of [lon, lat]) {
      if (Math.round(degrees * 1e6) / 1e6 !== degrees) faults.push(`${degrees} has more than 6 decimals`);
    }
  }
  return faults;
}

/** By the number of surrounding rings. */
export function zoneContains(zone: Zone, [lon, lat]: readonly [number, number]): boolean {
  return zone.some(
    (polygon: Polygon) => polygon.filter((ring) => isInside([lon, lat], ring)).length % 2 === 1,
  );
}

function contacts(rings: readonly Point[][]): string[] {
  const segments = rings.flatMap((points, ring) =>
    points.map((from, index): Segment => {
      return { from, to: points[(index + 1) % points.length], ring, index, ringLength: points.length };
    }),
  );
  const west = (segment: Segment): number => Math.min(segment.from[0], segment.to[0]);
  const east = (segment: Segment): number => Math.max(segment.from[0], segment.to[0]);
  segments.sort((a, b) => west(a) - west(b));
  const faults: string[] = [];
  for (let i = 0; i < segments.length; i++) {
    const a = segments[i];
    if (a.from[0] === a.to[0] && a.from[1] === a.to[1]) faults.push(`ring ${a.ring}: a repeated position`);
    const eastOfA = east(a);
    for (let j = i + 1; j < segments.length && west(segments[j]) <= eastOfA; j++) {
      if (inContact(a, segments[j])) {
        faults.push(`rings ${a.ring} and ${segments[j].ring} touch at ${a.from.map((value) => value / 1e6)}`);
      }
    }
  }
  return faults;
}

/** Other than the common end of neighbours. */
function inContact(a: Segment, b: Segment): boolean {
  const a0b = side(a.from, a.to, b.from);
  const a1b = side(a.from, a.to, b.to);
  const b0a = side(b.from, b.to, a.from);
  const b1a = side(b.from, b.to, a.to);
  const meet =
    (a0b !== a1b && b0a !== b1a && a0b * a1b <= 0 && b0a * b1a <= 0) ||
    (a0b === 0 && isBetween(a, b.from)) ||
    (a1b === 0 && isBetween(a, b.to)) ||
    (b0a === 0 && isBetween(b, a.from)) ||
    (b1a === 0 && isBetween(b, a.to));
  if (!meet || a.ring !== b.ring) return meet;
  const step = (b.index - a.index + a.ringLength) % a.ringLength;
  if (step !== 1 && step !== a.ringLength - 1) return true;
  const [earlier, later] = step === 1 ? [a, b] : [b, a];
  return side(earlier.from, earlier.to, later.to) === 0 && dot(earlier, later) < 0;
}

const side = (from: Point, to: Point, point: Point): number =>
  Math.sign((to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]));

const dot = (a: Segment, b: Segment): number =>
  (a.to[0] - a.from[0]) * (b.to[0] - b.from[0]) + (a.to[1] - a.from[1]) * (b.to[1] - b.from[1]);

const isBetween = ({ from, to }: Segment, [x, y]: Point): boolean =>
  Math.min(from[0], to[0]) <= x &&
  x <= Math.max(from[0], to[0]) &&
  Math.min(from[1], to[1]) <= y &&
  y <= Math.max(from[1], to[1]);

function doubledArea(points: readonly Point[]): number {
  const [x0, y0] = points[0];
  let doubled = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    const [ax, ay] = points[i];
    const [bx, by] = points[i + 1];
    doubled += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return doubled;
}

/** Ray casting; the ring may be open or closed. */
function isInside([x, y]: readonly [number, number], ring: readonly (readonly [number, number])[]): boolean {
  let inside = false;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[(i + 1) % ring.length];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
