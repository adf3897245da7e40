import { describe, expect, test } from 'vitest';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import { buildingUse } from '../../../tiles-builder/partitions/built-up/building-use.ts';
import { dwellingShareOfArea } from '../../../tiles-builder/partitions/built-up/land-use.ts';
import { isBuilding } from '../../../tiles-builder/sources/gather/is-building.ts';

const [NOBODY, NONE, HARDLY, SOME, ALL] = ['nobody', 'none', 'hardly', 'some', 'all'] as const;

function classOf(dwellingShare: number): string {
  if (dwellingShare === 0) return NOBODY;
  if (dwellingShare === 1) return ALL;
  if (dwellingShare >= 0.3 && dwellingShare <= 0.7) return SOME;
  if (dwellingShare > 0.05 && dwellingShare < 0.2) return HARDLY;
  return dwellingShare > 0 && dwellingShare <= 0.05 ? NONE : `a share of ${dwellingShare}`;
}

describe('the share of a building that is dwellings', () => {
  test.each<[Tags, string]>([
    [{ building: 'yes' }, ALL],
    [{}, ALL],
    [{ building: 'house' }, ALL],
    [{ building: 'garage' }, NONE],
    [{ building: 'church' }, NONE],
    [{ building: 'tent' }, NONE],
    [{ building: 'garage', shop: 'car_repair' }, NONE],
    [{ building: 'yes', power: 'substation' }, NONE],
    [{ building: 'yes', man_made: 'silo' }, NONE],
    [{ building: 'yes', wall: 'no' }, NONE],
    [{ building: 'yes', wall: 'brick' }, ALL],
    [{ building: 'hotel' }, HARDLY],
    [{ building: 'farm' }, ALL],
    [{ building: 'farmhouse' }, ALL],
    [{ building: 'yes', amenity: 'restaurant' }, HARDLY],
    [{ building: 'yes', amenity: 'restaurant', 'building:levels': '2' }, SOME],
    [{ building: 'yes', amenity: 'school', 'building:levels': '4' }, HARDLY],
    [{ building: 'yes', shop: 'mall', 'building:levels': '11' }, SOME],
    [{ building: 'yes', amenity: 'townhall' }, HARDLY],
    [{ building: 'yes', amenity: 'restaurant', wall: 'no' }, NONE],
    [{ building: 'yes', tourism: 'museum' }, HARDLY],
    [{ building: 'yes', tourism: 'apartment' }, ALL],
    [{ building: 'yes', shop: 'bakery' }, SOME],
    [{ building: 'yes', office: 'lawyer' }, SOME],
    [{ building: 'yes', craft: 'tailor' }, SOME],
    [{ building: 'yes', shop: 'bakery', amenity: 'cafe' }, HARDLY],
    [{ building: 'yes', shop: 'bakery', amenity: 'school' }, HARDLY],
    [{ building: 'yes', shop: 'supermarket', 'building:levels': '1' }, HARDLY],
    [{ building: 'yes', office: 'insurance', 'building:levels': '9' }, SOME],
    [{ building: 'house', craft: 'tailor', 'building:levels': '1' }, SOME],
    [{ building: 'house', office: 'lawyer' }, SOME],
    [{ building: 'apartments', tourism: 'hotel' }, HARDLY],
    [{ building: 'retail', 'building:levels': '4', shop: 'mall' }, NONE],
    [{ building: 'construction' }, NOBODY],
    [{ building: 'construction', construction: 'apartments' }, NOBODY],
    [{ building: 'ruins' }, NOBODY],
    [{ building: 'house', abandoned: 'yes' }, NOBODY],
    [{ building: 'apartments', disused: 'yes' }, NOBODY],
    [{ building: 'dormitory', ruins: 'yes' }, NOBODY],
    [{ building: 'house', abandoned: 'no' }, ALL],
    [{ building: 'yes', layer: '-1' }, NOBODY],
    [{ building: 'apartments', location: 'underground', 'building:levels': '2' }, NOBODY],
    [{ building: 'yes', location: 'surface' }, ALL],
    [{ building: 'yes', layer: '-1', 'building:levels': '3' }, ALL],
    [{ building: 'apartments', layer: '-1' }, ALL],
    [{ building: 'yes', layer: '-1', height: '9' }, ALL],
    [{ building: 'yes', layer: '1' }, ALL],
  ])('%j: %s', (tags, share) => expect(classOf(buildingUse(tags).dwellingShare)).toBe(share));

  test.each<[business: Tags]>([
    [{ amenity: 'pharmacy' }],
    [{ shop: 'bakery' }],
    [{ office: 'lawyer' }],
    [{ craft: 'tailor' }],
    [{ shop: 'bakery', amenity: 'cafe' }],
    [{ amenity: 'kindergarten' }],
  ])('of flats above a business with %j is that of the floors above the ground floor', (business) => {
    const shareOf = (floors: Tags): number =>
      buildingUse({ building: 'apartments', ...business, ...floors }).dwellingShare;
    for (const levels of [2, 3, 5, 8, 30]) {
      expect(shareOf({ 'building:levels': String(levels) })).toBeCloseTo((levels - 1) / levels, 12);
    }
    expect(shareOf({ height: '24' })).toBeCloseTo(7 / 8, 12);
    expect(shareOf({})).toBeCloseTo(2 / 3, 12);
    const { shop, amenity } = business;
    if (shop !== undefined || amenity === 'pharmacy') {
      const use = buildingUse({ building: 'yes', ...business, 'building:levels': '8' });
      expect(use.dwellingShare).toBeCloseTo(7 / 8, 12);
    }
  });

  test('of eight floors of flats with a shop, a pharmacy or an office is at least seven eighths of that without', () => {
    const flats = { building: 'apartments', 'building:levels': '8' };
    for (const business of [{ shop: 'yes' }, { amenity: 'pharmacy' }, { office: 'company' }])
      expect(buildingUse({ ...flats, ...business }).dwellingShare).toBeGreaterThanOrEqual(7 / 8);
  });

  test.each<[Tags, least: number, most: number]>([
    [{ building: 'dormitory' }, 2, 2.5],
    [{ building: 'yes', amenity: 'student_accommodation' }, 2, 2.5],
    [{ building: 'barracks' }, 2, 2.5],
    [{ building: 'yes', military: 'barracks' }, 2, 2.5],
    [{ building: 'nursing_home' }, 1.1, 1.5],
    [{ building: 'yes', amenity: 'nursing_home' }, 1.1, 1.5],
    [{ building: 'yes', amenity: 'social_facility', social_facility: 'assisted_living' }, 1.1, 1.5],
    [{ building: 'yes', amenity: 'prison' }, 1, 1.1],
  ])(
    'of %j is that of people with less floor than in a dwelling, and they live there',
    (tags, least, most) => {
      const { dwellingShare, isDwelling } = buildingUse(tags);
      expect(dwellingShare).toBeGreaterThanOrEqual(least);
      expect(dwellingShare).toBeLessThanOrEqual(most);
      expect(isDwelling).toBe(true);
    },
  );

  test('is zero for reported dwellings of an uninhabited building', () => {
    const empty = { building: 'apartments', 'building:flats': '40', abandoned: 'yes' };
    expect(buildingUse(empty)).toMatchObject({ dwellingShare: 0, dwellings: 0, isDwelling: false });
  });

  test('is said outright of homes alone', () => {
    const homes = ['house', 'detached', 'semidetached_house', 'terrace', 'bungalow', 'villa', 'farm', 'apartments', 'residential', 'dormitory', 'nursing_home', 'barracks', 'prison']; // biome-ignore format: a line
    for (const building of homes) expect(buildingUse({ building }).isDwelling, building).toBe(true);
    for (const building of ['yes', 'hotel', 'office', 'garage', ''])
      expect(buildingUse({ building }).isDwelling, building).toBe(false);
    expect(buildingUse({}).isDwelling).toBe(false);
  });
});

