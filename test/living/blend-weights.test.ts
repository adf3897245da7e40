import { describe, expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Building, CensusUnit, Tags } from '../../tiles-builder/base/records.ts';
import type { BlendedWeights } from '../../tiles-builder/living/blend-weights.ts';
import { FEATURES } from '../../tiles-builder/living/site-features.ts';
import type { Sites } from '../../tiles-builder/living/sites.ts';
import { sampleIn, TrainingSample } from '../../tiles-builder/living/training-sample.ts';
import { peoplePerM2 } from '../../tiles-builder/living/weights.ts';
import { boxAroundPartition } from '../../tiles-builder/partitions/partitions.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { areasOfTown, sitesOfTown } from '../support/towns/town-sites.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';

const rectangle = rectanglesOn(localPlane([10, 50]));
const everywhere: Zone = [[rectangle(-1e5, -1e5, 2e5, 2e5)]];
const WIDTHS_M = [7, 9, 12, 16, 20] as const;

interface Country {
  readonly units: readonly CensusUnit[];
  readonly areas: readonly Sites[];
  readonly buildings: readonly Building[];
  readonly widths_m: readonly number[];
}

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

function blendOf({ units, areas }: Country, complete = everywhere): BlendedWeights {
  const sample = new TrainingSample(UnitTable.of(units), complete);
  for (const sites of areas) sample.take(sampleIn(sites, sample.near(boxAroundPartition(sites.partition))));
  return sample.learnt();
}

function expectedPeople({ areas, buildings }: Country, { weights }: BlendedWeights): number[] {
  const people_per_m2 = new Map(areas.map((sites) => [sites, peoplePerM2(sites, weights)]));
  return sitesOfTown(areas, buildings, (sites, site) => ({
    people_per_m2: people_per_m2.get(sites)![site],
  })).map(({ people_per_m2: own, area_m2 }) => own * area_m2);
}

const FEW = { learnt_share: 0.75, misplaced: null };

describe.each([Date.now() % 1e9])('learnt weights and plain ones are blended (seed %i)', (seed) => {
  const someTags: readonly Tags[] = [
    { building: 'house' },
    ...[1, 2, 3, 4].map((levels) => ({ building: 'yes', 'building:levels': `${levels}` })),
  ];
  test.each<[string, (random: Random) => Tags]>([
    ['', () => ({ building: 'yes' })],
    [
      ', with floors known for some',
      (random) =>
        random.chance(0.1) ? someTags[random.integer(0, someTags.length - 1)] : { building: 'yes' },
    ],
  ])('footprints alone if people follow nothing else%s: each square metre counts the same', (_, tagsOf) => {
    const even = country(60, seed, (width_m) => width_m ** 2 / 20, tagsOf);
    const found = blendOf(even);
    expect(found.blend).toMatchObject({ units: 60 });
    expect(found.blend.learnt_share).toBeLessThan(0.01);
    expect(found.blend.misplaced!.plain).toBeLessThan(0.01);
    expect(found.blend.misplaced!.learnt).toBeGreaterThan(found.blend.misplaced!.plain);
    for (const [i, people] of expectedPeople(even, found).entries()) {
      expect(people / (even.widths_m[i] ** 2 / 20)).toBeCloseTo(1, 1);
    }
  });

  const byWidth = (width_m: number): number => (width_m === 9 ? 14 : width_m === 16 ? 2 : 3);

  test('learnt weights alone if people follow them and units are many', () => {
    const { blend } = blendOf(country(60, seed, byWidth));
    expect(blend.learnt_share).toBeGreaterThan(0.95);
    expect(blend.misplaced!.learnt).toBeLessThan(0.5 * blend.misplaced!.plain);
  });

  test('a blend for few units, though the people of buildings follow learnt weights', () => {
    const shares = Array.from(
      { length: 9 },
      (_, town) => blendOf(country(9, 9 * seed + town, byWidth)).blend.learnt_share,
    ).sort((a, b) => a - b);
    expect(shares[0]).toBeGreaterThan(0.2);
    expect(shares[4]).toBeLessThan(0.85);
  });

  test('three quarters of usual weights with fewer than eight units, at their level; usual ones alone with none', () => {
    const few = country(7, seed, byWidth);
    const none = blendOf({ ...few, units: [] });
    expect(none.blend).toEqual({ learnt_share: 1, units: 0, misplaced: null });
    expect(none.weights).toEqual(Object.fromEntries(FEATURES.map(({ name, prior }) => [name, prior.mean])));
    const shrunk = Object.fromEntries(
      FEATURES.map(({ name, prior }) => [
        name,
        name.startsWith('missing')
          ? prior.mean
          : 0.75 * prior.mean + 0.25 * ({ dwellings: Math.log(0.55), floors: -1 }[name] ?? 0),
      ]),
    );
    const byShrunk = expectedPeople(few, { ...none, weights: shrunk });
    for (const units of [1, 7]) {
      const found = blendOf({ ...few, units: few.units.slice(0, units) });
      expect(found.blend).toEqual({ ...FEW, units });
      const people = expectedPeople(few, found);
      const listed = few.units.slice(0, units).reduce((sum, unit) => sum + unit.people, 0);
      expect(people.slice(0, 12 * units).reduce((sum, own) => sum + own, 0) / listed).toBeCloseTo(1, 4);
      for (const [i, own] of people.entries()) {
        expect(own / byShrunk[i] / (people[0] / byShrunk[0])).toBeCloseTo(1, 6);
      }
    }
    expect(blendOf(country(8, seed, byWidth)).blend.misplaced).not.toBeNull();
  });
});
