/** Makes sea polygons of a box by joining clipped coastlines, with land on their left (OSM wiki, Tag:natural=coastline). */
import {
  type BoundingBox,
  boundingBoxOf,
  type Polygon,
  type Position,
  signedDoubleArea,
  type Zone,
} from '../../src/geo/positions.ts';
import { PlanarArea } from './planar-area.ts';

/** Share of the box; extracts lack nodes beyond its edge. */
const MAX_GAP_SHARE = 0.05;

interface Coast {
  readonly positions: Position[];
  readonly closed: boolean;
}

/** @returns polygons with islands as holes; none if coasts leave the water's side unknown */
export function seaInBox(coastlines: readonly Position[][], coverage: Zone): Polygon[] {
  const box = boundingBoxOf(coverage.flat());
  const coasts = joinLines(coastlines).flatMap((line) => clip(line, box));
  if (coasts.length === 0) return [];
  const open = coasts.filter(({ closed }) => !closed).map(({ positions }) => prolong(positions, box));
  if (!open.every((line) => line !== null)) return [];
  const closed = coasts.filter((coast) => coast.closed).map(({ positions }) => positions);
  const islands = closed.filter((ring) => signedDoubleArea(ring) > 0);
  const seas = [...closed.filter((ring) => signedDoubleArea(ring) < 0), ...alongEdge(open, box)];
  if (seas.length === 0) seas.push(cornersOf(box));
  const polygons = seas.map((ring) => [ring]);
  const areas = seas.map((ring) => new PlanarArea([[ring]]));
  for (const island of islands) {
    polygons[areas.findIndex((area) => area.contains(island[0]))]?.push(island);
  }
  return polygons;
}

const same = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

function joinLines(lines: readonly Position[][]): Position[][] {
  const startingAt = new Map(lines.map((line) => [String(line[0]), line]));
  const followed = new Set(lines.map((line) => startingAt.get(String(line.at(-1)))));
  const unused = new Set(lines);
  const joined: Position[][] = [];
  for (const first of [...lines.filter((line) => !followed.has(line)), ...lines]) {
    if (!unused.delete(first)) continue;
    const positions = [...first];
    for (let next = startingAt.get(String(positions.at(-1))); next && unused.delete(next); ) {
      for (const position of next.slice(1)) positions.push(position);
      next = startingAt.get(String(positions.at(-1)));
    }
    joined.push(positions);
  }
  return joined;
}

function clip(line: Position[], box: BoundingBox): Coast[] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  for (let i = 1; i < line.length; i++) {
    const inside = clipSegment(line[i - 1], line[i], box);
    if (!inside) continue;
    const [start, end] = inside;
    if (part.length === 0 || !same(part.at(-1)!, start)) {
      part = [start];
      parts.push(part);
    }
    if (!same(part.at(-1)!, end)) part.push(end);
  }
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return [];
  if (same(line[0], line.at(-1)!) && same(first[0], last.at(-1)!)) {
    if (first === last) return [{ positions: first, closed: true }];
    parts[0] = [...last.slice(0, -1), ...first];
    parts.pop();
  }
  return parts.filter((positions) => positions.length > 1).map((positions) => ({ positions, closed: false }));
}

/** Liang-Barsky clipping; `null` if nothing, or one point, is inside. */
function clipSegment(a: Position, b: Position, box: BoundingBox): [Position, Position] | null {
  const along = [b[0] - a[0], b[1] - a[1]] as const;
  let from = 0;
  let to = 1;
  const sides = [
    [-along[0], a[0] - box.west],
    [along[0], box.east - a[0]],
    [-along[1], a[1] - box.south],
    [along[1], box.north - a[1]],
  ] as const;
  for (const [outward, distance] of sides) {
    if (outward === 0) {
      if (distance < 0) return null;
    } else if (outward < 0) from = Math.max(from, distance / outward);
    else to = Math.min(to, distance / outward);
  }
  if (from >= to) return null;
  const at = (share: number): Position => [
    Math.min(box.east, Math.max(box.west, a[0] + along[0] * share)),
    Math.min(box.north, Math.max(box.south, a[1] + along[1] * share)),
  ];
  return [from === 0 ? a : at(from), to === 1 ? b : at(to)];
}

/** Extends ends to the box's edge; `null` if they are far from it. */
function prolong(line: Position[], box: BoundingBox): Position[] | null {
  const start = nearestOnEdge(line[0], box);
  const end = nearestOnEdge(line.at(-1)!, box);
  return start && end && [start, ...line, end];
}

function nearestOnEdge([lon, lat]: Position, { west, south, east, north }: BoundingBox): Position | null {
  const width = east - west;
  const height = north - south;
  const candidates: { gap: number; at: Position }[] = [
    { gap: (lon - west) / width, at: [west, lat] },
    { gap: (east - lon) / width, at: [east, lat] },
    { gap: (lat - south) / height, at: [lon, south] },
    { gap: (north - lat) / height, at: [lon, north] },
  ];
  const nearest = candidates.reduce((a, b) => (b.gap < a.gap ? b : a));
  return nearest.gap <= MAX_GAP_SHARE ? nearest.at : null;
}

/** Returns corners clockwise from the north-west, closed. */
function cornersOf({ west, south, east, north }: BoundingBox): Position[] {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
}

/** Returns the place on the box's edge, 0 to 4 clockwise from the north-west. */
function edgePlace([lon, lat]: Position, { west, south, east, north }: BoundingBox): number {
  if (lat === north) return (lon - west) / (east - west);
  if (lon === east) return 1 + (north - lat) / (north - south);
  if (lat === south) return 2 + (east - lon) / (east - west);
  return 3 + (lat - south) / (north - south);
}

function alongEdge(coasts: readonly Position[][], box: BoundingBox): Position[][] {
  const corners = cornersOf(box);
  const unused = new Set(coasts);
  const rings: Position[][] = [];
  for (const first of coasts) {
    if (!unused.delete(first)) continue;
    const ring = [...first];
    for (;;) {
      const end = edgePlace(ring.at(-1)!, box);
      const ahead = (coast: Position[]): number => (edgePlace(coast[0], box) - end + 4) % 4;
      const next = [first, ...unused].reduce((a, b) => (ahead(b) < ahead(a) ? b : a));
      const distance = ahead(next);
      for (let corner = Math.floor(end) + 1; corner < end + distance; corner++)
        ring.push(corners[corner % 4]);
      if (next === first) break;
      unused.delete(next);
      for (const position of next) ring.push(position);
    }
    ring.push(ring[0]);
    rings.push(ring);
  }
  return rings;
}
