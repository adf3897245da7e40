import { describe, expect, test } from 'vitest';
import type { Ring, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Building, CensusUnit, Tags } from '../../tiles-builder/base/records.ts';
import { TrainingSample } from '../../tiles-builder/living/training-sample.ts';
import { peoplePerM2 } from '../../tiles-builder/living/weights.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { areasOfTown, sitesOfTown, type Town } from '../support/towns/town-sites.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';
import { learntFrom } from './allocate-censuses.ts';

const plane = localPlane([10, 50]);

const rectangle = rectanglesOn(plane);

const building = (ring: Ring, tags: Tags = { building: 'yes' }): Building => ({
  id: 'b',
  footprint: [[ring]],
  tags,
});
const everywhere: Zone = [[rectangle(-1e5, -1e5, 2e5, 2e5)]];

function expectedPeople(buildings: readonly Building[], units: readonly CensusUnit[] = []): number[] {
  const areas = areasOfTown({ buildings }, false);
  const weights = learntFrom(new TrainingSample(UnitTable.of(units), everywhere), areas);
  const people_per_m2 = new Map(areas.map((sites) => [sites, peoplePerM2(sites, weights)]));
  return sitesOfTown(areas, buildings, (sites, site) => ({
    people_per_m2: people_per_m2.get(sites)![site],
  })).map((site) => site.people_per_m2 * site.area_m2);
}

const sitesOf = (buildings: readonly Building[], town: Omit<Town, 'buildings'> = {}) =>
  sitesOfTown(areasOfTown({ buildings, ...town }, false), buildings);