describe('the floors of a building', () => {
  test.each<[Tags, least: number, most: number]>([
    [{ building: 'yes' }, 0, Infinity],
    [{}, 0, Infinity],
    [{ building: 'apartments' }, 3, Infinity],
    [{ building: 'residential' }, 2, Infinity],
    [{ building: 'apartments', 'building:levels': '1' }, 1, 1],
    [{ 'building:levels': '7' }, 7, 7],
    [{ 'building:levels': '2.5' }, 2.5, 2.5],
    [{ 'building:levels': '2.346' }, 2.35, 2.35],
    [{ 'building:levels': '0.4' }, 1, 1],
    [{ 'building:levels': '165' }, 165, 165],
    [{ 'building:levels': '4', height: '30' }, 4, 4],
    [{ 'building:levels': '166', height: '30' }, 10, 10],
    [{ 'building:levels': '0', height: '30' }, 10, 10],
    [{ 'building:levels': 'many', height: '30' }, 10, 10],
    [{ height: '10 m' }, 3, 3],
    [{ height: '11' }, 4, 4],
    [{ height: '0.5' }, 1, 1],
    [{ height: '495' }, 165, 165],
    [{ height: '496' }, 0, Infinity],
    [{ height: '0' }, 0, Infinity],
    [{ height: '-6' }, 0, Infinity],
    [{ building: 'residential', height: '3' }, 1, 1],
  ])('%j: %d to %d', (tags, least, most) => {
    const { leastFloors, mostFloors } = buildingUse(tags);
    expect([leastFloors, mostFloors]).toEqual([least, most]);
  });

  test('a house without a number has between one and one and a half dwellings', () => {
    for (const building of ['house', 'detached', 'semidetached_house', 'terrace', 'bungalow', 'villa']) {
      const { leastFloors, mostFloors } = buildingUse({ building });
      expect(leastFloors).toBe(0);
      expect(mostFloors).toBeGreaterThan(1);
      expect(mostFloors).toBeLessThan(1.5);
    }
  });
});

