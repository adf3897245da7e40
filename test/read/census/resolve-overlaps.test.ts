import { describe, expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import type { OverlapRule } from '../../../tiles-builder/config/config.ts';
import { unionOf } from '../../../tiles-builder/geometry/clip-zones.ts';
import { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
import { Random } from '../../../tiles-builder/numbers/random.ts';
import { EUROPEAN_GRID, gridSquareId } from '../../../tiles-builder/read/census/grid-square.ts';
import { type DisjointUnits, resolveOverlaps } from '../../../tiles-builder/read/census/resolve-overlaps.ts';
import { type AddedUnit, UnitTable } from '../../../tiles-builder/read/census/unit-table.ts';
import { localPlane } from '../../../tiles-builder/simulate/local-plane.ts';
import { rectanglesOn } from '../../support/zones/rectangle.ts';

const plane = localPlane([10, 50]);
const rectangle = rectanglesOn(plane);
/** Of zones on the plane, whose metres are of a sphere. */
const planarArea_m2 = (zone: Zone): number =>
  (areaOfZone_m2(zone) / areaOfZone_m2([[rectangle(0, 0, 1_000, 1_000)]])) * 1e6;
const unit = (id: string, people: number, ...outline: Zone): AddedUnit => ({ id, people, outline });
const resolved = (units: readonly AddedUnit[], rule: OverlapRule = 'finer'): DisjointUnits =>
  resolveOverlaps('census.geojson', UnitTable.of(units), rule);

const found = ({ units }: DisjointUnits): Record<string, [people: number, m2: number]> =>
  Object.fromEntries(
    [...units].map(({ id, people, outline }) => [
      id,
      [people, Math.round(planarArea_m2(outline) / 100) * 100],
    ]),
  );

describe('a commune that is drawn without a hole for its centre', () => {
  const units = [
    unit('commune', 500, [rectangle(0, 0, 3_000, 3_000)]),
    unit('centre', 700, [rectangle(1_000, 1_000, 500, 500)]),
  ];

  test('is refused with names, people, area and the line that decides', () => {
    expect(() => resolved(units, 'refuse')).toThrow(
      expect.objectContaining({
        message:
          'census.geojson: units overlap, so that their people would be counted twice: centre (700 people) and commune (500) share 0.2 km²',
        advice: expect.stringContaining('"overlaps": "finer"'),
      }),
    );
  });

  test('has its people around the centre', () => {
    const { report } = resolved(units);
    expect(report).toMatchObject({ overlap_count: 1, landless_units: 0, slivers: 0 });
    expect(report.overlaps[0].area_m2).toBeCloseTo(250_000, -3);
    expect(found(resolved(units))).toEqual({
      commune: [500, expect.closeTo(8_750_000, -4)],
      centre: [700, expect.closeTo(250_000, -4)],
    });
  });
});

test('the sum of two units has no land of its own, and is not counted', () => {
  const { units, report } = resolved([
    unit('west', 500, [rectangle(0, 0, 1_000, 1_000)]),
    unit('east', 700, [rectangle(1_000, 0, 1_000, 1_000)]),
    unit('both', 1_200, [rectangle(0, 0, 2_000, 1_000)]),
  ]);
  expect(report).toMatchObject({
    overlap_count: 2,
    landless: [{ id: 'both', people: 1_200 }],
    landless_units: 1,
    landless_people: 1_200,
  });
  expect(found({ units, report })).toEqual({
    west: [500, expect.closeTo(1e6, -4)],
    east: [700, expect.closeTo(1e6, -4)],
    both: [1_200, 0],
  });
  expect(units.near({ west: 9, south: 49, east: 11, north: 51 }).units).toHaveLength(2);
});

describe('units of several levels', () => {
  const levels = [
    unit('county', 2_000, [rectangle(0, 0, 4_000, 2_000)]),
    unit('west', 1_200, [rectangle(0, 0, 2_000, 2_000)]),
    unit('east', 800, [rectangle(2_000, 0, 2_000, 2_000)]),
    unit('village', 500, [rectangle(100, 100, 900, 900)]),
  ];

  test('count each person once where they are nested', () => {
    const nested = resolved(levels, 'nested');
    expect(found(nested)).toEqual({
      county: [0, 0],
      west: [700, expect.closeTo(3.19e6, -4)],
      east: [800, expect.closeTo(4e6, -4)],
      village: [500, expect.closeTo(0.81e6, -4)],
    });
    expect(nested.report).toMatchObject({ overlap_count: 4, landless_units: 1, landless_people: 0 });
  });

  test('are refused where one is not inside the other, or has more people', () => {
    const across = unit('across', 5, [rectangle(3_500, 0, 1_000, 1_000)]);
    expect(() => resolved([...levels, across], 'nested')).toThrow(
      /across \(5 people\) and (county|east) .* share 0\.5 km²/,
    );
    const full = unit('full', 801, [rectangle(2_500, 500, 500, 500)]);
    expect(() => resolved([...levels, { ...full, people: 900 }], 'nested')).toThrow(
      'census.geojson, east: has 800 people, and units inside it have 100 more',
    );
  });
});

test('neighbours that share a strip of less than 5 m are digitised loosely: none is refused, and no land is lost', () => {
  const { units, report } = resolved(
    [
      unit('west', 500, [rectangle(0, 0, 1_003, 1_000)]),
      unit('east', 700, [rectangle(1_000, 0, 1_000, 1_000)]),
    ],
    'refuse',
  );
  expect(report).toMatchObject({ slivers: 1, overlap_count: 0, landless_units: 0 });
  const total = [...units].reduce((sum, { outline }) => sum + planarArea_m2(outline), 0);
  expect(total).toBeCloseTo(2e6, -4);
});

test('a strip next to a wide overlap of the same two units does not hide it', () => {
  const border = [rectangle(0, 0, 1_000, 10_000)];
  const bulge: Zone = [border, [rectangle(1_000, 2_000, 60, 60)]];
  const report = () =>
    resolved([unit('west', 1, ...bulge), unit('east', 2, [rectangle(999.5, 0, 1_000, 10_000)])], 'refuse');
  expect(report).toThrow(/share 8,[56]\d\d m²/);
});

describe('a polygon that is listed twice', () => {
  const ring = rectangle(0, 0, 500, 500);
  const turned: Position[] = [...ring.slice(2), ring[1], ring[2]].toReversed();
  test('counts once if people are equal, from any first vertex and shifted by a millimetre', () => {
    const aside = rectangle(0.001, 0, 500, 500);
    const { units, report } = resolved(
      [unit('a', 9, [ring]), unit('b', 9, [turned]), unit('c', 9, [aside])],
      'refuse',
    );
    expect(report).toMatchObject({ repeated_units: 2, overlap_count: 0, landless_units: 0 });
    expect([...units].map(({ people }) => people).sort()).toEqual([0, 0, 9]);
  });
  test('is refused with both names where they are not', () => {
    expect(() => resolved([unit('a', 9, [ring]), unit('b', 8, [turned])])).toThrow(
      /census\.geojson, [ab]: is the same polygon as [ab], and has [89] people where that has [89]/,
    );
  });
});

test('parts of a unit that overlap are one', () => {
  const { units } = resolved([unit('a', 9, [rectangle(0, 0, 500, 500)], [rectangle(250, 0, 500, 500)])]);
  expect(planarArea_m2(units.outline(0))).toBeCloseTo(375_000, -3);
  expect(new PlanarArea(units.outline(0)).contains(plane.toPosition([300, 100]))).toBe(true);
});

describe('squares of two sizes', () => {
  const square = (size_m: number, east: number, north: number, people: number) => {
    const at = { projection: EUROPEAN_GRID, size_m, east_m: 4_000_000 + east, north_m: 2_900_000 + north };
    return { id: gridSquareId(at), people, square: at };
  };
  test('count in the finer, and the remaining people on the rest of the wider', () => {
    const units = [
      square(1_000, 0, 0, 100),
      square(200, 0, 0, 30),
      square(200, 800, 800, 50),
      square(1_000, 1_000, 0, 7),
    ];
    const { units: table, report } = resolved(units, 'refuse');
    expect(report).toMatchObject({ nesting_units: 1, nested_people: 80 });
    expect(
      [...table].map(({ people, outline, square }) => [
        people,
        Math.round(areaOfZone_m2(outline) / 1e4),
        !!square,
      ]),
    ).toEqual([
      [30, 4, true],
      [50, 4, true],
      [7, 100, true],
      [20, 92, false],
    ]);
  });
  test('a square filled by finer ones has neither land nor people of its own', () => {
    const fill = Array.from({ length: 25 }, (_, i) => square(200, (i % 5) * 200, Math.floor(i / 5) * 200, 3));
    const { units, report } = resolved([square(1_000, 0, 0, 70), ...fill]);
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
      const { units, report } = resolved(all);
      const short = [...expected.values()].filter(([left]) => left < 0);
      expect(report.short.map(({ people, finer_people }) => people - finer_people)).toEqual(
        short.map(([left]) => left).sort((a, b) => a - b),
      );
      for (const { id, people, outline } of units) {
        const [left, hectares] = expected.get(id)!;
        expect(people).toBe(Math.max(0, left));
        // The projection keeps areas on the ellipsoid.
        const tolerance = 1e-3 * hectares + 1e-6;
        expect(Math.abs(areaOfZone_m2(outline) / 1e4 - hectares)).toBeLessThan(tolerance);
      }
    }
  });
  test('of strange sizes take no memory where they are apart, and are refused where one holds the other', () => {
    const apart = [square(100_000, 0, 0, 9), square(1_000, 0, 0, 3), square(37, 3_700_000, 0, 1)];
    expect([...resolved(apart).units].map(({ people }) => people).sort()).toEqual([1, 3, 6]);
    expect(() => resolved([square(100_000, 0, 0, 9), square(5, 100, 0, 3)])).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /holds squares of 5 m.* would consist of squares of 5 m, more than 4,000 across/,
        ),
      }),
    );
  });
  test('of which one does not divide the other are refused where they overlap', () => {
    const units = [square(250, 0, 0, 10), square(250, 250, 0, 10), square(100, 200, 100, 2)];
    expect(() => resolved(units)).toThrow(
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
      const nest = (): unknown => resolved(places.map((at, i) => ({ id: `${i}`, people: 1, square: at })));
      if (isDoubled) expect(nest).toThrow('do not divide each other');
      else expect(nest).not.toThrow();
      if (isDoubled) refused++;
    }
    expect(Math.abs(refused - 250)).toBeLessThan(150);
  });
});

