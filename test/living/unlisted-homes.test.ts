import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXPECTED_PER_PERSON } from '../../tiles-builder/living/homes.ts';
import { rasterPlaceAt } from '../../tiles-builder/living/square-raster.ts';
import { UnlistedHomes } from '../../tiles-builder/living/unlisted-homes.ts';

const GRID = { projection: 'EPSG:3035', cell_m: 1_000 };
const home = fc.record({
  lon: fc.double({ min: 7.3, max: 7.36, noNaN: true }),
  lat: fc.double({ min: 43.7, max: 43.74, noNaN: true }),
  expected: fc.integer({ min: 1, max: 9 }).map((people) => people * EXPECTED_PER_PERSON),
  isMapped: fc.boolean(),
  isListed: fc.boolean(),
  area: fc.nat(2),
});
const sumOf = (homes: readonly { readonly expected: number }[]): number =>
  homes.reduce((sum, { expected }) => sum + expected, 0);

const holds = fc.property(fc.array(home, { maxLength: 40 }), (homes) => {
  const all = new UnlistedHomes(GRID);
  for (const area of [0, 1, 2]) {
    const own = new UnlistedHomes(GRID);
    for (const { lon, lat, expected, isMapped, isListed } of homes.filter((one) => one.area === area)) {
      if (isListed) own.addListed(expected, isMapped);
      else own.add(lon, lat, expected, isMapped);
    }
    all.addSums(own.sums());
  }
  const listed = homes.filter(({ isListed }) => isListed);
  const missingShare =
    listed.length > 0 ? sumOf(listed.filter(({ isMapped }) => !isMapped)) / sumOf(listed) : 1;
  const places = new Map<string, (typeof homes)[number][]>();
  for (const one of homes.filter(({ isListed }) => !isListed)) {
    const { column, row } = rasterPlaceAt([one.lon, one.lat], GRID);
    const key = `${column} ${row}`;
    places.set(key, [...(places.get(key) ?? []), one]);
  }
  const likely = new Map([...all.likely()].map((cell) => [`${cell.column} ${cell.row}`, cell]));
  for (const [key, own] of places) {
    const mapped = own.filter(({ isMapped }) => isMapped);
    const missing = own.filter(({ isMapped }) => !isMapped);
    const expected_people = (sumOf(mapped) + missingShare * sumOf(missing)) / EXPECTED_PER_PERSON;
    if (expected_people === 0) expect(likely.has(key)).toBe(false);
    else {
      expect(likely.get(key)!.expected_people).toBeCloseTo(expected_people, 6);
    }
    likely.delete(key);
  }
  expect(likely.size).toBe(0);
});

test('sums of partitions are those of all homes, and houses are as likely missing as among listed homes', () => {
  fc.assert(holds, { seed: 19, numRuns: 200 });
  fc.assert(holds, { numRuns: 50 });
});

test('for a census without squares, unlisted homes are not considered', () => {
  const homes = new UnlistedHomes(null);
  homes.add(7.3, 43.7, 5, true);
  expect([...homes.likely()]).toEqual([]);
});
