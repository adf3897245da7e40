import {
  cellToCenterChild,
  cellToChildren,
  cellToLatLng,
  cellToParent,
  greatCircleDistance,
  gridDisk,
  gridRing,
  latLngToCell,
  UNITS,
} from 'h3-js';
import { describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { likeliestAreaIn } from '../../tiles-builder/daytime/likeliest-areas.ts';
import { LOCATION_ERROR, ROADSIDE_PERSONS } from '../../tiles-builder/daytime/parameters.ts';
import { placesIn } from '../../tiles-builder/daytime/partition-columns.ts';
import {
  cellAtResolution,
  numberInPartition,
  partitionOf,
} from '../../tiles-builder/partitions/partitions.ts';
import { type KnownCells, spreadPanel } from '../experiments/count-panel.ts';

const site = latLngToCell(47.1, 2.4, 11);
const partition = partitionOf(site);

/** @param capacity in the middles of areas */
function likeliestIn(capacity: ReadonlyMap<string, number>, found: string): number {
  const sorted = [...capacity]
    .map(([area, size]) => [numberInPartition(cellToCenterChild(area, 12)), size] as const)
    .sort(([a], [b]) => a - b);
  const cells = Uint32Array.from(sorted, ([cell]) => cell);
  const sizes = Float64Array.from(sorted, ([, size]) => size);
  const places = placesIn(partition, cells, sizes);
  return likeliestAreaIn(places)(numberInPartition(found));
}

test('the likeliest area has the greatest root of capacity times normal density of its distance', () => {
  const random = new Random(1);
  const cells = cellToChildren(cellToParent(site, 8), 12).filter(() => random.chance(0.1));
  const capacity = new Map(cells.map((cell) => [cell, random.unit() ** 4]));
  const places = placesIn(
    partition,
    Uint32Array.from(cells, numberInPartition),
    Float64Array.from(capacity.values()),
  );
  const likeliestArea = likeliestAreaIn(places);
  const cellsOf = Map.groupBy(cells, (cell) => cellToParent(cell, 11));
  /** H3 cells are no regular hexagons: the builder's metres differ a little. */
  const scoreAt = (found: string, area: string, stretch: number): number => {
    const own = cellsOf.get(area)!;
    const middle = [0, 1].map(
      (axis) =>
        own.reduce((sum, cell) => sum + capacity.get(cell)! * cellToLatLng(cell)[axis], 0) /
        own.reduce((sum, cell) => sum + capacity.get(cell)!, 0),
    ) as [number, number];
    const metres = stretch * greatCircleDistance(middle, cellToLatLng(found), UNITS.m);
    const prior = own.reduce((sum, cell) => sum + capacity.get(cell)!, 0) ** 0.5;
    return prior * Math.exp(-((metres / LOCATION_ERROR.deviation_m) ** 2) / 2);
  };
  let elsewhere = 0;
  for (const found of cellToChildren(cellToParent(site, 9), 12)) {
    const near = gridDisk(cellToParent(found, 11), 2).filter((area) => cellsOf.has(area));
    const best = Math.max(...near.map((area) => scoreAt(found, area, 1.07)));
    const chosen = cellAtResolution(partition, likeliestArea(numberInPartition(found)), 11);
    if (chosen !== cellToParent(found, 11)) elsewhere++;
    expect(scoreAt(found, chosen, 0.93)).toBeGreaterThanOrEqual(best);
  }
  expect(elsewhere).toBeGreaterThan(50);
});

describe('along roads without buildings', () => {
  const cells = gridDisk(site, 30).map((area) => cellToCenterChild(area, 12));
  const roads = new Map(cells.map((cell) => [cell, ROADSIDE_PERSONS]));
  const foundAround = (area: string, count: number, random: Random): string[] => {
    const [lat, lon] = cellToLatLng(area);
    const degrees = () => (random.normal() * 25) / 111_195;
    return Array.from({ length: count }, () =>
      latLngToCell(lat + degrees(), lon + degrees() / Math.cos((lat * Math.PI) / 180), 12),
    );
  };

  test('nobody counts farther from where they were found than location errors reach', () => {
    const found = foundAround(site, 40, new Random(3));
    for (const cell of found) {
      const counted = cellAtResolution(partition, likeliestIn(roads, cell), 11);
      const centres = [cellToParent(cell, 11), counted].map((area) => cellToLatLng(area));
      expect(greatCircleDistance(centres[0], centres[1], UNITS.m)).toBeLessThan(110);
    }
  });

  test('in a version that follows another, nobody counts elsewhere because somebody else has left', () => {
    const random = new Random(4);
    const middles = gridRing(site, 12).concat(gridRing(site, 15));
    const home = cellToCenterChild(gridRing(site, 25)[0], 12);
    const panel = middles
      .flatMap((area, i) => foundAround(area, 2 + (i % 17), random))
      .map((occupation) => ({ home, occupation, persons: 1 }));
    const known: KnownCells = {
      living: new Map([[home, 1_000_000]]),
      places: roads,
      isLivingKnown: () => true,
      isCounted: () => true,
    };
    const personsOf = ({ toFollow }: ReturnType<typeof spreadPanel>): number[] =>
      toFollow.groups.map(({ persons }) => persons);
    const first = spreadPanel(panel, known);
    const before = personsOf(first);
    for (let i = 0; i < 20; i++) {
      const fewer = panel.toSpliced(random.integer(0, panel.length - 1), 1);
      const after = personsOf(spreadPanel(fewer, known, { earlier: first.toFollow }));
      expect(after.filter((persons, group) => persons !== before[group]).length).toBeLessThanOrEqual(1);
    }
  });
});
