/** Grid zone and counts by brute force, with h3-js, Turf and clipped triangles. */
import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Polygon, Position } from '../../../src/geo/positions.ts';

type Rings = [number, number][][];

const turf = (polygon: Polygon) => ({ type: 'Polygon' as const, coordinates: polygon as Rings });

export const contains = (polygon: Polygon, position: Position): boolean =>
  booleanPointInPolygon([position[0], position[1]], turf(polygon));

const MARGIN_M = 100;
const METRES_PER_DEGREE = 111_195;

/** Centres within a margin of the bounding box. */
export function cellsAround(polygon: Polygon): Cell[] {
  const lons = polygon[0].map(([lon]) => lon);
  const lats = polygon[0].map(([, lat]) => lat);
  const lat = (Math.min(...lats) + Math.max(...lats)) / 2;
  const lon = (Math.min(...lons) + Math.max(...lons)) / 2;
  const eastwards = METRES_PER_DEGREE * Math.cos((Math.max(...lats.map(Math.abs)) * Math.PI) / 180);
  const halfWidth = (Math.max(...lons) - lon) * eastwards + MARGIN_M;
  const halfHeight = (Math.max(...lats) - lat) * METRES_PER_DEGREE + MARGIN_M;
  // Rows are at least 11.8 m apart.
  const steps = Math.ceil((Math.hypot(halfWidth, halfHeight) * 1.01) / 11.8);
  return gridDisk(latLngToCell(lat, lon, 12), steps).filter((cell) => {
    const [cellLat, cellLon] = cellToLatLng(cell);
    const turn = Math.abs(cellLon - lon);
    const across = Math.min(turn, 360 - turn) * eastwards;
    return across <= halfWidth && Math.abs(cellLat - lat) * METRES_PER_DEGREE <= halfHeight;
  });
}

/** Shifted by 360° where needed. */
export function outlinesOf(cell: Cell): Position[][] {
  const [, centre] = cellToLatLng(cell);
  const ring = cellToBoundary(cell, true).map(
    ([lon, lat]): Position => [
      lon! - centre > 180 ? lon! - 360 : centre - lon! > 180 ? lon! + 360 : lon!,
      lat!,
    ],
  );
  const turns = [0];
  if (ring.some(([lon]) => lon > 180)) turns.push(-360);
  if (ring.some(([lon]) => lon < -180)) turns.push(360);
  return turns.map((turn) => ring.map(([lon, lat]): Position => [lon + turn, lat]));
}

function planeArea(ring: readonly Position[]): number {
  const [originLon, originLat] = ring[0];
  let area = 0;
  for (let i = 1; i < ring.length; i++) {
    area += (ring[i - 1][0] - originLon) * (ring[i][1] - originLat);
    area -= (ring[i][0] - originLon) * (ring[i - 1][1] - originLat);
  }
  return Math.abs(area / 2);
}

type Segment = readonly [Position, Position];

const segmentsOf = (ring: readonly Position[]): Segment[] => ring.slice(1).map((to, i) => [ring[i], to]);

function meet([a, b]: Segment, [c, d]: Segment): boolean {
  const side = (p: Position, q: Position, r: Position): number =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function edgeMeets(segments: readonly Segment[], outline: readonly Position[]): boolean {
  const [lons, lats] = [outline.map(([lon]) => lon), outline.map(([, lat]) => lat)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const sides = segmentsOf(outline);
  return segments.some((segment) => {
    const [[x1, y1], [x2, y2]] = segment;
    if (Math.max(x1, x2) < west || Math.min(x1, x2) > east) return false;
    if (Math.max(y1, y2) < south || Math.min(y1, y2) > north) return false;
    return contains([outline], segment[0]) || sides.some((side) => meet(segment, side));
  });
}

/** Pieces stay connected along the line. */
function leftOf(ring: readonly Position[], a: Position, b: Position): Position[] {
  const height = ([x, y]: Position): number => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  return ring.flatMap((to, i) => {
    const from = ring.at(i - 1)!;
    const [fromHeight, toHeight] = [height(from), height(to)];
    const part = fromHeight / (fromHeight - toHeight);
    const crossing: Position = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
    return [...(fromHeight < 0 !== toHeight < 0 ? [crossing] : []), ...(toHeight < 0 ? [] : [to])];
  });
}

/** Triangle fan (Sutherland and Hodgman 1974). */
function sharedArea(outline: readonly Position[], polygon: Polygon): number {
  const [lon, lat] = outline[0];
  const local = ([x, y]: Position): Position => [x - lon, y - lat];
  const [first, ...corners] = outline.slice(0, -1).map(local) as [Position, ...Position[]];
  const rings = polygon.map((ring) => ring.slice(1).map(local));
  let area = 0;
  for (let i = 1; i < corners.length; i++) {
    const [second, third] = [corners[i - 1], corners[i]];
    const turnsLeft = second[0] * third[1] - second[1] * third[0] > 0;
    const [b, c] = turnsLeft ? [second, third] : [third, second];
    for (const [index, ring] of rings.entries()) {
      const inside = leftOf(leftOf(leftOf(ring, first, b), b, c), c, first);
      if (inside.length > 0)
        area += (turnsLeft === (index === 0) ? 1 : -1) * planeArea([...inside, inside[0]]);
    }
  }
  return Math.abs(area);
}

function sharesOf(cells: Iterable<Cell>, polygon: Polygon, segments: readonly Segment[]): Map<Cell, number> {
  const shares = new Map<Cell, number>();
  for (const cell of cells) {
    const outlines = outlinesOf(cell);
    if (outlines.some((outline) => edgeMeets(segments, outline))) {
      const shared = outlines.reduce((sum, outline) => sum + sharedArea(outline, polygon), 0);
      shares.set(cell, shared / planeArea(outlines[0]));
    } else {
      const [lat, lon] = cellToLatLng(cell);
      shares.set(cell, contains(polygon, [lon, lat]) ? 1 : 0);
    }
  }
  return shares;
}

interface BruteCount {
  readonly living: number;
  readonly working: number;
  /** People in all cells that overlap the zone. */
  readonly touched: number;
  readonly cells: ReadonlySet<Cell>;
  /** Outside the grid zone with a point of the zone. */
  readonly uncovered: readonly Cell[];
}

/** @param candidates all cells within two steps of the zone and its grid zone */
export function bruteCount(
  polygon: Polygon,
  candidates: readonly Cell[],
  peopleByCell: ReadonlyMap<Cell, number>,
): BruteCount {
  const segments = polygon.flatMap(segmentsOf);
  const centred = new Set(
    candidates.filter((cell) => {
      const [lat, lon] = cellToLatLng(cell);
      return contains(polygon, [lon, lat]);
    }),
  );
  const met = candidates.filter(
    (cell) => !centred.has(cell) && outlinesOf(cell).some((outline) => edgeMeets(segments, outline)),
  );
  const metByEdge = new Set(met);
  const narrow = met.filter((cell) => !gridDisk(cell, 2).some((other) => centred.has(other)));
  const cells = new Set([...centred, ...narrow]);
  const shares = sharesOf(peopleByCell.keys(), polygon, segments);
  let living = 0;
  let touched = 0;
  let working = 0;
  for (const [cell, people] of peopleByCell) {
    living += people * shares.get(cell)!;
    if (shares.get(cell)! > 0 || metByEdge.has(cell)) touched += people;
    if (cells.has(cell)) working += people;
  }
  return { living, working, touched, cells, uncovered: met.filter((cell) => !cells.has(cell)) };
}
