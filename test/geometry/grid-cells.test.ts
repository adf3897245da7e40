/** What of a footprint lies in each cell, against all cells around by their boundaries as h3-js draws them. */
import fc from 'fast-check';
import { cellToBoundary, cellToLatLng, getPentagons, gridDisk } from 'h3-js';
import { expect, test } from 'vitest';
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import type { Position, Ring } from '../../src/geo/positions.ts';
import { cellAt, centreOf, GridCells } from '../../tiles-builder/geometry/grid-cells.ts';
import { areaWithin, PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';

const METRES_PER_DEGREE = 111_195;
const pentagonNorth = getPentagons(12)
  .map((cell): Position => centreOf(cell))
  .find(([, lat]) => lat > 20 && lat < 60)!;
/** Between two corners of the icosahedron, where cells lie on two of its faces. */
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

/** A star around a place, in degrees beyond 180 where it lies across the antimeridian. */
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
    const everywhere = new PlanarArea([
      [
        [
          [-400, -90],
          [400, -90],
          [400, 90],
          [-400, 90],
          [-400, -90],
        ],
      ],
    ]);
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
