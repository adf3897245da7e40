import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundingBoxOf, boxesOverlap, type Position, type Zone } from '../../../src/geo/positions.ts';
import {
  EUROPEAN_GRID,
  gridSquareId,
  squareOutline,
} from '../../../tiles-builder/sources/census/grid-square.ts';
import { type AddedUnit, UnitTable } from '../../../tiles-builder/sources/census/unit-table.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const SEEDS = [Date.now() % 1e9];

const arbitrarySquare = fc
  .tuple(fc.constantFrom(200, 1_000), fc.nat(60), fc.nat(60), fc.nat(500), fc.constantFrom('', 'FR_'))
  .map(([size_m, column, row, people, prefix]): AddedUnit => {
    const square = {
      projection: EUROPEAN_GRID,
      size_m,
      east_m: 4_000_000 + column * size_m,
      north_m: 2_900_000 + row * size_m,
    };
    return { id: `${prefix}${gridSquareId(square)}`, people: people / 4, square };
  });
const arbitraryPolygon = fc
  .tuple(fc.nat(1_000), fc.nat(1_000), fc.integer({ min: 1, max: 50 }), fc.nat(500), fc.boolean())
  .map(([x, y, side, people, hasHole]): AddedUnit => {
    /** In whole 1e-7 degrees, which a table rounds to. */
    const ring = (inset: number): Position[] => {
      const [west, south] = [5 + x / 1_000 + inset, 49 + y / 1_000 + inset];
      const width = side / 1_000 - 2 * inset;
      const places = rectangle(west, south, west + width, south + width);
      return places.map(([lon, lat]) => [Math.round(lon * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7]);
    };
    const outline: Zone = [hasHole ? [ring(0), ring(side / 4_000)] : [ring(0)]];
    return { id: `commune “${x}, ${y}”`, people, outline };
  });
const arbitraryUnits = fc.uniqueArray(fc.oneof(arbitrarySquare, arbitraryPolygon), {
  maxLength: 60,
  selector: (unit) => JSON.stringify('square' in unit ? unit.square : unit.outline),
});
const outlineOf = (unit: AddedUnit): Zone =>
  'square' in unit ? [[squareOutline(unit.square)]] : unit.outline;

describe.each(SEEDS)('a table of units (seed %i)', (seed) => {
  test("has them all, in an order independent of the source's", () => {
    fc.assert(
      fc.property(arbitraryUnits, (units) => {
        const table = UnitTable.of(units);
        const listed = units.map((unit) => ({ ...unit, outline: outlineOf(unit) }));
        const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
        expect([...table].sort(byId)).toEqual(listed.sort(byId));
        expect([...UnitTable.of(units.toReversed())]).toEqual([...table]);
      }),
      { numRuns: 60, seed },
    );
  });

  test('finds squares, and what meets a box', () => {
    const seen = { squares: 0, near: 0 };
    fc.assert(
      fc.property(
        arbitraryUnits,
        fc.nat(600),
        fc.nat(600),
        fc.integer({ min: 300, max: 1_000 }),
        (units, x, y, side) => {
          const table = UnitTable.of(units);
          for (let unit = 0; unit < table.length; unit++) {
            const square = table.square(unit);
            if (!square) continue;
            seen.squares++;
            expect(table.numberOfSquare(square)).toBe(unit);
            const other = { ...square, size_m: 500 };
            expect(table.numberOfSquare(other)).toBeNull();
          }
          const box = {
            west: 5 + x / 1_000,
            south: 49 + y / 1_000,
            east: 5 + (x + side) / 1_000,
            north: 49 + (y + side) / 1_000,
          };
          const found = new Set(table.near(box).units);
          seen.near += found.size;
          for (const [unit, { outline }] of [...table].entries()) {
            const own = boundingBoxOf(outline.flat());
            if (boxesOverlap(own, box)) expect(found.has(unit)).toBe(true);
            else if (found.has(unit)) {
              const away = Math.max(
                own.west - box.east,
                box.west - own.east,
                own.south - box.north,
                box.south - own.north,
              );
              expect(away).toBeLessThan(2e-4);
            }
          }
        },
      ),
      { numRuns: 150, seed },
    );
    expect(seen.squares).toBeGreaterThan(100);
    expect(seen.near).toBeGreaterThan(20);
  });
});