describe('gaps between neighbours', () => {
  const bricks = (gap_m: number, side_m = 200, rows = 8): AddedUnit[] =>
    Array.from({ length: rows * rows }, (_, i) => {
      const [column, row] = [i % rows, Math.floor(i / rows)];
      const west = (column + (row % 2) / 2) * side_m;
      return unit(`${i}`, i, [rectangle(west, row * side_m, side_m - gap_m, side_m - gap_m)]);
    });
  const known = ({ units }: DisjointUnits): Zone => unionOf([...units].flatMap(({ outline }) => outline));

  test.each([0.002, 0.02, 0.1, 1, 4])(
    'of %d m close, and no unit gains more than its share of them',
    (gap_m) => {
      const found = resolved(bricks(gap_m), 'refuse');
      const zone = known(found);
      expect(zone.map((polygon) => polygon.length)).toEqual([1]);
      for (const { outline } of found.units) {
        expect(planarArea_m2(outline)).toBeGreaterThan((200 - gap_m) ** 2 * 0.999);
        expect(planarArea_m2(outline)).toBeLessThan((200 + gap_m) ** 2 * 1.001);
      }
    },
  );

  test('of 8 m stay', () => {
    expect(known(resolved(bricks(8), 'refuse'))).toHaveLength(64);
  });

  test('that open like a wedge close as far as they are narrow', () => {
    const wedge: Position[] = [
      [1_000, 0],
      [2_000, 0],
      [2_000, 1_000],
      [1_010, 1_000],
      [1_000, 0],
    ];
    const { units } = resolved([
      unit('west', 1, [rectangle(0, 0, 1_000, 1_000)]),
      unit('east', 2, [wedge.map((corner) => plane.toPosition(corner))]),
    ]);
    const area = new PlanarArea(unionOf([...units].flatMap(({ outline }) => outline)));
    // A hundredth of the distance wide.
    const isKnown = (y: number): boolean => area.contains(plane.toPosition([1_000 + y / 200, y]));
    expect([100, 300, 480, 700].map(isKnown)).toEqual([true, true, true, false]);
  });
});

