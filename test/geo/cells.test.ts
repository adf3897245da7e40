import fc from 'fast-check';
import { cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { cellFromKey, firstTileBelow, keyBelow, numberOfTile, parentOf } from '../../src/geo/cells.ts';

describe('keyBelow', () => {
  const anyCell = fc
    .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
    .map(([lat, lon]) => latLngToCell(lat, lon, 12));

  test('and cellFromKey are inverse', () => {
    fc.assert(
      fc.property(
        anyCell,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 4 }),
        (cell, from, digits) => {
          const ancestor = cellToParent(cell, from);
          const descendant = cellToParent(cell, from + digits);
          expect(cellFromKey(ancestor, from, keyBelow(cell, from, from + digits), from + digits)).toBe(
            descendant,
          );
        },
      ),
    );
  });

  test('orders cells as their indexes are ordered', () => {
    fc.assert(
      fc.property(anyCell, fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 }), (cell, a, b) => {
        const ancestor = cellToParent(cell, 6);
        const first = cellFromKey(ancestor, 6, a, 12);
        const second = cellFromKey(ancestor, 6, b, 12);
        expect(first < second).toBe(a < b);
      }),
    );
  });
});

test('parentOf is that of h3-js, at any resolution', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 0, max: 15 }),
      (lat, lon, a, b) => {
        const cell = latLngToCell(lat, lon, Math.max(a, b));
        expect(parentOf(cell, Math.min(a, b))).toBe(cellToParent(cell, Math.min(a, b)));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('numbers of count tiles are distinct, and those below an overview follow its first', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (lat, lon) => {
        const tile = latLngToCell(lat, lon, 6);
        expect(numberOfTile(tile)).toBe(Number((BigInt(`0x${tile}`) >> 27n) & (2n ** 25n - 1n)));
        expect(firstTileBelow(cellToParent(tile, 2)) + keyBelow(tile, 2, 6)).toBe(numberOfTile(tile));
      },
    ),
  );
});
