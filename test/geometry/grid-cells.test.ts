/** Footprint's part in each cell, against h3-js. */
import fc from 'fast-check';
import { cellToBoundary, cellToLatLng, getPentagons, greatCircleDistance, gridDisk } from 'h3-js';
import { expect, test } from 'vitest';
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import type { Position, Ring } from '../../src/geo/positions.ts';
import { cellAt, centreOf, coveredCellFor, GridCells } from '../../tiles-builder/geometry/grid-cells.ts';
import { areaWithin, type ConvexPolygon, PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const METRES_PER_DEGREE = 111_195;
const pentagonNorth = getPentagons(12)
  .map((cell): Position => centreOf(cell))
  .find(([, lat]) => lat > 20 && lat < 60)!;
/** There cells lie on two faces. */
const onAFaceEdge = ((): Position => {
  const [a, b] = getPentagons(0).map((cell) => cellToLatLng(cell));
  return [(a[1] + b[1]) / 2, (a[0] + b[0]) / 2];
})();

const PLACES: readonly (readonly [name: string, place: Position])[] = [
  ['a town', [2.35, 48.85]],
  ['a pentagon', pentagonNorth],
  ['an edge of the icosahedron', onAFaceEdge],
  ['the antimeridian', [179.9999, -16.8]],
];

function star([lon, lat]: Position, reaches_m: readonly number[]): Ring {
  const ring = reaches_m.map((reach_m, i): Position => {
    const angle = (2 * Math.PI * i) / reaches_m.length;
    const shrinks = Math.cos((lat * Math.PI) / 180);
    return [
      lon + (reach_m * Math.cos(angle)) / METRES_PER_DEGREE / shrinks,
      lat + (reach_m * Math.sin(angle)) / METRES_PER_DEGREE,
    ];
  });
  return [...ring, ring[0]];
}

for (const seed of [2, Date.now() % 1e9]) {
  test.each(PLACES)(`each cell has its part of a footprint at %s (seed ${seed})`, (_, place) => {
    const everywhere = new PlanarArea([[rectangle(-400, -90, 400, 90)]]);
    const cells = new GridCells(everywhere);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2, max: 60 }), { minLength: 3, maxLength: 9 }),
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: -40, max: 40 }),
        (reaches_m, east_m, north_m) => {
          const middle: Position = [
            place[0] + east_m / METRES_PER_DEGREE,
            place[1] + north_m / METRES_PER_DEGREE,
          ];
          const footprint = new PlanarArea([[star(middle, reaches_m)]]);
          const shares = cells.shares(footprint, []);
          let sum = 0;
          for (const cell of gridDisk(cellAt(middle), 8)) {
            const hexagon = cellToBoundary(cell).flatMap(([lat, lon]) => [
              lon - 360 * Math.round((lon - middle[0]) / 360),
              lat,
            ]);
            const expected = areaWithin(hexagon, [footprint]);
            sum += expected;
            expect(Math.abs((shares.get(centreOfCellAt(...centreOf(cell))) ?? 0) - expected)).toBeLessThan(
              1e-6 * footprint.area() + 1e-15,
            );
          }
          expect(sum / footprint.area()).toBeCloseTo(1, 6);
          const all = [...shares.values()].reduce((total, own) => total + own, 0);
          expect(all / footprint.area()).toBeCloseTo(1, 6);
        },
      ),
      { numRuns: 30, seed },
    );
  });
}

/** In metres from a place. */
function box(
  [lon, lat]: Position,
  west_m: number,
  south_m: number,
  east_m: number,
  north_m: number,
): PlanarArea {
  const x = (m: number): number => lon + m / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180);
  const y = (m: number): number => lat + m / METRES_PER_DEGREE;
  return new PlanarArea([[rectangle(x(west_m), y(south_m), x(east_m), y(north_m))]]);
}

const town: Position = [2.35, 48.85];
const footprint = new PlanarArea([[star(town, [55, 40, 30, 60, 45])]]);
const west = box(town, -500, -500, 7, 500);
const north = box(town, -500, -9, 500, 500);

test('the covered part in cells whose centre is uncovered goes to the nearest cell with a covered centre', () => {
  const coverage = west;
  const cells = new GridCells(coverage);
  const shares = cells.coveredShares(footprint);
  const sum = [...shares.values()].reduce((total, own) => total + own, 0);
  expect(sum / areaWithin(footprint.outlines[0].vertices as ConvexPolygon, [west])).toBeCloseTo(1, 6);
  const covered = new Map(
    gridDisk(cellAt(town), 12)
      .filter((cell) => coverage.contains(centreOf(cell)))
      .map((cell) => [centreOfCellAt(...centreOf(cell)), cell]),
  );
  for (const cell of shares.keys()) expect(covered.has(cell)).toBe(true);
  expect(cells.coveredShares(footprint, box(town, 300, -500, 500, 500)).size).toBe(0);
  const withNorth = [...cells.coveredShares(footprint, north).values()].reduce(
    (total, own) => total + own,
    0,
  );
  expect(withNorth).toBeLessThan(0.9 * sum);
  expect(withNorth).toBeGreaterThan(0.3 * sum);
});

test('the covered cell for a cell is itself, the nearest by rings, or itself where none is within 20', () => {
  const coverage = west;
  const all = gridDisk(cellAt(town), 45);
  const covered = new Set(all.filter((cell) => coverage.contains(centreOf(cell))));
  let far = 0;
  for (const [i, cell] of all.entries()) {
    if (i % 29 !== 0 || greatCircleDistance(cellToLatLng(cell), [town[1], town[0]], 'm') > 600) continue;
    const rings = Array.from({ length: 20 }, (_, ring) =>
      gridDisk(cell, ring + 1).some((one) => covered.has(one)),
    );
    const nearest = rings.indexOf(true) + 1;
    const found = coveredCellFor(cell, coverage);
    if (covered.has(cell) || nearest === 0) expect(found).toBe(cell);
    else {
      expect(covered.has(found)).toBe(true);
      expect(gridDisk(cell, nearest)).toContain(found);
    }
    if (!covered.has(cell) && nearest === 0) far++;
  }
  expect(far).toBeGreaterThan(10);
});
