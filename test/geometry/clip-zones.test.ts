import proj4 from 'proj4';
import { describe, expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { differenceOf, intersectionOf, unionOf } from '../../tiles-builder/geometry/clip-zones.ts';
import { edgeDistanceOf } from '../../tiles-builder/geometry/edge-distance.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const zoneOf = (...vertices: Position[]): Zone => [[[...vertices, vertices[0]]]];

test('the empty zone changes no union or difference, and its intersection is empty', () => {
  const zone = zoneOf([1, 0], [0, 1], [-1, 0], [0, -1]);
  expect([intersectionOf(zone, []), intersectionOf([], zone)]).toEqual([[], []]);
  expect([unionOf(zone, []), unionOf([], zone), differenceOf(zone, [])]).toEqual([zone, zone, zone]);
  expect(differenceOf([], zone)).toEqual([]);
});

test('a zone with 100,000 vertices inside or outside another is not clipped at all', () => {
  const vertices = 100_000;
  const around = (lon: number): Zone => {
    const ring = Array.from({ length: vertices }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / vertices;
      const reach = 0.3 + (i % 2) * 5e-5;
      return [lon + reach * Math.cos(angle), 48 + reach * Math.sin(angle)];
    });
    return [[[...ring, ring[0]]]];
  };
  const [border, far] = [around(2), around(5)];
  const box: Zone = [[rectangle(1, 47, 3, 49)]];
  expect(intersectionOf(border, box)).toBe(border);
  expect(intersectionOf(box, border)).toBe(border);
  expect(differenceOf(border, box)).toEqual([]);
  expect(intersectionOf(border, far)).toEqual([]);
  expect(differenceOf(border, far)).toBe(border);
});

function star(random: Random, middle: Position, reach: number, count: number, grid: number): Zone[number] {
  const vertices = Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count;
    const length = reach * (0.3 + 0.7 * random.unit());
    const onGrid = (degrees: number): number => Math.round(degrees / grid) * grid;
    return [onGrid(middle[0] + length * Math.cos(angle)), onGrid(middle[1] + length * Math.sin(angle))];
  });
  return [[...vertices, vertices[0]]];
}
const areaOf = (zone: Zone): number => new PlanarArea(zone).area();

describe.each([Date.now() % 1e9])('random polygons (seed %i)', (seed) => {
  test('unite where many overlap, place by place', () => {
    const random = new Random(seed);
    for (let run = 0; run < 10; run++) {
      const many = Array.from({ length: 12 }, () =>
        star(random, [random.unit() * 0.01, random.unit() * 0.01], 0.004, 12, 1e-7),
      );
      const united = new PlanarArea(unionOf(many.slice(0, 6), many.slice(6)));
      const single = many.map((polygon) => new PlanarArea([polygon]));
      const toEdge = edgeDistanceOf(many);
      for (let i = 0; i < 300; i++) {
        const place: Position = [random.unit() * 0.01, random.unit() * 0.01];
        // Edges are snapped to a grid of a centimetre.
        if (toEdge(place, 0.03) < Infinity) continue;
        expect(united.contains(place)).toBe(single.some((area) => area.contains(place)));
      }
    }
  });
});

test('100,000 vertices and more, which are added one part after the other, leave no seam', () => {
  const side = 0.01;
  const squares = Array.from({ length: 60 * 60 }, (_, i): Zone[number] => {
    const [x, y] = [(i % 60) * side, Math.floor(i / 60) * side];
    const along = Array.from({ length: 10 }, (_, at) => (side * at) / 10);
    const ring: Position[] = [
      ...along.map((at): Position => [x + at, y]),
      ...along.map((at): Position => [x + side, y + at]),
      ...along.map((at): Position => [x + side - at, y + side]),
      ...along.map((at): Position => [x, y + side - at]),
    ];
    return [[...ring, ring[0]]];
  });
  const united = unionOf(squares);
  expect(united.map((polygon) => polygon.length)).toEqual([1]);
  expect(areaOf(united)).toBeCloseTo((60 * side) ** 2, 9);
});

describe('bricks of EPSG:25832, whose joints bend apart by a millimetre in degrees', () => {
  const utm = proj4('+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs');
  test.each([150, 200])('of %i m unite without a gap', (side_m) => {
    const ROWS = 12;
    const bricks: Zone = Array.from({ length: ROWS * ROWS }, (_, i) => {
      const row = Math.floor(i / ROWS);
      const [x, y] = [500_000 + ((i % ROWS) + (row % 2) / 2) * side_m, 5_600_000 + row * side_m];
      const vertices = rectangle(x, y, x + side_m, y + side_m);
      return [vertices.map((vertex) => utm.inverse(vertex as [number, number]))];
    });
    const united = unionOf(bricks, [bricks[0]]);
    expect(united.map((polygon) => polygon.length)).toEqual([1]);
    expect(areaOfZone_m2(united)).toBeCloseTo(
      bricks.reduce((sum, brick) => sum + areaOfZone_m2([brick]), 0),
      -2,
    );
  });
});
