import { cellToCenterChild, cellToChildren, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import {
  type CapacityExponents,
  capacityLikelihoods,
  capacityScales,
  likeliestExponents,
} from '../../tiles-builder/daytime/capacity-exponents.ts';
import { ROADSIDE_PERSONS } from '../../tiles-builder/daytime/parameters.ts';
import { cellInPartition } from '../../tiles-builder/partitions/partitions.ts';
import { peopleFrom, placesFrom, workplacesFrom } from './partition-columns.ts';

type Sizes = ReadonlyMap<string, number>;
const learnCapacityExponents = (
  sizes: Sizes,
  seen: readonly { readonly cell: string; readonly persons: number }[],
  inhabitants?: Sizes,
): CapacityExponents =>
  likeliestExponents([
    capacityLikelihoods(placesFrom(sizes), workplacesFrom(seen), inhabitants && peopleFrom(inhabitants)),
  ]);
function followCapacity(
  sizes: Sizes,
  exponents: CapacityExponents,
  inhabitants?: Sizes,
): Map<string, number> {
  const places = placesFrom(sizes);
  const scaleOf = capacityScales(places, exponents, inhabitants && peopleFrom(inhabitants));
  return new Map(
    Array.from(places.cell, (cell, i) => [
      cellInPartition(places.partition, cell),
      places.size[i] * scaleOf(places.area[i]),
    ]),
  );
}

const random = new Random(16);
const blocks = cellToChildren(latLngToCell(47.1, 2.4, 8), 10);
const cells = blocks.map((block) => cellToCenterChild(block, 12));
const capacity = new Map(cells.map((cell) => [cell, Math.exp(3 * random.normal())]));

function drawPersons(weightOf: (capacity: number) => number) {
  let total = 0;
  const running = Float64Array.from(cells, (cell) => {
    total += weightOf(capacity.get(cell)!);
    return total;
  });
  return Array.from({ length: 2_000 }, () => ({
    cell: cells[random.pickIndex(running)],
    persons: 1,
    people: 20,
  }));
}

const learnExponent = (...[capacity, seen]: Parameters<typeof learnCapacityExponents>): number =>
  learnCapacityExponents(capacity, seen).capacity_exponent;

describe('how far the panel follows capacity', () => {
  test('finds whether people are where there is capacity', () => {
    expect(
      learnExponent(
        capacity,
        drawPersons((size) => size),
      ),
    ).toBeGreaterThanOrEqual(0.875);
    expect(
      learnExponent(
        capacity,
        drawPersons((size) => size ** 0.5),
      ),
    ).toBeCloseTo(0.5, 0.2);
    expect(
      learnExponent(
        capacity,
        drawPersons(() => 1),
      ),
    ).toBeLessThanOrEqual(0.125);
  });
});

describe('roads without buildings', () => {
  const isRoadside = (block: string): boolean => blocks.indexOf(block) % 2 === 1;
  const partly = new Map(
    blocks.flatMap((block) =>
      cellToChildren(block, 12).map(
        (cell) =>
          [
            cell,
            isRoadside(block) ? ROADSIDE_PERSONS : Math.max(0.1, capacity.get(cellToCenterChild(block, 12))!),
          ] as const,
      ),
    ),
  );

  test('hold as many as the panel sees there, and tell nothing of how buildings are followed', () => {
    const capacityOf = (block: string): number =>
      cellToChildren(block, 12).reduce((sum, cell) => sum + partly.get(cell)!, 0);
    const factor = 256;
    const seen = blocks.map((block) => ({
      cell: cellToCenterChild(block, 12),
      persons: Math.round(100 * capacityOf(block) * (isRoadside(block) ? factor : 1)),
    }));
    const exponents = learnCapacityExponents(partly, seen);
    expect(exponents).toEqual({ capacity_exponent: 1, inhabitants_exponent: 0, roadside_factor: factor });
    const spread = followCapacity(partly, exponents);
    for (const { cell, persons } of seen) {
      const block = cellToParent(cell, 10);
      const inBlock = cellToChildren(block, 12).reduce((sum, child) => sum + spread.get(child)!, 0);
      expect(100 * inBlock).toBeCloseTo(persons, -1);
    }
  });
});

/** Cells along roads over 5 km², and a village in one cell of 0.1 km². */
describe('inhabitants', () => {
  const centre = latLngToCell(47.1, 2.4, 7);
  const village = cellToCenterChild(centre, 9);
  const alongRoads = cellToChildren(centre, 10).map((block) => cellToCenterChild(block, 12));
  const even = new Map(alongRoads.map((cell) => [cell, ROADSIDE_PERSONS]));
  const inhabitants = new Map(cellToChildren(village, 12).map((cell) => [cell, 1_000]));
  const isNear = (cell: string): boolean => gridDisk(village, 1).includes(cellToParent(cell, 9));
  const near = alongRoads.filter(isNear);
  const far = alongRoads.filter((cell) => !isNear(cell));

  test('tell where workplaces are that are not mapped, and that there are hardly any where nobody lives', () => {
    const seen = near.map((cell) => ({ cell, persons: 20 }));
    const exponents = learnCapacityExponents(even, seen, inhabitants);
    expect(exponents.inhabitants_exponent).toBe(1);
    const spread = followCapacity(even, exponents, inhabitants);
    const at = (some: readonly string[]): number => some.reduce((sum, cell) => sum + spread.get(cell)!, 0);
    expect(at(far) / (at(far) + at(near))).toBeLessThan(0.05);
  });

  test('count as far as the cells next to theirs, with one more everywhere', () => {
    const exponents = { capacity_exponent: 1, inhabitants_exponent: 0.5, roadside_factor: 1 };
    const spread = followCapacity(even, exponents, inhabitants);
    expect(near).toHaveLength(49);
    for (const cell of alongRoads) {
      const people = isNear(cell) ? 343 : 0;
      expect(spread.get(cell)! / ROADSIDE_PERSONS).toBeCloseTo(Math.sqrt(1 + people), 9);
    }
  });
});

describe('capacity that is followed', () => {
  test('keeps the proportions of cells in a block', () => {
    const [one, two] = cellToChildren(blocks[0], 12);
    const [far] = cellToChildren(blocks[5], 12);
    const raised = followCapacity(
      new Map([
        [one, 1],
        [two, 3],
        [far, 64],
      ]),
      { capacity_exponent: 0.5, inhabitants_exponent: 0, roadside_factor: 1 },
    );
    expect(raised.get(two)! / raised.get(one)!).toBeCloseTo(3, 12);
    expect(raised.get(far)! / (raised.get(one)! + raised.get(two)!)).toBeCloseTo(8 / 2, 12);
  });
});
