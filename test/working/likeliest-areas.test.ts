import { cellToCenterChild, cellToChildren, cellToParent, gridDisk, gridRing, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { roundToMillipersons } from '../../tiles-builder/numbers/round-to-millipersons.ts';
import {
  numberAtResolution,
  numberInPartition,
  partitionOf,
} from '../../tiles-builder/partitions/partitions.ts';
import { areasNear, likeliestAreaIn } from '../../tiles-builder/working/likeliest-areas.ts';
import { placesIn, sumsOfAreas } from '../../tiles-builder/working/partition-columns.ts';
import { countPanel } from '../experiments/count-panel.ts';

const site = latLngToCell(47.1, 2.4, 11);
const partition = partitionOf(site);
const numberOf = (area: string): number => numberAtResolution(area, 11);

function likeliest(room: ReadonlyMap<string, number>, found: string): number {
  const sorted = [...room]
    .map(([area, size]) => [numberInPartition(cellToCenterChild(area, 12)), size] as const)
    .sort(([a], [b]) => a - b);
  const cells = Uint32Array.from(sorted, ([cell]) => cell);
  const sizes = Float64Array.from(sorted, ([, size]) => size);
  const prior = sumsOfAreas(placesIn(partition, cells, sizes));
  return likeliestAreaIn(prior, areasNear(prior))(numberOf(found));
}

test('who is found beside a building is in it, unless as much room is at their own place', () => {
  const [beside] = gridRing(site, 1);
  const [far] = gridRing(site, 3);
  expect(likeliest(new Map([[site, 50]]), beside)).toBe(numberOf(site));
  expect(likeliest(new Map([[site, 50]]), far)).toBe(numberOf(far));
  expect(
    likeliest(
      new Map([
        [site, 50],
        [beside, 1],
      ]),
      beside,
    ),
  ).toBe(numberOf(site));
  expect(
    likeliest(
      new Map([
        [site, 50],
        [beside, 40],
      ]),
      beside,
    ),
  ).toBe(numberOf(beside));
});

test('people of a large site who are found around it are counted there, not in the houses around', () => {
  const around = gridDisk(site, 1);
  const block = cellToChildren(cellToParent(site, 9), 11).filter((area) => !around.includes(area));
  const places = new Map([
    [cellToCenterChild(site, 12), 100],
    ...block.map((area) => [cellToCenterChild(area, 12), 1] as const),
  ]);
  const homes = block.map((area) => cellToCenterChild(area, 12));
  const panel = Array.from({ length: 140 }, (_, i) => ({
    home: homes[i % homes.length],
    occupation: cellToCenterChild(around[i % around.length], 12),
    persons: 1,
  }));
  const { people } = countPanel(panel, {
    living: roundToMillipersons(new Map(homes.map((home) => [home, 20]))),
    places,
    isLivingKnown: () => true,
    isCounted: () => true,
  });
  const all = [...people.values()].reduce((sum, own) => sum + own, 0);
  expect(people.get(cellToCenterChild(site, 12))! / all).toBeGreaterThan(0.99);
});
