/** How patchy a map is in a census unit, against the variance over H3 cells of homes at points. */
import { cellToLatLng, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { apportionToPartitions } from '../../tiles-builder/living/apportion-to-partitions.ts';
import type { CountedCensus } from '../../tiles-builder/living/census-on-map.ts';
import { EXPECTED_PER_PERSON } from '../../tiles-builder/living/homes.ts';
import { censusInCoverage, intersectHomes } from '../../tiles-builder/living/intersect-homes.ts';
import { patchiness, zeroSums } from '../../tiles-builder/living/unit-sums.ts';
import { PartitionSpill } from '../../tiles-builder/partitions/partition-spill.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { NOTHING_NESTED } from '../../tiles-builder/sources/census/nest-squares.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { homesOf } from './allocate-censuses.ts';

const partition = partitionOf(latLngToCell(47.1, 2.4, 12));
const [LAT, LON] = cellToLatLng(partition);
const SIDE = 3_000 / METRES_PER_DEGREE;
const box = (lon: number, lat: number, side: number): Zone => [[rectangle(lon, lat, lon + side, lat + side)]];

/** Patchiness of a unit as built, and by brute force. */
function patchinessOf(
  isMapped: (east: number, random: Random) => boolean,
): [built: number, expected: number] {
  const random = new Random(7);
  const homes = Array.from({ length: 2_000 }, () => {
    const [lon, lat] = [LON + random.between(-SIDE, SIDE), LAT + random.between(-SIDE, SIDE)];
    return { lon, lat, people: random.integer(1, 5), mapped: isMapped((lon - LON) / SIDE, random) };
  });
  const units = UnitTable.of([
    { id: 'unit', people: 9, outline: box(LON - 2 * SIDE, LAT - 2 * SIDE, 4 * SIDE) },
  ]);
  const reach = box(LON - 4 * SIDE, LAT - 4 * SIDE, 8 * SIDE);
  const census = {
    source: { units, coverage: null, nesting: NOTHING_NESTED },
    ...{ firstUnit: 3, reach, grid: null },
    ...{ statuses: Uint8Array.of(1), isCounted: Uint8Array.of(1), counts: reach },
  };
  const dwellings = homes.map(({ lon, lat, people, mapped }) => ({
    footprint: box(lon, lat, 1 / METRES_PER_DEGREE),
    ...{ people_per_m2: people / 10, mapped },
  }));
  const { expected } = intersectHomes(partition, homesOf(dwellings).read(partition), [
    censusInCoverage(census, reach)(partition),
  ]);
  const peopleOf = (some: readonly (typeof homes)[number][]): number =>
    some.reduce((sum, { people }) => sum + people, 0);
  const missingIn = (some: readonly (typeof homes)[number][]): number =>
    peopleOf(some.filter(({ mapped }) => !mapped)) / peopleOf(some);
  const blocks = [...Map.groupBy(homes, ({ lon, lat }) => latLngToCell(lat, lon, 8)).values()];
  const mean = missingIn(homes);
  const variance = blocks.reduce(
    (sum, block) => sum + (peopleOf(block) * (missingIn(block) - mean) ** 2) / peopleOf(homes),
    0,
  );
  const evenness = peopleOf(homes) ** 2 / blocks.reduce((sum, block) => sum + peopleOf(block) ** 2, 0);
  expect(evenness).toBeGreaterThan(5);
  return [patchiness(expected[0].sums, 0), ((variance ** 2 / (mean * (1 - mean))) * 5) / evenness];
}

test('is a variance that evens out where half of a unit is mapped, next to nothing where every second home is', () => {
  const [half, expectedHalf] = patchinessOf((east) => east < 0);
  expect(half).toBeGreaterThan(0.02);
  expect(Math.abs(half / expectedHalf - 1)).toBeLessThan(0.02);
  const [even, expectedEven] = patchinessOf((_, random) => random.chance(0.5));
  expect(even).toBeLessThan(0.01);
  expect(Math.abs(even - expectedEven)).toBeLessThan(0.002);
});

test('raises the class of a unit by which its interval follows', () => {
  const folder = temporaryFolderOfTest();
  const outline = box(LON, LAT, SIDE);
  const units = UnitTable.of(['even', 'patchy'].map((id) => ({ id, people: 10, outline })));
  const column = (even: number, patchy: number): Float64Array => Float64Array.of(even, patchy);
  const sums = {
    ...zeroSums(2),
    inside: column(10, 10).map((people) => people * EXPECTED_PER_PERSON),
    insideMapped: column(5, 5).map((people) => people * EXPECTED_PER_PERSON),
    squared: column(20, 20).map((squares) => squares * EXPECTED_PER_PERSON ** 2),
    mixed: column(2.5, 1.634).map((people) => people * EXPECTED_PER_PERSON),
  };
  const people = { inside: column(10_000, 10_000), housed: column(10_000, 10_000) };
  const none = { unit: new Uint32Array(), total: new Float64Array() };
  const found = {
    partition,
    expected: new Map([[partition, { unit: Uint32Array.of(0, 1), total: sums.inside }]]),
    places: none,
  };
  const census = { source: { units }, firstUnit: 0, counts: [], people, sums } as unknown as CountedCensus;
  const apportioned = apportionToPartitions([census], [found], new PartitionSpill(folder));
  // A variance of 0.087 has a patchiness of 0.03 and doubles the ratio: two classes.
  expect([...apportioned.get(partition)!.ratioClass]).toEqual([0, 2]);
});