describe('people expected on dwelling sites', () => {
  const at = (i: number): [number, number] => [200 * (i % 5), 200 * Math.floor(i / 5)];

  test('without a census: flats above a business by their floors, other homes by their size, and nobody in empty buildings', () => {
    const uses: readonly Tags[] = [
      {},
      { amenity: 'pharmacy' },
      { shop: 'bakery' },
      { building: 'dormitory' },
      { building: 'nursing_home' },
      { abandoned: 'yes' },
      { building: 'yes', location: 'surface' },
      { building: 'construction' },
    ];
    const flats = { building: 'apartments', 'building:levels': '8' };
    const people = expectedPeople(
      uses.map((use, i) => building(rectangle(1_000 * i, 0, 12, 30), { ...flats, ...use })),
    );
    const ofTwin = people.map((own) => own / people[0]);
    for (const [i, share] of [1, 7 / 8, 7 / 8, 62.5 / 30, 62.5 / 50, 0, 1, 0].entries()) {
      // Shares are stored as whole hundredths.
      expect(ofTwin[i], JSON.stringify(uses[i])).toBeGreaterThanOrEqual(0.98 * share);
      expect(ofTwin[i], JSON.stringify(uses[i])).toBeLessThanOrEqual(1.02 * share);
    }
  });

  test('without a census: homes by their size and floors, hardly anybody in sheds, halls and churches', () => {
    const [house, tall, shed, hall, church, block, roof] = expectedPeople([
      building(rectangle(...at(0), 10, 11)),
      building(rectangle(...at(1), 10, 11), { building: 'yes', 'building:levels': '6' }),
      building(rectangle(...at(2), 3, 4)),
      building(rectangle(...at(3), 80, 60)),
      building(rectangle(...at(4), 20, 30), { building: 'church' }),
      building(rectangle(...at(5), 60, 13)),
      building(rectangle(...at(6), 60, 13), { building: 'yes', wall: 'no' }),
    ]) as [number, number, number, number, number, number, number];
    expect(tall / house).toBeGreaterThan(3);
    expect(shed).toBeLessThan(house / 100);
    expect(hall / 4800).toBeLessThan(house / 110 / 10);
    expect(church).toBeLessThan(house);
    expect(block).toBeGreaterThan(8 * house);
    expect(roof).toBeLessThan(block / 20);
  });

  test('a building on industrial land is hardly a home, unless it is said to be one', () => {
    const landUse = [{ polygons: [[rectangle(-10, -10, 200, 100)]], tags: { landuse: 'industrial' } }];
    const buildings = [
      building(rectangle(0, 0, 10, 11)),
      building(rectangle(50, 0, 10, 11), { building: 'house' }),
      building(rectangle(0, 300, 10, 11)),
    ];
    const [there, home, elsewhere] = sitesOf(buildings, { landUse }).map((site) => site.usable_m2);
    expect(there! / elsewhere!).toBeCloseTo(0.1, 4);
    expect(home! / elsewhere!).toBeCloseTo(1, 2);
  });

  describe('numbers of dwellings', () => {
    const flats = (count: number, others: Tags = {}): Tags => ({
      building: 'yes',
      'building:flats': `${count}`,
      ...others,
    });

    test('weigh where they are reported: more dwellings, more people; none, hardly anybody', () => {
      const [few, many, none, shop] = expectedPeople([
        building(rectangle(...at(0), 40, 12), flats(6)),
        building(rectangle(...at(1), 40, 12), flats(24)),
        building(rectangle(...at(2), 40, 12), flats(0)),
        building(rectangle(...at(3), 40, 12), flats(2, { building: 'commercial' })),
      ]) as [number, number, number, number];
      expect(many / few).toBeGreaterThan(2);
      expect(many / few).toBeLessThan(4);
      expect(none).toBeLessThan(few / 10);
      expect(shop).toBeGreaterThan(2);
      expect(shop).toBeLessThan(few / 2);
    });

    test('and the meaning of a missing one are learnt from the census', () => {
      const random = new Random(4);
      const units: CensusUnit[] = [];
      const buildings: Building[] = [];
      for (let u = 0; u < 40; u++) {
        const reportedShare = random.between(0.3, 0.9);
        let people = 0;
        for (let i = 0; i < 40; i++) {
          const corner = [1_500 * u + 30 * (i % 8), 30 * Math.floor(i / 8)] as const;
          const dwellings = random.integer(1, 4);
          const isReported = random.chance(reportedShare);
          buildings.push(
            building(rectangle(...corner, 10, 11), isReported ? flats(dwellings) : { building: 'yes' }),
          );
          people += isReported ? 1.5 * dwellings : 3;
        }
        units.push({ id: `${u}`, outline: [[rectangle(1_500 * u - 50, -50, 400, 300)]], people });
      }
      const before = expectedPeople(buildings);
      const after = expectedPeople(buildings, units);
      const missingByTwo = (people: number[]): number => {
        const mean = (of: (tags: Tags) => boolean): number => {
          const own = people.filter((_, i) => of(buildings[i].tags));
          return own.reduce((sum, one) => sum + one, 0) / own.length;
        };
        return (
          mean((tags) => tags['building:flats'] === undefined) /
          mean((tags) => tags['building:flats'] === '2')
        );
      };
      expect(missingByTwo(before)).toBeLessThan(0.25);
      expect(missingByTwo(after)).toBeGreaterThan(0.4);
      expect(missingByTwo(after)).toBeLessThan(1.3);
    });
  });

  test("learns a class of buildings' people from the census", () => {
    const units: CensusUnit[] = [];
    const buildings: Building[] = [];
    for (let u = 0; u < 20; u++) {
      const west = 2_000 * u;
      const blocks = u % 2 === 0 ? 10 : 2;
      for (let i = 0; i < 60; i++) {
        const corner = [west + 100 * (i % 10) + 20, 100 * Math.floor(i / 10) + 20] as const;
        buildings.push(building(i < blocks ? rectangle(...corner, 60, 13) : rectangle(...corner, 10, 11)));
      }
      const people = blocks * 10 + (60 - blocks) * 3;
      units.push({ id: `${u}`, outline: [[rectangle(west, 0, 1_000, 600)]], people });
    }
    const [block] = expectedPeople(buildings, units);
    const house = expectedPeople(buildings, units)[59];
    const [blockBefore] = expectedPeople(buildings);
    const houseBefore = expectedPeople(buildings)[59];
    expect(blockBefore! / houseBefore).toBeGreaterThan(15);
    expect(block! / house).toBeLessThan(6);
    expect(house).toBeGreaterThan(2);
    expect(house).toBeLessThan(4);
  });
});
