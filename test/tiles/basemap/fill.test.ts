/** Ear clipping of tiles, against known areas. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position, Ring } from '../../../src/geo/positions.ts';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { fillableRings, fillDeviation, polygonsOf } from '../../../tiles-builder/tiles/basemap/fill.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const SIDE = 4_096;
const COLUMN = 128;
const shell = rectangle(0, 0, SIDE, SIDE);
const areaOf = (rings: readonly Ring[]): number =>
  Math.abs(rings.reduce((sum, ring) => sum + signedDoubleArea(ring), 0)) / 2;
const worst = (rings: readonly Ring[]): number => Math.max(...polygonsOf(rings).map(fillDeviation));
const hole = (ring: Ring): Ring => (signedDoubleArea(ring) < 0 ? ring : ring.toReversed());

test('rings that are filled right stay as they are', () => {
  const rings = [shell, hole(rectangle(10, 10, 20, 20))];
  expect(fillableRings(rings)).toBe(rings);
});

const toSides: readonly ((at: Position) => Position)[] = [
  (at) => at,
  ([x, y]) => [y, x],
  ([x, y]) => [x, SIDE - y],
  ([x, y]) => [SIDE - y, x],
];
/** Rounding puts islands partly in the land. */
const landAndIslands = fc.record({
  coast: fc.integer({ min: 20, max: 2_000 }),
  islands: fc.uniqueArray(
    fc.record({
      column: fc.nat(SIDE / COLUMN - 1),
      inLand: fc.nat(20),
      inSea: fc.integer({ min: 1, max: 1_000 }),
    }),
    { selector: ({ column }) => column, minLength: 1, maxLength: 12 },
  ),
  toSide: fc.constantFrom(...toSides),
});

test('holes that overlap leave the sea that none of them covers, and it is filled right', () => {
  let wrong = 0;
  const property = fc.property(landAndIslands, ({ coast, islands, toSide }) => {
    const rectangles = [
      rectangle(0, 0, SIDE, coast),
      ...islands.map(({ column, inLand, inSea }) =>
        rectangle(column * COLUMN, coast - inLand, (column + 1) * COLUMN, coast + inSea),
      ),
    ];
    const rings = [shell, ...rectangles.map((ring) => hole(ring.map(toSide)))];
    if (worst(rings) > 1e-6) wrong++;
    const filled = fillableRings(rings);
    expect(worst(filled)).toBeLessThan(1e-6);
    const inSea = islands.reduce((sum, island) => sum + island.inSea * COLUMN, 0);
    expect(areaOf(filled)).toBe(SIDE * (SIDE - coast) - inSea);
  });
  fc.assert(property, { seed: 32, numRuns: 100 });
  expect(wrong).toBeGreaterThan(50);
  fc.assert(property, { numRuns: 50 });
});
