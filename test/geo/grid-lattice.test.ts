import {
  cellToBoundary,
  cellToLatLng,
  cellToParent,
  getPentagons,
  gridDisk,
  h3IndexToSplitLong,
  latLngToCell,
  splitLongToH3Index,
} from 'h3-js';
import { describe, expect, test } from 'vitest';
import { keyBelow } from '../../src/geo/cells.ts';
import {
  childHigh,
  childLow,
  findCentre,
  REACH,
  rotationBelow,
  staysOnFace,
  stepA,
  stepB,
} from '../../src/geo/grid-descent.ts';
import {
  aOf,
  bOf,
  FACE_SIZE,
  faceOf,
  found,
  locate,
  located,
  nearestPoint,
  pointNumber,
  verticesAndNeighbours,
} from '../../src/geo/grid-lattice.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';

const random = new Random(12);
const anywhere = (): string =>
  latLngToCell((Math.asin(random.between(-1, 1)) * 180) / Math.PI, random.between(-180, 180), 12);

function numberOfCell(cell: string): number {
  const [lat, lon] = cellToLatLng(cell);
  nearestPoint(lon, lat);
  return pointNumber(found.face, found.a, found.b);
}

function distance_m(point: number, lon: number, lat: number): number {
  locate(faceOf(point), aOf(point), bOf(point));
  const [y1, y2] = [(located.lat * Math.PI) / 180, (lat * Math.PI) / 180];
  const [dx, dy] = [((located.lon - lon) * Math.PI) / 180, y1 - y2];
  return (
    2 *
    6.371e6 *
    Math.asin(Math.sqrt(Math.sin(dy / 2) ** 2 + Math.cos(y1) * Math.cos(y2) * Math.sin(dx / 2) ** 2))
  );
}

const edgeMiddles = getPentagons(12).flatMap((pentagon) => {
  const [lat, lon] = cellToLatLng(pentagon);
  return Array.from({ length: 12 }, (_, i) => {
    const angle = (i * Math.PI) / 6;
    return latLngToCell(
      lat + 5 * Math.cos(angle),
      lon + (5 * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180),
      12,
    );
  });
});

describe('the lattice agrees with h3-js', () => {
  const cells = [
    ...Array.from({ length: 500 }, anywhere),
    ...getPentagons(12).flatMap((pentagon) => gridDisk(pentagon, 3)),
    ...edgeMiddles,
  ];

  test('on vertices, neighbours and the sides between them, pentagons included', () => {
    for (const cell of cells) {
      const number = numberOfCell(cell);
      const vertices: number[] = [];
      const neighbours: number[] = [];
      const count = verticesAndNeighbours(number, vertices, neighbours);
      const boundary = cellToBoundary(cell).slice();
      expect(count).toBe(boundary.length);
      const shift = boundary.findIndex(([lat, lon]) => distance_m(vertices[0], lon, lat) < 0.001);
      for (let i = 0; i < count; i++) {
        const [lat, lon] = boundary[(i + shift) % count];
        expect(distance_m(vertices[i], lon, lat)).toBeLessThan(0.001);
      }
      const around = gridDisk(cell, 1).filter((other) => other !== cell);
      expect(new Set(neighbours.slice(0, count))).toEqual(new Set(around.map(numberOfCell)));
      for (let i = 0; i < count; i++) {
        const theirVertices: number[] = [];
        const theirNeighbours: number[] = [];
        const theirCount = verticesAndNeighbours(neighbours[i], theirVertices, theirNeighbours);
        const back = theirNeighbours.slice(0, theirCount).indexOf(number);
        expect(theirVertices[back]).toBe(vertices[(i + count - 1) % count]);
        expect(theirVertices[(back + theirCount - 1) % theirCount]).toBe(vertices[i]);
      }
    }
  });

  test('on the centres along icosahedron edges, from both faces', () => {
    for (let face = 0; face < 20; face++) {
      for (let i = 0; i < 20; i++) {
        const a = 3 * random.integer(1, FACE_SIZE / 3 - 1);
        const number = pointNumber(face, a, FACE_SIZE - a);
        locate(face, a, FACE_SIZE - a);
        expect(distance_m(number, located.lon, located.lat)).toBeLessThan(1e-6);
        const [lat, lon] = cellToLatLng(latLngToCell(located.lat, located.lon, 12));
        expect(distance_m(number, lon, lat)).toBeLessThan(0.001);
      }
    }
  });
});

describe('going down by steps', () => {
  test('reaches the same cells and centres as h3-js, and stays within REACH of every ancestor', () => {
    for (const cell of [...Array.from({ length: 500 }, anywhere), ...edgeMiddles]) {
      let [low, high] = h3IndexToSplitLong(cellToParent(cell, 0));
      findCentre(low, high);
      let { face, a, b } = found;
      let rotation = -1;
      const ancestors: { face: number; a: number; b: number; resolution: number }[] = [];
      for (let resolution = 0; resolution < 12; resolution++) {
        if (rotation < 0 && staysOnFace(a, b, resolution))
          rotation = rotationBelow(low, high, resolution, face, a, b);
        ancestors.push({ face, a, b, resolution });
        const digit = keyBelow(cell, resolution, resolution + 1);
        [low, high] = [childLow(low, resolution, digit), childHigh(high, resolution, digit)];
        if (rotation < 0) {
          findCentre(low, high);
          ({ face, a, b } = found);
        } else {
          a += stepA(rotation, resolution + 1, digit);
          b += stepB(rotation, resolution + 1, digit);
        }
      }
      expect(splitLongToH3Index(low, high)).toBe(cell);
      const [lat, lon] = cellToLatLng(cell);
      expect(distance_m(pointNumber(face, a, b), lon, lat)).toBeLessThan(0.001);
      for (const ancestor of ancestors.filter((each) => each.face === face)) {
        const [da, db] = [a - ancestor.a, b - ancestor.b];
        const spacings = Math.sqrt((da * da + da * db + db * db) / 3);
        expect(spacings).toBeLessThanOrEqual(REACH[ancestor.resolution] + 1e-6);
      }
    }
  });
});