test.each([1, 465831600, 465906237, Date.now() % 1e9])(
  'each place of random units is in one, the smallest that contained it (seed %i)',
  (seed) => {
    const random = new Random(seed);
    for (let run = 0; run < 15; run++) {
      const units = Array.from({ length: 12 }, (_, i) => {
        const middle = [random.unit() * 1_000, random.unit() * 1_000];
        const reach_m = 100 + random.unit() * 500;
        const corners = Array.from({ length: random.integer(3, 20) }, (_, step) => step);
        const ring = corners.map((step): Position => {
          const angle = (2 * Math.PI * step) / corners.length;
          const length = reach_m * (0.4 + 0.6 * random.unit());
          return plane.toPosition([
            middle[0] + length * Math.cos(angle),
            middle[1] + length * Math.sin(angle),
          ]);
        });
        return { id: String(i), people: i, outline: [[[...ring, ring[0]]]] };
      });
      const { units: table } = resolved(units);
      const before = new Map(units.map(({ id, outline }) => [id, new PlanarArea(outline)]));
      const after = [...table].map(({ id, outline }) => [id, new PlanarArea(outline)] as const);
      for (let i = 0; i < 200; i++) {
        const [x, y] = [random.unit() * 1_000, random.unit() * 1_000];
        const finestAt = (dx: number, dy: number): string | undefined => {
          const place = plane.toPosition([x + dx, y + dy]);
          const having = [...before]
            .filter(([, area]) => area.contains(place))
            .sort(([, a], [, b]) => a.area() - b.area());
          // Equal but for the shrinking of degrees.
          if (having.length > 1 && having[1][1].area() < having[0][1].area() * 1.001) return 'either';
          return having[0]?.[0];
        };
        const finest = finestAt(0, 0);
        // Snapping moves borders by centimetres.
        const OFF_M = 0.1;
        const isAtBorder = [-OFF_M, OFF_M].some((dx) =>
          [-OFF_M, OFF_M].some((dy) => finestAt(dx, dy) !== finest),
        );
        if (isAtBorder || finest === 'either') continue;
        const place = plane.toPosition([x, y]);
        const found = after.filter(([, area]) => area.contains(place)).map(([id]) => id);
        if (finest) expect(found).toEqual([finest]);
        // It may lie in a closed gap.
        else expect(found.length).toBeLessThan(2);
      }
    }
  },
);
