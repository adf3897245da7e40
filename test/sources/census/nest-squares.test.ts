import { describe, expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { EUROPEAN_GRID, gridSquareId } from '../../../tiles-builder/sources/census/grid-square.ts';
import { type NestedSquares, nestSquares } from '../../../tiles-builder/sources/census/nest-squares.ts';
import { type AddedUnit, UnitTable } from '../../../tiles-builder/sources/census/unit-table.ts';

const nested = (units: readonly AddedUnit[]): NestedSquares =>
  nestSquares('census.geojson', UnitTable.of(units));

describe('squares of two sizes', () => {
  const square = (size_m: number, east: number, north: number, people: number) => {
    const at = { projection: EUROPEAN_GRID, size_m, east_m: 4_000_000 + east, north_m: 2_900_000 + north };
    return { id: gridSquareId(at), people, square: at };
  };
  test('a square filled by finer ones has neither land nor people of its own', () => {
    const fill = Array.from({ length: 25 }, (_, i) => square(200, (i % 5) * 200, Math.floor(i / 5) * 200, 3));
    const { units, ...report } = nested([square(1_000, 0, 0, 70), ...fill]);
    const filled = [...units].findIndex(({ outline }) => outline.length === 0);
    expect([units.length, units.hasLand(filled)]).toEqual([26, false]);
    expect([units.people[filled], units.listed_people[filled]]).toEqual([0, 70]);
    expect(units.listed_people.reduce((sum, own) => sum + own, 0)).toBe(70 + 25 * 3);
    expect(report).toMatchObject({ nesting_units: 1, nested_people: 70 });
  });
  test('have the people and land that finer ones leave, each where it is the finest', () => {
    const random = new Random(4);
    for (let round = 0; round < 40; round++) {
      const places = new Map<string, ReturnType<typeof square>>();
      for (let i = 0; i < 25; i++) {
        const size_m = [100, 500, 1_000, 2_000][random.integer(0, 3)];
        const [east, north] = [0, 0].map(() => size_m * random.integer(0, 2_000 / size_m - 1));
        places.set(`${size_m} ${east} ${north}`, square(size_m, east, north, random.integer(0, 500)));
      }
      const all = [...places.values()];
      const isIn = ({ square: a }: (typeof all)[0], { square: b }: (typeof all)[0]): boolean =>
        a.size_m < b.size_m &&
        a.east_m >= b.east_m && a.east_m < b.east_m + b.size_m &&
        a.north_m >= b.north_m && a.north_m < b.north_m + b.size_m; // biome-ignore format: a box
      const expected = new Map(
        all.map((unit) => {
          const inside = all.filter((other) => isIn(other, unit));
          const finer = inside.filter((other) => !inside.some((between) => isIn(other, between)));
          const hectares =
            finer.reduce((sum, other) => sum - other.square.size_m ** 2, unit.square.size_m ** 2) / 1e4;
          const left = finer.reduce((people, other) => people - other.people, unit.people);
          return [unit.id, [left, hectares] as const];
        }),
      );
      const { units, short } = nested(all);
      const lacking = [...expected.values()].flatMap(([left]) => (left < 0 ? [-left] : []));
      expect(short.map(({ lacking_people }) => lacking_people)).toEqual(lacking.sort((a, b) => b - a));
      for (const { id, people, outline } of units) {
        const [left, hectares] = expected.get(id)!;
        expect(people).toBe(Math.max(0, left));
        // The projection keeps areas on the ellipsoid.
        const tolerance = 1e-3 * hectares + 1e-6;
        expect(Math.abs(areaOfZone_m2(outline) / 1e4 - hectares)).toBeLessThan(tolerance);
      }
    }
  });
  test('of which one does not divide the other are refused where they overlap', () => {
    const units = [square(250, 0, 0, 10), square(250, 250, 0, 10), square(100, 200, 100, 2)];
    expect(() => nested(units)).toThrow(
      expect.objectContaining({
        message:
          'census.geojson: squares of sizes that do not divide each other overlap, so that their people would be counted twice: CRS3035RES100mN2900100E4000200 (2 people) and CRS3035RES250mN2900000E4000000 (10 people)',
        advice: expect.stringContaining('one size'),
      }),
    );
  });
  test('are refused exactly where a pair shares land and is not nested', () => {
    const random = new Random(7);
    let refused = 0;
    for (let round = 0; round < 500; round++) {
      const places = Array.from({ length: 9 }, () => {
        const size_m = [100, 200, 250, 400, 500, 1_000, 1_500][random.integer(0, 6)];
        const reach = Math.floor(3_000 / size_m);
        const [east_m, north_m] = [0, 0].map(() => size_m * random.integer(-reach, reach - 1));
        return { projection: EUROPEAN_GRID, size_m, east_m, north_m };
      });
      const isDoubled = places.some((a) =>
        places.some(
          (b) =>
            b.size_m % a.size_m !== 0 &&
            a.size_m % b.size_m !== 0 &&
            Math.max(a.east_m, b.east_m) < Math.min(a.east_m + a.size_m, b.east_m + b.size_m) &&
            Math.max(a.north_m, b.north_m) < Math.min(a.north_m + a.size_m, b.north_m + b.size_m),
        ),
      );
      const nest = (): unknown => nested(places.map((at, i) => ({ id: `${i}`, people: 1, square: at })));
      if (isDoubled) expect(nest).toThrow('do not divide each other');
      else expect(nest).not.toThrow();
      if (isDoubled) refused++;
    }
    expect(Math.abs(refused - 250)).toBeLessThan(150);
  });
});
