/**
 * Represents the standard grid in exact integers: H3's icosahedron by gnomonic projection, each face a hexagonal lattice in
 * barycentric coordinates. See GRID.md.
 */

import { GRID_RESOLUTION } from './cells.ts';
import { RADIANS } from './earth.ts';
import { cellToLatLng, getPentagons } from './h3.ts';

/** Neighbouring centres differ by (2, -1, -1), centre and vertex by (1, 0, -1). */
export const FACE_SIZE = 6 * 7 ** (GRID_RESOLUTION / 2);

/** A point as one number: face, a and b in 5, 20 and 20 bits. */
export type PointNumber = number;

const SHIFT = 2 ** 20;
export const numberOf = (face: number, a: number, b: number): PointNumber => (face * SHIFT + a) * SHIFT + b;
export const faceOf = (point: PointNumber): number => Math.floor(point / (SHIFT * SHIFT));
export const aOf = (point: PointNumber): number => Math.floor(point / SHIFT) % SHIFT;
export const bOf = (point: PointNumber): number => point % SHIFT;

const corners = getPentagons(0).map((cell): readonly [number, number, number] => {
  const [lat, lon] = cellToLatLng(cell);
  return directionOf(lon, lat);
});

function directionOf(lon: number, lat: number): [number, number, number] {
  const cosLat = Math.cos(lat * RADIANS);
  return [cosLat * Math.cos(lon * RADIANS), cosLat * Math.sin(lon * RADIANS), Math.sin(lat * RADIANS)];
}

type Vector = readonly [number, number, number];
const dot = (u: Vector, v: Vector): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const cross = (u: Vector, v: Vector): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];

/** Corners of each face, counterclockwise seen from outside. */
const FACES: readonly Vector[] = facesOf(corners);

function facesOf(points: readonly Vector[]): Vector[] {
  const faces: Vector[] = [];
  const adjacent = (i: number, j: number): boolean => dot(points[i], points[j]) > 0.4;
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        if (!adjacent(i, j) || !adjacent(j, k) || !adjacent(i, k)) continue;
        const counterclockwise = dot(cross(points[i], points[j]), points[k]) > 0;
        faces.push(counterclockwise ? [i, j, k] : [i, k, j]);
      }
    }
  }
  return faces;
}

const edgeDirection: Vector = [0, 1, 2].map(
  (axis) => corners[FACES[0][0]][axis] - corners[FACES[0][1]][axis],
) as unknown as Vector;

/** Neighbouring centres lie this far apart on a face; the icosahedron's circumradius is 1. */
export const SPACING =
  Math.sqrt(dot(edgeDirection, edgeDirection)) / (Math.sqrt(12) * 7 ** (GRID_RESOLUTION / 2));

/** A face lies this far from the globe's centre: a length `s` on it subtends at most `s` over this. */
export const LEAST_DISTANCE = Math.sqrt((1 + 2 * dot(corners[FACES[0][0]], corners[FACES[0][1]])) / 3);

const DIRECTIONS = new Float64Array(FACES.flatMap((face) => face.flatMap((corner) => corners[corner])));

const WEIGHTS = new Float64Array(
  FACES.flatMap(([i, j, k]) => [
    ...cross(corners[j], corners[k]),
    ...cross(corners[k], corners[i]),
    ...cross(corners[i], corners[j]),
  ]),
);

/** Each corner has the face across the opposite edge, its two shared corners (in this face's order) and its new one. */
const BEHIND = FACES.map((face, index) =>
  face.map((_, corner) => {
    const shared = face.filter((_, other) => other !== corner);
    const behind = FACES.findIndex((other, i) => i !== index && shared.every((each) => other.includes(each)));
    const places = shared.map((each) => FACES[behind].indexOf(each));
    return { face: behind, first: places[0], second: places[1], third: 3 - places[0] - places[1] };
  }),
);

