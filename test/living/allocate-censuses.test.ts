import { cellToLatLng } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import type { Building, CensusUnit, MillipersonsByCell } from '../../tiles-builder/base/records.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import {
  EUROPEAN_GRID,
  gridSquareId,
  projectPosition,
  projectRing,
  squareOutline,
} from '../../tiles-builder/sources/census/grid-square.ts';
import { totalMillipersons } from '../support/numbers/total-millipersons.ts';
import { rectanglesOn, square } from '../support/zones/rectangle.ts';
import { type AllocatedPeople, allocateTown } from './allocate-censuses.ts';

const plane = localPlane([10, 50]);

const rectangle = rectanglesOn(plane);

const house = (west_m: number, south_m: number): Building => ({
  id: 'b',
  footprint: [[rectangle(west_m, south_m, 12, 12)]],
  tags: { building: 'house' },
});
const unit = (id: string, people: number, ...outline: Zone): CensusUnit => ({ id, people, outline });

interface Census {
  readonly units: readonly CensusUnit[];
  readonly coverage: Zone | null;
}
interface Places {
  readonly buildings: readonly Building[];
  readonly coverage: Zone;
}

/** House every 100 m, from 50 m on. */
const places: Places = {
  buildings: Array.from({ length: 10 }, (_, i) => house(100 * i + 44, 44)),
  coverage: [[rectangle(-500, -500, 3_000, 1_500)]],
};

const spreadCensuses = (censuses: readonly Census[], { buildings, coverage }: Places): AllocatedPeople =>
  allocateTown(censuses, { buildings }, coverage);

function peopleBetween(people: MillipersonsByCell, west_m: number, east_m: number): number {
  let sum = 0;
  for (const [cell, count] of people) {
    const [lat, lon] = cellToLatLng(cell);
    const [x] = plane.toPlane([lon, lat]);
    if (x >= west_m && x < east_m) sum += count;
  }
  return sum / 1000;
}

