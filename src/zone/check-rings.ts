/**
 * Finds what is invalid in a polygon's rings, exactly: rings must be simple and touch at points only, holes must lie inside the
 * shell and outside each other. It tests edges whose boxes overlap (sweep and prune), and nesting by the even-odd rule.
 */
import { meetingOf, orientation, type Point } from './orientation.ts';

/** A vertex with its index in the caller's ring, which messages state. */
export interface RingPoint extends Point {
  readonly position: number;
}

/** A ring that is open and without repeated points. */
export type PointRing = readonly RingPoint[];

interface Edge {
  readonly ring: number;
  readonly index: number;
  readonly from: RingPoint;
  readonly to: RingPoint;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly touches: Point[];
}

/** Returns the first fault as a message, or `null`; the shell comes first. */
export function faultOfRings(rings: readonly PointRing[]): string | null {
  const edges = rings.flatMap(edgesOf);
  return faultOfMeetings(edges, rings) ?? faultOfNesting(edges, rings);
}

const where = (ring: number, point: RingPoint): string => `ring ${ring}, position ${point.position}`;

function edgesOf(points: PointRing, ring: number): Edge[] {
  return points.map((from, index) => {
    const to = points[(index + 1) % points.length];
    return {
      ring,
      index,
      from,
      to,
      west: Math.min(from.x, to.x),
      east: Math.max(from.x, to.x),
      south: Math.min(from.y, to.y),
      north: Math.max(from.y, to.y),
      touches: [],
    };
  });
}

function faultOfMeetings(edges: readonly Edge[], rings: readonly PointRing[]): string | null {
  const queue = edges.toSorted((a, b) => a.west - b.west);
  let active: Edge[] = [];
  for (const edge of queue) {
    active = active.filter((other) => other.east >= edge.west);
    for (const other of active) {
      if (other.south > edge.north || other.north < edge.south) continue;
      const fault = faultOfPair(other, edge, rings);
      if (fault) return fault;
    }
    active.push(edge);
  }
  return null;
}

function faultOfPair(a: Edge, b: Edge, rings: readonly PointRing[]): string | null {
  const meeting = meetingOf(a.from, a.to, b.from, b.to);
  if (meeting.kind === 'none') return null;
  if (a.ring !== b.ring) {
    if (meeting.kind === 'touch') {
      a.touches.push(meeting.at);
      b.touches.push(meeting.at);
      return null;
    }
    const how = meeting.kind === 'cross' ? 'crosses' : 'runs along';
    return `the edge from ${where(a.ring, a.from)} ${how} the edge from ${where(b.ring, b.from)}`;
  }
  const last = rings[a.ring].length - 1;
  const apart = Math.abs(a.index - b.index);
  const adjacent = apart === 1 || apart === last;
  if (adjacent && meeting.kind === 'touch') return null;
  if (adjacent) {
    const corner = (a.index + 1) % (last + 1) === b.index ? b.from : a.from;
    return `the ring turns back on itself at ${where(a.ring, corner)}`;
  }
  const how = { cross: 'crosses', overlap: 'runs along', touch: 'touches' }[meeting.kind];
  return `the edge from ${where(a.ring, a.from)} ${how} the edge from ${where(b.ring, b.from)}`;
}

/** A hole changes sides only where rings touch: tests each stretch. */
function faultOfNesting(edges: readonly Edge[], rings: readonly PointRing[]): string | null {
  if (rings.length === 1) return null;
  const doubled = rings.map((ring) => ring.map(({ x, y }) => ({ x: 2 * x, y: 2 * y })));
  for (const edge of edges) {
    if (edge.ring === 0) continue;
    for (const middle of doubledMiddles(edge)) {
      if (!isInside(doubled[0], middle)) {
        return `the hole lies outside its shell at ${where(edge.ring, edge.from)}`;
      }
      const other = doubled.findIndex(
        (ring, index) => index > 0 && index !== edge.ring && isInside(ring, middle),
      );
      if (other > 0) return `the holes ${other} and ${edge.ring} overlap at ${where(edge.ring, edge.from)}`;
    }
  }
  return null;
}

/** Twice the midpoints between touching points. */
function doubledMiddles(edge: Edge): Point[] {
  const { from, to } = edge;
  const along = (point: Point): number => Math.abs(point.x - from.x) + Math.abs(point.y - from.y);
  const stops = [from, ...edge.touches.toSorted((a, b) => along(a) - along(b)), to];
  const middles: Point[] = [];
  for (let i = 1; i < stops.length; i++) {
    const a = stops[i - 1];
    const b = stops[i];
    if (a.x !== b.x || a.y !== b.y) middles.push({ x: a.x + b.x, y: a.y + b.y });
  }
  return middles;
}

function isInside(ring: readonly Point[], point: Point): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[j];
    const b = ring[i];
    if (a.y > point.y === b.y > point.y) continue;
    const [lower, upper] = a.y < b.y ? [a, b] : [b, a];
    if (orientation(lower, upper, point) > 0) inside = !inside;
  }
  return inside;
}