test.each<[Tags, number | null, number | null]>([
  [{}, null, null],
  [{ 'building:flats': '12' }, 12, null],
  [{ 'building:flats': ' 12.0 ' }, 12, null],
  [{ 'building:flats': '0' }, 0, null],
  [{ 'building:flats': '12.5' }, null, null],
  [{ 'building:flats': '-3' }, null, null],
  [{ 'building:flats': '10-12' }, null, null],
  [{ 'building:flats': '20000' }, 20_000, null],
  [{ 'building:flats': '20001' }, null, null],
  [{ height: '7.25' }, null, 7.25],
  [{ height: '7.25', 'building:levels': '9' }, null, 7.25],
  [{ height: '495' }, null, 495],
  [{ height: '495.1' }, null, null],
  [{ height: 'high' }, null, null],
])('%j: %s dwellings, %s m', (tags, dwellings, height_m) => {
  expect(buildingUse(tags)).toMatchObject({ dwellings, height_m });
});

test('has capacity by day for each floor: an office much, a shop less, a home hardly any', () => {
  const capacityIn = (building: string, levels?: string): number =>
    buildingUse({ building, ...(levels === undefined ? {} : { 'building:levels': levels }) }).byDay
      .capacityAtWork_m2;
  for (const building of ['office', 'retail', 'house', 'yes']) {
    expect(capacityIn(building, '4')).toBeCloseTo(4 * capacityIn(building), 9);
    expect(capacityIn(building, '1')).toBe(capacityIn(building));
  }
  const kinds = ['school', 'office', 'government', 'hospital', 'industrial', 'hotel', 'yes', 'warehouse', 'house'].map((building) => capacityIn(building)); // biome-ignore format: a line
  expect(kinds).toEqual(kinds.toSorted((a, b) => b - a));
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(capacityIn('yes')).toBeCloseTo(10 * capacityIn('house'), 9);
  expect(buildingUse({}).byDay.capacityAtWork_m2).toBe(capacityIn('yes'));
});

test('persons at work have the floor that the Employment Density Guide gives them, rounded to fives, and pupils 12 m²', () => {
  /** HCA, 2015: floor area a person by kind. */
  const ranges: readonly [building: string, least_m2: number, most_m2: number][] = [
    ['office', 8, 15],
    ['retail', 15, 30],
    ['supermarket', 15, 30],
    ['industrial', 36, 47],
    ['warehouse', 70, 95],
  ];
  for (const [building, least_m2, most_m2] of ranges) {
    const floor_m2 = 1 / buildingUse({ building }).byDay.capacityAtWork_m2;
    expect(floor_m2).toBeGreaterThanOrEqual(least_m2);
    expect(floor_m2).toBeLessThanOrEqual(most_m2 + 1e-9);
  }
  const rounded = ['office', 'commercial', 'retail', 'supermarket', 'hotel', 'industrial', 'manufacture', 'warehouse', 'university', 'college', 'hospital', 'public', 'civic', 'government']; // biome-ignore format: a line
  for (const building of rounded) {
    const fives = 1 / buildingUse({ building }).byDay.capacityAtWork_m2 / 5;
    expect(fives, building).toBeCloseTo(Math.round(fives), 9);
  }
  for (const building of ['school', 'kindergarten'])
    expect(1 / buildingUse({ building }).byDay.capacityAtWork_m2, building).toBeCloseTo(12, 9);
});

test.each<[Tags, boolean]>([
  [{}, false],
  [{ building: 'yes' }, true],
  [{ building: 'no' }, false],
  [{ building: 'demolished' }, false],
  [{ building: 'proposed' }, false],
  [{ building: 'razed' }, false],
  [{ building: 'house', demolished: 'yes' }, false],
  [{ building: 'house', razed: 'yes' }, false],
  [{ building: 'apartments', proposed: 'yes' }, false],
  [{ building: 'apartments', proposed: 'no' }, true],
  [{ building: 'yes', location: 'underground' }, true],
  [{ building: 'construction' }, true],
  [{ building: 'house', abandoned: 'yes' }, true],
])('a building stands there with %j: %s', (tags, stands) => expect(isBuilding(tags)).toBe(stands));

test.each<[Tags, string | null]>([
  [{}, null],
  [{ amenity: 'prison' }, null],
  [{ landuse: 'residential' }, null],
  [{ landuse: 'forest' }, null],
  [{ landuse: 'cemetery' }, NONE],
  [{ landuse: 'military' }, NONE],
  [{ landuse: 'industrial' }, HARDLY],
  [{ landuse: 'retail' }, HARDLY],
  [{ landuse: 'farmyard' }, SOME],
  [{ landuse: 'industrial', building: 'yes' }, null],
  [{ amenity: 'school' }, NONE],
  [{ amenity: 'school', building: 'school' }, null],
  [{ amenity: 'restaurant' }, null],
  [{ leisure: 'marina' }, NONE],
  [{ leisure: 'park' }, null],
  [{ aeroway: 'aerodrome' }, NONE],
  [{ aeroway: 'runway' }, null],
  [{ landuse: 'farmyard', amenity: 'school' }, NONE],
])('land with %j has %s of its buildings as dwellings', (tags, share) => {
  const found = dwellingShareOfArea(tags);
  expect(found === null ? null : classOf(found)).toBe(share);
});
