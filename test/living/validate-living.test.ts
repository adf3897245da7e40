import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { countInterval } from '../../src/count/count-interval.ts';
import { errorModelSchema } from '../../src/format/error-model.ts';
import { boundingBoxOf, boxAround, type Position, type Ring, type Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Building, CensusUnit } from '../../tiles-builder/base/records.ts';
import { mergeUnits } from '../../tiles-builder/living/merge-units.ts';
import { randomUnion } from '../../tiles-builder/living/random-unions.ts';
import { livingErrors, noisePerPerson } from '../../tiles-builder/living/validate-living.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { parseGridSquare, squareOutline } from '../../tiles-builder/sources/census/grid-square.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { boxZone } from '../../tiles-builder/sources/extent/entered-box.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { allocateTown } from './allocate-censuses.ts';

const everywhere: Zone = [[rectangle(0, 40, 20, 60)]];

function square(column: number, row: number, people: number): CensusUnit {
  const id = `CRS3035RES200mN${3_000_000 + 200 * row}E${4_000_000 + 200 * column}`;
  const parsed = parseGridSquare(id);
  if (typeof parsed === 'string') throw new Error(parsed);
  return { id, outline: [[squareOutline(parsed)]], people, square: parsed };
}

describe('mergeUnits', () => {
  test('puts grid squares together on their grid, those not listed without people', () => {
    const units = [square(0, 0, 3), square(1, 1, 5), square(2, 0, 7), square(9, 9, 0)];
    const merged = mergeUnits(UnitTable.of(units), 2, everywhere, 100);
    expect(merged.coarser.map(({ people }) => people).sort()).toEqual([7, 8]);
    expect(merged.units).toHaveLength(8);
    for (const [i, own] of merged.coarserOf.entries()) {
      expect(merged.coarser[own].outline).toContainEqual(merged.units[i].outline[0]);
    }
  });

  test('leaves out units that the coverage cuts', () => {
    const units = [square(0, 0, 3), square(1, 0, 5), square(0, 1, 2), square(1, 1, 1)];
    const { west, south, east, north } = boundingBoxOf(units[3].outline[0]);
    const half: Ring = rectangle(west - 1, south - 1, (west + east) / 2, north + 1);
    const merged = mergeUnits(UnitTable.of(units), 2, [[half]], 100);
    expect(merged.coarser.map(({ people }) => people)).toEqual([5]);
  });

  test('puts polygons together that lie near each other', () => {
    const units = [0, 1, 2, 3, 4, 5, 6, 7].map((i): CensusUnit => {
      const { outline, people } = square(i, 0, i + 1);
      return { id: `commune ${i}`, outline, people };
    });
    const merged = mergeUnits(UnitTable.of(units), 3, everywhere, 100);
    expect(merged.units.length).toBeGreaterThan(5);
    for (const { outline } of merged.coarser) {
      const { west, east } = boundingBoxOf(outline.flat());
      expect((east - west) * 111_195 * Math.cos((50 * Math.PI) / 180)).toBeLessThan(650);
    }
  });
});

test('random unions have 1 to 25 different units; compact ones lie together', () => {
  const boxes = Array.from({ length: 400 }, (_, i) =>
    boundingBoxOf(square(i % 20, Math.floor(i / 20), 1).outline.flat()),
  );
  const random = new Random(4);
  const sizes = new Set<number>();
  for (let i = 0; i < 500; i++) {
    const union = randomUnion(boxes, random);
    expect(new Set(union).size).toBe(union.length);
    sizes.add(union.length);
  }
  expect([...sizes].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
});

describe('livingErrors', () => {
  function town(
    side: number,
    peopleOfHouse: (random: Random) => number,
    noise?: number,
    beyond: CensusUnit[] = [],
    others: CensusUnit[][] = [],
  ) {
    const random = new Random(7);
    const buildings: Building[] = [];
    const units: CensusUnit[] = [];
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        let people = 0;
        const unit = square(column, row, 0);
        const { west, south, east, north } = boundingBoxOf(unit.outline.flat());
        for (const share of [0.25, 0.4, 0.6, 0.75]) {
          const middle: Position = [west + (east - west) * share, south + (north - south) * share];
          const { toPosition } = localPlane(middle);
          const ring = rectangle(-5, -5, 5, 5).map((corner) => toPosition(corner as [number, number]));
          buildings.push({ id: 'b', footprint: [[ring]], tags: { building: 'house' } });
          people += peopleOfHouse(random);
        }
        units.push({ ...unit, people });
      }
    }
    const coverage = boxZone(boxAround([5.544, 50.043], 6_000));
    const towns = [{ units: [...units, ...beyond], coverage }];
    const around = boxZone(boxAround([5.544, 50.043], 30_000));
    const all = [...towns, ...others.map((own) => ({ units: own, coverage: around }))];
    const { censuses } = allocateTown(all, { buildings }, around);
    const heldOut = censuses.map(() => []);
    return livingErrors(censuses, heldOut, noisePerPerson(censuses, [noise]));
  }

  test('is narrow where buildings predict people, wide where they do not', () => {
    const even = town(20, () => 3);
    const uneven = town(20, (random) => (random.chance(0.1) ? 30 : 0));
    const [narrow, wide] = [even, uneven].map((model) => {
      expect(v.is(errorModelSchema, model!.byCount)).toBe(true);
      const { low, high } = countInterval(model!.byCount, 12);
      return high - low;
    }) as [number, number];
    expect(narrow).toBeLessThan(10);
    expect(wide).toBeGreaterThan(1.5 * narrow);
    expect(even!.local.usual_people).toBeCloseTo(12, 6);
    expect(even!.local).not.toHaveProperty('noise_per_person');
  });

  test('spreads the noise of units over their people', () => {
    // 12 people a unit; rounding to 5 has a variance of 2.
    const local = town(20, () => 3, Math.SQRT2, [square(100, 100, 9_000)])!.local;
    expect(local.noise_per_person).toBeCloseTo(2 / 12, 9);
  });

  test('takes the noise of the census that has most of it a person', () => {
    const [exact, rounded] = [
      [20, 20],
      [10, 14, 0],
    ].map((people) => ({
      source: { units: UnitTable.of(people.map((own, i) => square(i, 0, own))) },
      isCounted: Uint8Array.from(people, Math.sign),
    })) as never[];
    expect(noisePerPerson([rounded!, exact!], [Math.SQRT2, undefined])).toBeCloseTo(2 / 12, 9);
    expect(noisePerPerson([rounded!, exact!], [Math.SQRT2, 3])).toBeCloseTo(9 / 20, 9);
    expect(noisePerPerson([exact!], [undefined])).toBe(0);
  });

  test('a census too small to learn from widens intervals, and takes none away', () => {
    const county = { id: 'county', outline: [[rectangle(5.3, 49.9, 5.8, 50.2)]], people: 4_000 };
    const { local, byCount } = town(20, () => 3, undefined, [], [[county]])!;
    expect(local).toEqual({ usual_people: 4_000, relative_error: 0.26 });
    expect(byCount).toEqual(town(20, () => 3)!.byCount);
  });

  test('is null where the census is too small to learn from', () => {
    expect(town(2, () => 3)).toBeNull();
  });
});
