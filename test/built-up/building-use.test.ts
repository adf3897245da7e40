/** What tags tell of a building, kind by kind, and at the ends of what is believed. */
import { describe, expect, test } from 'vitest';
import { buildingUse } from '../../tiles-builder/built-up/building-use.ts';
import { dwellingShareOfArea } from '../../tiles-builder/built-up/land-use.ts';
import type { Tags } from '../../tiles-builder/records.ts';

const [NONE, HARDLY, SOME, ALL] = ['none', 'hardly', 'some', 'all'] as const;

/** How much of a building is dwellings, in the words of its classes. */
function classOf(dwellingShare: number): string {
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
    [{ building: 'farm' }, HARDLY],
    [{ building: 'yes', amenity: 'restaurant' }, HARDLY],
    [{ building: 'yes', amenity: 'restaurant', wall: 'no' }, NONE],
    [{ building: 'yes', tourism: 'museum' }, HARDLY],
    [{ building: 'yes', tourism: 'apartment' }, ALL],
    [{ building: 'yes', shop: 'bakery' }, SOME],
    [{ building: 'yes', office: 'lawyer' }, SOME],
    [{ building: 'yes', craft: 'tailor' }, SOME],
    [{ building: 'yes', shop: 'bakery', amenity: 'cafe' }, HARDLY],
  ])('%j: %s', (tags, share) => expect(classOf(buildingUse(tags).dwellingShare)).toBe(share));

  test('is said outright of homes alone', () => {
    const homes = ['house', 'detached', 'semidetached_house', 'terrace', 'bungalow', 'villa', 'apartments', 'residential', 'dormitory']; // biome-ignore format: a line
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

  test('of a house without a number are more than one and less than one and a half, as another family has no room above', () => {
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

test('has room by day floor by floor: in an office much, in a shop less, and in a home hardly any', () => {
  const roomIn = (building: string, levels?: string): number =>
    buildingUse({ building, ...(levels === undefined ? {} : { 'building:levels': levels }) }).roomAtWork_m2;
  for (const building of ['office', 'retail', 'house', 'yes']) {
    expect(roomIn(building, '4')).toBeCloseTo(4 * roomIn(building), 9);
    expect(roomIn(building, '1')).toBe(roomIn(building));
  }
  const kinds = ['school', 'office', 'government', 'hospital', 'industrial', 'hotel', 'yes', 'warehouse', 'house'].map((building) => roomIn(building)); // biome-ignore format: a line
  expect(kinds).toEqual(kinds.toSorted((a, b) => b - a));
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(roomIn('yes')).toBeCloseTo(10 * roomIn('house'), 9);
  expect(buildingUse({}).roomAtWork_m2).toBe(roomIn('yes'));
});

test('persons at work have the floor that the Employment Density Guide gives them, rounded to fives, and pupils 12 m²', () => {
  /** HCA, 2015: square metres of floor by kind, from those of call centres and offices to those of large stores. */
  const ranges: readonly [building: string, least_m2: number, most_m2: number][] = [
    ['office', 8, 15],
    ['retail', 15, 30],
    ['supermarket', 15, 30],
    ['industrial', 36, 47],
    ['warehouse', 70, 95],
  ];
  for (const [building, least_m2, most_m2] of ranges) {
    const floor_m2 = 1 / buildingUse({ building }).roomAtWork_m2;
    expect(floor_m2).toBeGreaterThanOrEqual(least_m2);
    expect(floor_m2).toBeLessThanOrEqual(most_m2 + 1e-9);
  }
  const rounded = ['office', 'commercial', 'retail', 'supermarket', 'hotel', 'industrial', 'manufacture', 'warehouse', 'university', 'college', 'hospital', 'public', 'civic', 'government']; // biome-ignore format: a line
  for (const building of rounded) {
    const fives = 1 / buildingUse({ building }).roomAtWork_m2 / 5;
    expect(fives, building).toBeCloseTo(Math.round(fives), 9);
  }
  for (const building of ['school', 'kindergarten'])
    expect(1 / buildingUse({ building }).roomAtWork_m2, building).toBeCloseTo(12, 9);
});

test.each<[Tags, string | null]>([
  [{}, null],
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