describe('spreadCensuses', () => {
  const coarse: Census = {
    units: [unit('town', 1_000, [rectangle(0, 0, 1_000, 100)])],
    coverage: [[rectangle(0, 0, 1_000, 100)]],
  };
  const fineOutline = [[rectangle(0, 0, 200, 100)], [rectangle(200, 0, 200, 100)]];
  const fine: Census = {
    units: [unit('west', 7, fineOutline[0]), unit('east', 5, fineOutline[1])],
    coverage: fineOutline,
  };

  test.each([
    ['the finer first', [fine, coarse]],
    ['the finer last', [coarse, fine]],
  ])('the finer census counts where both cover, %s', (_, censuses) => {
    const { people, report } = spreadCensuses(censuses, places);
    expect(peopleBetween(people, 0, 200)).toBeCloseTo(7, 2);
    expect(peopleBetween(people, 200, 400)).toBeCloseTo(5, 2);
    expect(peopleBetween(people, 400, 1_000)).toBeGreaterThan(550);
    expect(peopleBetween(people, 400, 1_000)).toBeLessThan(650);
    expect(totalMillipersons(people)).toBe(report.census_total_millipersons);
    expect(report).toMatchObject({ listed_people: 1_012 });
  });

  describe('a census that nobody says where it is complete', () => {
    const houses = unit('houses', 100, [rectangle(0, 0, 500, 100)]);
    const field = unit('field', 40, [rectangle(1_500, 0, 200, 100)]);
    const edge = unit('edge', 30, [rectangle(2_400, 0, 1_000, 100)]);
    const nobody = unit('nobody', 0, [rectangle(1_000, 0, 500, 100)]);
    const units = [houses, field, edge, nobody];

    test('leaves out units with people where the map is known and empty, and names them', () => {
      const { people, coverage, report, examinations } = spreadCensuses([{ units, coverage: null }], places);
      expect(totalMillipersons(people)).toBe(100_000);
      expect(report).toMatchObject({ listed_people: 170 });
      const area = new PlanarArea(coverage);
      const isKnown = (x: number): boolean => area.contains(plane.toPosition([x, 50]));
      expect([isKnown(250), isKnown(1_600), isKnown(1_250)]).toEqual([true, false, true]);
      expect(examinations).toEqual([
        expect.objectContaining({
          coverage_is_named: false,
          listed_people: 170,
          counted_people: 100,
          contradicted_people: 40,
          contradicted: [expect.objectContaining({ id: 'field', people: 40 })],
          elsewhere_people: 30,
        }),
      ]);
    });

    test('counts them where the configuration says that the census is complete', () => {
      const named: Zone = [[rectangle(-100, -100, 2_500, 300)]];
      const { people, examinations } = spreadCensuses([{ units, coverage: named }], places);
      expect(totalMillipersons(people)).toBe(140_000);
      expect(peopleBetween(people, 1_500, 1_700)).toBeCloseTo(40, 1);
      expect(examinations[0]).toMatchObject({
        coverage_is_named: true,
        counted_people: 140,
        contradicted_people: 40,
      });
    });
  });

  describe('a coarser census with squares in the west alone', () => {
    const VILLAGES = 4;
    const east_m = (village: number): number => 4_000_000 + 4_000 * village;
    const north_m = 2_900_000;
    const squareUnit = (size_m: number, east: number, north: number, people: number): CensusUnit => {
      const square = { projection: EUROPEAN_GRID, size_m, east_m: east, north_m: north };
      return { id: gridSquareId(square), outline: [[squareOutline(square)]], people, square };
    };
    const buildings = Array.from({ length: VILLAGES }, (_, village) =>
      Array.from({ length: 30 }, (_, i): Building => {
        const [x, y] = [east_m(village) + 10 + 30 * (i % 6), north_m + 10 + 30 * Math.floor(i / 6)];
        return {
          id: `${village} ${i}`,
          footprint: [[projectRing(square(x, y, 15), 100, EUROPEAN_GRID)]],
          tags: { building: 'house' },
        };
      }),
    ).flat();
    const mapped: Zone = [
      [squareOutline({ projection: EUROPEAN_GRID, size_m: 20_000, east_m: 3_997_000, north_m: 2_890_000 })],
    ];
    const fine: Census = { units: [squareUnit(200, east_m(0), north_m, 170)], coverage: null };
    const villages = Array.from({ length: VILLAGES }, (_, village) => village);
    const kilometres: Census = {
      units: villages.map((village) => squareUnit(1_000, east_m(village), north_m, 200)),
      coverage: null,
    };
    const polygons: Census = {
      units: kilometres.units.map(({ id, outline, people }) => ({ id, outline, people })),
      coverage: null,
    };
    const peopleOf = (allocated: AllocatedPeople): number[] =>
      villages.map((village) => {
        const area = new PlanarArea([
          [squareOutline({ projection: EUROPEAN_GRID, size_m: 1_000, east_m: east_m(village), north_m })],
        ]);
        let sum = 0;
        for (const [cell, count] of allocated.people) {
          const [lat, lon] = cellToLatLng(cell);
          if (area.contains([lon, lat])) sum += count / 1000;
        }
        return sum;
      });
    const isKnown = (allocated: AllocatedPeople): boolean[] => {
      const area = new PlanarArea(allocated.coverage);
      return villages.map((village) =>
        area.contains(projectPosition([east_m(village) + 100, north_m + 100], EUROPEAN_GRID)),
      );
    };
    const spread = (...censuses: Census[]): AllocatedPeople =>
      spreadCensuses(censuses, { buildings, coverage: mapped });

    test.each([
      ['squares', kilometres],
      ['polygons', polygons],
    ])('%s count where the finer squares list nobody', (_, coarse) => {
      for (const allocated of [spread(fine, coarse), spread(coarse, fine)]) {
        expect(isKnown(allocated)).toEqual([true, true, true, true]);
        const [west, ...others] = peopleOf(allocated);
        expect(west).toBeCloseTo(170, 0);
        for (const people of others) expect(people).toBeCloseTo(200, 0);
        expect(allocated.examinations.map(({ unlisted }) => unlisted)).toEqual([[], []]);
      }
    });
  });
});