const CORNER_POINTS = corners.map((_, corner) => {
  const face = FACES.findIndex((each) => each.includes(corner));
  const place = FACES[face].indexOf(corner);
  return numberOf(face, place === 0 ? FACE_SIZE : 0, place === 1 ? FACE_SIZE : 0);
});

/** Numbers a point; coordinates may be slightly negative, and points on edges and corners use their lowest face. */
export function pointNumber(face: number, a: number, b: number): PointNumber {
  const c = FACE_SIZE - a - b;
  if (a > 0 && b > 0 && c > 0) return numberOf(face, a, b);
  return numberOnLowestFace(face, [a, b, c]);
}

function numberOnLowestFace(startFace: number, start: readonly number[]): PointNumber {
  let face = startFace;
  let point = start;
  const crossEdge = (corner: number): void => {
    const behind = BEHIND[face][corner];
    const beyond = -point[corner];
    const others = point.filter((_, place) => place !== corner);
    const unfolded = [0, 0, 0];
    unfolded[behind.first] = others[0] - beyond;
    unfolded[behind.second] = others[1] - beyond;
    unfolded[behind.third] = beyond;
    face = behind.face;
    point = unfolded;
  };
  for (let hops = 0; hops < 3; hops++) {
    const negative = point.findIndex((coordinate) => coordinate < 0);
    if (negative < 0) break;
    crossEdge(negative);
  }
  const full = point.indexOf(FACE_SIZE);
  if (full >= 0) return CORNER_POINTS[FACES[face][full]];
  const zero = point.indexOf(0);
  if (zero >= 0 && BEHIND[face][zero].face < face) crossEdge(zero);
  return numberOf(face, point[0], point[1]);
}

/** {@link locate} sets this; `distance` is that of the point on the face from the globe's centre, 0.79 to 1. */
export const located = { lon: 0, lat: 0, distance: 0 };
export const found = { face: 0, a: 0, b: 0 };

/** Sets {@link located} to longitude and latitude of a lattice point in degrees. */
export function locate(face: number, a: number, b: number): void {
  const o = face * 9;
  const c = FACE_SIZE - a - b;
  const x = a * DIRECTIONS[o] + b * DIRECTIONS[o + 3] + c * DIRECTIONS[o + 6];
  const y = a * DIRECTIONS[o + 1] + b * DIRECTIONS[o + 4] + c * DIRECTIONS[o + 7];
  const z = a * DIRECTIONS[o + 2] + b * DIRECTIONS[o + 5] + c * DIRECTIONS[o + 8];
  const horizontal = x * x + y * y;
  located.lon = Math.atan2(y, x) / RADIANS;
  located.lat = Math.atan2(z, Math.sqrt(horizontal)) / RADIANS;
  located.distance = Math.sqrt(horizontal + z * z) / FACE_SIZE;
}

/** A greater minimum weight excludes other faces despite rounding. */
const INSIDE_FACE = 1e-6;

function project(lon: number, lat: number): void {
  const cosLat = Math.cos(lat * RADIANS);
  const x = cosLat * Math.cos(lon * RADIANS);
  const y = cosLat * Math.sin(lon * RADIANS);
  const z = Math.sin(lat * RADIANS);
  if (projectOnto(found.face, x, y, z, INSIDE_FACE) > INSIDE_FACE) return;
  let best = -Infinity;
  for (let face = 0; face < FACES.length; face++) best = projectOnto(face, x, y, z, best);
}

/**
 * Sets {@link found} if the minimum weight exceeds `best`.
 * @returns the greater
 */
function projectOnto(face: number, x: number, y: number, z: number, best: number): number {
  const o = face * 9;
  const a = WEIGHTS[o] * x + WEIGHTS[o + 1] * y + WEIGHTS[o + 2] * z;
  const b = WEIGHTS[o + 3] * x + WEIGHTS[o + 4] * y + WEIGHTS[o + 5] * z;
  const c = WEIGHTS[o + 6] * x + WEIGHTS[o + 7] * y + WEIGHTS[o + 8] * z;
  const least = Math.min(a, b, c);
  if (least <= best) return best;
  const scale = FACE_SIZE / (a + b + c);
  found.face = face;
  found.a = a * scale;
  found.b = b * scale;
  return least;
}

