import { cellToCenterChild, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { countInterval } from '../../src/count/count-interval.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { addTo } from '../../tiles-builder/base/numbers/add-to.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { roundToMillipersons } from '../../tiles-builder/base/numbers/round-to-millipersons.ts';
import { roundByKey } from '../../tiles-builder/daytime/keyed-rounding.ts';
import type { VarianceTable } from '../../tiles-builder/daytime/learn-variance.ts';
import { learnErrors } from '../../tiles-builder/daytime/sum-panel.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { countPanel } from '../experiments/count-panel.ts';

test('a town whose every fourth inhabitant is in the panel is off by that, beside one whose every inhabitant is', () => {
  const random = new Random(4);
  const inhabitantsOf = (lat: number) => {
    const town = gridDisk(latLngToCell(lat, 2.4, 12), 25);
    return Array.from({ length: 4_000 }, () => town[random.integer(0, town.length - 1)]);
  };
  const [whole, quarter] = [inhabitantsOf(47.1), inhabitantsOf(47.3)];
  const panel = [...whole, ...quarter.filter((_, i) => i % 4 === 0)].map((home) => ({
    home,
    occupation: home,
    persons: 1,
  }));
  const inhabitants = new Map<Cell, number>();
  for (const home of [...whole, ...quarter]) addTo(inhabitants, home, 1);
  const { errorModel } = countPanel(panel, {
    living: roundToMillipersons(inhabitants),
    places: inhabitants,
    isLivingKnown: () => true,
    isCounted: () => true,
  });
  const { low, high } = countInterval(errorModel, 600);
  const variance = ((high - low) / 2 / 1.645) ** 2 / (600 * (1 - 600 / 8_000));
  // By town, drawing gives 0 or 3 each.
  expect(variance).toBeGreaterThan(1.2);
  expect(variance).toBeLessThan(2);
});

test('a town counts the same alone and inside a country, by the same parameters', () => {
  const random = new Random(12);
  const townAt = (lat: number) => {
    const cells = gridDisk(latLngToCell(lat, 2.4, 12), 40);
    return {
      cells,
      panel: Array.from({ length: 700 }, () => {
        const home = cells[random.integer(0, cells.length - 1)];
        const occupation = random.chance(0.4) ? home : cells[random.integer(0, cells.length >> 3)];
        return { home, occupation, persons: 1 };
      }),
    };
  };
  const known = (towns: readonly ReturnType<typeof townAt>[]) => {
    const cells = towns.flatMap((town) => town.cells);
    return {
      living: new Map(cells.map((cell, i) => [cell, 1_000 + (i % 13)])),
      places: new Map(cells.map((cell, i) => [cell, 1 + (i % 7)])),
      isLivingKnown: () => true,
      isCounted: () => true,
    };
  };
  const town = townAt(47.1);
  const country = [town, townAt(48.3), townAt(49.5), townAt(45.2)];
  const secret = new Uint8Array(32).fill(5);
  const panel = country.flatMap((town) => town.panel);
  const whole = countPanel(panel, known(country), { secret });
  const alone = countPanel(town.panel, known([town]), { secret, parameters: whole.toFollow.parameters });
  const partitions = new Set(town.cells.map(partitionOf));
  const inTown = ({ cell }: { readonly cell: Cell }): boolean => partitions.has(partitionOf(cell));
  expect(alone.toFollow.groups.length).toBeGreaterThan(20);
  expect(whole.toFollow.groups.filter(inTown)).toEqual(alone.toFollow.groups);
  expect([...whole.people].filter(([cell]) => partitions.has(partitionOf(cell))).sort()).toEqual(
    [...alone.people].sort(),
  );
  expect(alone.toFollow.parameters).toEqual(whole.toFollow.parameters);
  expect(whole.total_millipersons).toBeGreaterThan(2 * alone.total_millipersons);
});

test('holds the people of all groups nine times out of ten, whichever way their figures are rounded', () => {
  const random = new Random(9);
  const panel = gridDisk(latLngToCell(47.1, 2.4, 9), 1).map((block) => {
    const cell = cellToCenterChild(block, 12);
    return { home: cell, occupation: cell, persons: random.integer(12, 30) };
  });
  const { toFollow, weights } = countPanel(panel, {
    living: roundToMillipersons(new Map(panel.map(({ home, persons }) => [home, 20 * persons]))),
    places: panel.map(({ home }) => [home, 1] as const),
    isLivingKnown: () => true,
    isCounted: () => true,
  });
  const { groups, parameters } = toFollow;
  expect(groups.length).toBeGreaterThan(5);
  const truth = groups.reduce((sum, { people }) => sum + people, 0);
  const given = { ...parameters, variance: [[20, 10]] as VarianceTable };
  const held = { above: 0, below: 0 };
  const built = { above: 0, below: 0 };
  for (let key = 0; key < 2_000; key++) {
    const secret = Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
    const round = roundByKey(secret, parameters.rounding_base);
    const total = groups.reduce((sum, { people, cell }) => sum + round(people, cell), 0);
    const options = { secret, parameters: given };
    const { errorModel } = learnErrors([], { groups, weights }, parameters, total, options);
    const { low, high } = countInterval(errorModel, total);
    const side = total < truth ? 'below' : 'above';
    built[side]++;
    if (low <= truth && truth <= high) held[side]++;
  }
  expect(built.below).toBeGreaterThan(800);
  expect(held.below / built.below).toBeGreaterThan(0.87);
  expect((held.above + held.below) / 2_000).toBeGreaterThan(0.87);
  expect((held.above + held.below) / 2_000).toBeLessThan(0.98);
});
