/** Whether weights are learnt, or a plainer model is taken, and what units teach that lie in the data in part. */
import { describe, expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { boxAroundArea } from '../../tiles-builder/areas/areas.ts';
import { type ChosenWeights, isBetter } from '../../tiles-builder/living/choose-weights.ts';
import { lessonsIn, TeachingSample } from '../../tiles-builder/living/learn-weights.ts';
import { FEATURES } from '../../tiles-builder/living/site-features.ts';
import type { Sites } from '../../tiles-builder/living/sites.ts';
import { peoplePerM2 } from '../../tiles-builder/living/weights.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { UnitTable } from '../../tiles-builder/read/census/unit-table.ts';
import type { Building, CensusUnit, Tags } from '../../tiles-builder/records.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { rectanglesOn } from '../support/rectangle.ts';
import { areasOfTown, sitesOfTown } from '../support/town-sites.ts';

const rectangle = rectanglesOn(localPlane([10, 50]));
const everywhere: Zone = [[rectangle(-1e5, -1e5, 2e5, 2e5)]];
const WIDTHS_M = [7, 9, 12, 16, 20] as const;

interface Country {
  readonly units: readonly CensusUnit[];
  readonly areas: readonly Sites[];
  readonly buildings: readonly Building[];
  /** Of each building. */
  readonly widths_m: readonly number[];
}

/** Squares of 400 m side by side with a dozen buildings each, among which the people of a building differ by its width. */
function country(
  count: number,
  seed: number,
  peopleOf: (width_m: number) => number,
  tagsOf: (random: Random) => Tags = () => ({ building: 'yes' }),
): Country {
  const random = new Random(seed);
  const units: CensusUnit[] = [];
  const buildings: Building[] = [];
  const widths_m: number[] = [];
  for (let u = 0; u < count; u++) {
    let people = 0;
    const common = random.integer(0, WIDTHS_M.length - 1);
    for (let i = 0; i < 12; i++) {
      const width_m = WIDTHS_M[random.chance(0.6) ? common : random.integer(0, WIDTHS_M.length - 1)];
      const corner = [400 * u + 20 + 90 * (i % 4), 20 + 90 * Math.floor(i / 4)] as const;
      buildings.push({
        id: 'b',
        footprint: [[rectangle(...corner, width_m, width_m)]],
        tags: tagsOf(random),
      });
      widths_m.push(width_m);
      people += peopleOf(width_m);
    }
    units.push({ id: `square ${u}`, outline: [[rectangle(400 * u, 0, 400, 400)]], people });
  }
  return { units, areas: areasOfTown({ buildings }, true), buildings, widths_m };
}

function chosen({ units, areas }: Country, complete = everywhere): ChosenWeights {
  const sample = new TeachingSample(UnitTable.of(units), complete);
  for (const sites of areas) sample.take(lessonsIn(sites, sample.near(boxAroundArea(sites.area))));
  return sample.learnt();
}

/** People expected in each building. */
function expectedPeople({ areas, buildings }: Country, { weights }: ChosenWeights): number[] {
  const people_m2 = new Map(areas.map((sites) => [sites, peoplePerM2(sites, weights)]));
  return sitesOfTown(areas, buildings, (sites, site) => ({ people_m2: people_m2.get(sites)![site] })).map(
    ({ people_m2: own, area_m2 }) => own * area_m2,
  );
}

test('a gain counts where its mean is over two standard errors of the mean', () => {
  // Of four gains of 1 ± spread, the standard deviation of the sample is spread × √(4 / 3), and the error of the mean half of it.
  const isGain = (spread: number): boolean =>
    isBetter(Float64Array.of(1, 1, 1, 1), Float64Array.of(2 + spread, 2 - spread, 2 + spread, 2 - spread));
  const limit = Math.sqrt(3) / 2;
  expect(isGain(limit - 0.001)).toBe(true);
  expect(isGain(limit + 0.001)).toBe(false);
  expect(isBetter(Float64Array.of(3, 3, 3), Float64Array.of(2, 2.1, 1.9))).toBe(false);
});

const usual = FEATURES.map(({ prior }) => prior.mean);

describe.each([1, Date.now() % 1e9])('what buildings are weighed by (seed %i)', (seed) => {
  test('footprints alone where people go by nothing else: each square metre counts the same', () => {
    const even = country(60, seed, (width_m) => width_m ** 2 / 20);
    const choice = chosen(even);
    expect(choice.choice).toMatchObject({ weighed_by: 'plain', units: 60 });
    expect(choice.choice.misplaced!.plain).toBeLessThan(0.01);
    expect(choice.choice.misplaced!.learnt).toBeGreaterThan(choice.choice.misplaced!.plain);
    for (const [i, people] of expectedPeople(even, choice).entries()) {
      expect(people / (even.widths_m[i] ** 2 / 20)).toBeCloseTo(1, 1);
    }
  });

  test('footprints alone, whatever is known of the floors of some', () => {
    const tags: readonly Tags[] = [
      { building: 'house' },
      ...[1, 2, 3, 4].map((levels) => ({ building: 'yes', 'building:levels': `${levels}` })),
    ];
    const tagsOf = (random: Random): Tags =>
      random.chance(0.1) ? tags[random.integer(0, tags.length - 1)] : { building: 'yes' };
    const even = country(60, seed, (width_m) => width_m ** 2 / 20, tagsOf);
    const choice = chosen(even);
    expect(choice.choice.weighed_by).toBe('plain');
    for (const [i, people] of expectedPeople(even, choice).entries()) {
      expect(people / (even.widths_m[i] ** 2 / 20)).toBeCloseTo(1, 1);
    }
  });

  test('what units teach where people go by it', () => {
    const odd = country(60, seed, (width_m) => (width_m === 9 ? 14 : width_m === 16 ? 1 : 3));
    const { choice, weights } = chosen(odd);
    expect(choice.weighed_by).toBe('learnt');
    expect(choice.misplaced!.learnt).toBeLessThan(0.5 * choice.misplaced!.usual);
    expect(choice.misplaced!.learnt).toBeLessThan(0.5 * choice.misplaced!.plain);
    expect(Object.values(weights)).not.toEqual(usual);
  });

  test('the same as is usual, at another level, where people go by that', () => {
    const town = country(60, seed, () => 1);
    const expected = expectedPeople(town, chosen({ ...town, units: [] })).map((people) => 2 * people);
    const units = town.units.map((unit, u) => {
      return { ...unit, people: expected.slice(12 * u, 12 * u + 12).reduce((sum, own) => sum + own, 0) };
    });
    const choice = chosen({ ...town, units });
    expect(choice.choice.misplaced!.usual).toBeLessThan(0.005);
    for (const [i, people] of expectedPeople(town, choice).entries()) {
      expect(people / expected[i]).toBeCloseTo(1, 1);
    }
  });

  test('what is usual where few units teach, at their level', () => {
    const few = country(7, seed, (width_m) => (width_m === 9 ? 14 : 2));
    const none = chosen({ ...few, units: [] });
    expect(none.choice).toEqual({ weighed_by: 'usual', units: 0, misplaced: null });
    expect(Object.values(none.weights)).toEqual(usual);
    const asUsual = expectedPeople(few, none);
    for (const units of [1, 7]) {
      const choice = chosen({ ...few, units: few.units.slice(0, units) });
      expect(choice.choice).toEqual({ weighed_by: 'usual', units, misplaced: null });
      const people = expectedPeople(few, choice);
      const listed = few.units.slice(0, units).reduce((sum, unit) => sum + unit.people, 0);
      expect(people.slice(0, 12 * units).reduce((sum, own) => sum + own, 0) / listed).toBeCloseTo(1, 4);
      for (const [i, own] of people.entries()) {
        expect(own / asUsual[i] / (people[0] / asUsual[0])).toBeCloseTo(1, 6);
      }
    }
    expect(chosen(country(8, seed, (width_m) => (width_m === 9 ? 14 : 2))).choice.misplaced).not.toBeNull();
  });

  test('units that lie in the data by three quarters teach by that part where too few others do', () => {
    const odd = country(60, seed, (width_m) => (width_m === 9 ? 14 : 3));
    const without = (cut_m: number): Zone => [[rectangle(cut_m, -1e5, 2e5, 2e5)]];
    const few = { ...odd, units: odd.units.slice(0, 8) };
    expect(chosen(odd, without(80)).choice.units).toBe(59);
    expect(chosen(few, without(80)).choice).toMatchObject({ units: 8, misplaced: expect.anything() });
    expect(chosen(few, without(120)).choice).toEqual({ weighed_by: 'usual', units: 7, misplaced: null });

    const sample = new TeachingSample(UnitTable.of(odd.units.slice(0, 1)), without(80));
    const lessons = odd.areas.map((sites) => lessonsIn(sites, sample.near(boxAroundArea(sites.area))));
    // Three of the twelve buildings stand in the fifth of the unit that is beyond the data.
    expect(lessons.reduce((sum, { rank }) => sum + rank.length, 0)).toBe(9);
  });
});