/** Sets {@link found} to the lattice point nearest to a place. */
export function nearestPoint(lon: number, lat: number): void {
  project(lon, lat);
  found.a = Math.round(found.a);
  found.b = Math.round(found.b);
}

/**
 * Finds the centre of the cell that contains a place: rounds hexagonal coordinates (q along (2, -1, -1), r along (1, 1, -2)),
 * and derives the one with the largest error. On a common edge h3-js may choose the other cell.
 */
export function centreOfCellAt(lon: number, lat: number): PointNumber {
  project(lon, lat);
  const { face, a, b } = found;
  const q = (a - b) / 3;
  const r = (a + 2 * b) / 3;
  let wholeQ = Math.round(q);
  let wholeR = Math.round(r);
  const rest = Math.round(-q - r);
  const [offQ, offR] = [Math.abs(wholeQ - q), Math.abs(wholeR - r)];
  const offRest = Math.abs(rest + q + r);
  if (offQ > offR && offQ > offRest) wholeQ = -wholeR - rest;
  else if (offR > offRest) wholeR = -wholeQ - rest;
  return pointNumber(face, 2 * wholeQ + wholeR, wholeR - wholeQ);
}

/** Vertices lie these steps in (a, b) from a centre, counterclockwise. */
export const VERTEX_STEPS = [-1, 0, 0, -1, 1, -1, 1, 0, 0, 1, -1, 1];
/** Neighbours lie these steps in (a, b) from a centre, counterclockwise; neighbour i is between vertices i - 1 and i. */
export const NEIGHBOUR_STEPS = [-2, 1, -1, -1, 1, -2, 2, -1, 1, 1, -1, 2];

const isCorner = (point: PointNumber): boolean => {
  const a = aOf(point);
  const b = bOf(point);
  return a === FACE_SIZE || b === FACE_SIZE || (a === 0 && b === 0);
};

/**
 * Sets `vertices` and `neighbours`, counterclockwise: neighbour i shares the edge from vertex i - 1 to i.
 * @returns 6, or 5 for a pentagon
 */
export function verticesAndNeighbours(
  cell: PointNumber,
  vertices: PointNumber[],
  neighbours: PointNumber[],
): number {
  if (isCorner(cell)) return verticesAndNeighboursOfPentagon(cell, vertices, neighbours);
  const face = faceOf(cell);
  const a = aOf(cell);
  const b = bOf(cell);
  for (let i = 0; i < 6; i++) {
    vertices[i] = pointNumber(face, a + VERTEX_STEPS[2 * i], b + VERTEX_STEPS[2 * i + 1]);
    neighbours[i] = pointNumber(face, a + NEIGHBOUR_STEPS[2 * i], b + NEIGHBOUR_STEPS[2 * i + 1]);
  }
  return 6;
}

function verticesAndNeighboursOfPentagon(
  cell: PointNumber,
  vertices: PointNumber[],
  neighbours: PointNumber[],
): number {
  const corner = CORNER_POINTS.indexOf(cell);
  let face = faceOf(cell);
  for (let i = 0; i < 5; i++) {
    const place = FACES[face].indexOf(corner);
    const next = (place + 1) % 3;
    const point = [0, 0, 0];
    point[place] = FACE_SIZE - 2;
    point[next] = 1;
    point[(place + 2) % 3] = 1;
    neighbours[i] = pointNumber(face, point[0], point[1]);
    point[place] = FACE_SIZE - 1;
    point[next] = 0;
    vertices[i] = pointNumber(face, point[0], point[1]);
    face = BEHIND[face][next].face;
  }
  return 5;
}
