import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { roundToMillipersons } from '../../tiles-builder/base/numbers/round-to-millipersons.ts';
import { centresIn, compareHalves, type HalfCounts } from '../../tiles-builder/daytime/compare-splits.ts';
import {
  followVariance,
  type VarianceTable,
  varianceBy,
  varianceTable,
} from '../../tiles-builder/daytime/learn-variance.ts';
import { cellOf, type PanelPersons, personsOf } from '../../tiles-builder/daytime/panel-persons.ts';
import { NOBODY } from '../../tiles-builder/daytime/partition-columns.ts';
import {
  byHalf,
  type Halves,
  type Split,
  seedsOf,
  splitPersons,
  splitsOf,
} from '../../tiles-builder/daytime/split-halves.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { peopleByArea } from './partition-columns.ts';

const PERSONS = 4_000;
const WEIGHT = 20;
const TOTAL = PERSONS * WEIGHT;
const middle = latLngToCell(47.1, 2.4, 12);
const near = gridDisk(middle, 150);
const random = new Random(5);
const drawPanel = (): PanelPersons[] =>
  random
    .order(near, () => 1)
    .slice(0, PERSONS)
    .map((cell) => ({ home: cell, occupation: cell, persons: 1 }));
const panel = drawPanel();

function halvesOf(panel: readonly PanelPersons[], split: Split): Halves<PanelPersons[]> {
  const columns = personsOf(panel);
  return byHalf(splitPersons(columns.persons, seedsOf(columns), split), (persons) =>
    Array.from(persons, (count, row) => ({
      home: cellOf(columns.home[row]),
      occupation: cellOf(columns.occupation[row]),
      persons: count,
    })).filter(({ persons }) => persons > 0),
  );
}
const living = roundToMillipersons(new Map(near.map((cell) => [cell, TOTAL / near.length])));

/** @param weight twice that of the whole panel */
function peopleAt(half: readonly PanelPersons[], placeOf: (cell: Cell) => Cell, weight = 2 * WEIGHT) {
  const people = new Map<Cell, number>();
  for (const { occupation, persons } of half) {
    const cell = placeOf(occupation!);
    people.set(cell, (people.get(cell) ?? 0) + weight * persons);
  }
  return peopleByArea(roundToMillipersons(people));
}

function learnVariance(
  panel: readonly PanelPersons[],
  weight: number,
  total: number,
  living: ReadonlyMap<Cell, number>,
  countHalf: (half: readonly PanelPersons[]) => HalfCounts,
) {
  const persons = panel.reduce((sum, each) => sum + each.persons, 0);
  const zones = splitsOf(persons).flatMap((split) => {
    return compareHalves(byHalf(halvesOf(panel, split), countHalf), peopleByArea(living), {
      centresOf: centresIn(partitionOf(middle)),
      ...{ weight, zones: 600, seed: `town ${split.number}` },
    });
  });
  return varianceBy(varianceTable(zones, weight, total), total);
}

describe('learnVariance', () => {
  test('finds the variance of drawing a panel at random where people are counted where they are found', () => {
    const learnt = [panel, drawPanel(), drawPanel(), drawPanel()].map((panel) => {
      const asInPanel = roundToMillipersons(new Map(panel.map(({ home }) => [home, WEIGHT])));
      return learnVariance(panel, WEIGHT, TOTAL, asInPanel, (half) => {
        const found = peopleAt(half, (cell) => cell);
        return { released: found, found, homes: found, share_at_home: 1 };
      });
    });
    for (const people of [500, 2_000, 8_000]) {
      const variance = learnt.reduce((sum, varianceOf) => sum + varianceOf(people), 0) / learnt.length;
      expect(variance).toBeGreaterThan(0.7 * (WEIGHT - 1));
      expect(variance).toBeLessThan(1.4 * (WEIGHT - 1));
    }
  });

  test('finds that people are counted 700 m from where they are found', () => {
    const aside = (cell: Cell): Cell => {
      const [lat, lon] = cellToLatLng(cell);
      return latLngToCell(lat + 700 / 111_195, lon, 12);
    };
    const learn = (placeOf: (cell: Cell) => Cell) =>
      learnVariance(panel, WEIGHT, TOTAL, new Map(), (half) => ({
        released: peopleAt(half, placeOf),
        found: peopleAt(half, (cell) => cell),
        homes: NOBODY,
        share_at_home: 0,
      }));
    for (const people of [2_000, 8_000]) {
      expect(learn(aside)(people)).toBeGreaterThan(2 * learn((cell) => cell)(people));
    }
  });

  test('finds that a person in the east is likelier to be in the panel, by the homes', () => {
    const [, lonOfMiddle] = cellToLatLng(middle);
    const isEast = ({ home }: PanelPersons): boolean => cellToLatLng(home)[1] > lonOfMiddle;
    const uneven = panel.filter((person) => isEast(person) || random.chance(0.6));
    const weight = TOTAL / uneven.length;
    const learn = (share_at_home: number): number =>
      learnVariance(uneven, weight, TOTAL, living, (half) => {
        const found = peopleAt(half, (cell) => cell, 2 * weight);
        return { released: found, found, homes: found, share_at_home };
      })(8_000);
    const [byDrawing, someAtHome, allAtHome] = [0, 0.2, 1].map(learn);
    expect(byDrawing).toBeLessThan(2 * weight);
    // Halves deviate by a quarter, 2,000 of 8,000: a variance of 500 each.
    expect(allAtHome).toBeGreaterThan(200);
    expect(allAtHome).toBeLessThan(800);
    expect(someAtHome - byDrawing).toBeCloseTo((allAtHome - byDrawing) / 5, 6);
  });

  test('splits persons by their cells alone, whatever their order, and each split otherwise', () => {
    const [split, another] = splitsOf(PERSONS);
    const nameOf = ({ home, persons }: PanelPersons): string => `${home} ${persons}`;
    const [one, other] = halvesOf(panel, split);
    expect(one.length / (one.length + other.length)).toBeCloseTo(0.5, 1);
    expect([...one, ...other].map(nameOf).sort()).toEqual(panel.map(nameOf).sort());
    const turned = halvesOf(panel.toReversed(), split)[0];
    expect(turned.map(nameOf).sort()).toEqual(one.map(nameOf).sort());
    expect(halvesOf(panel, another)[0].map(nameOf).sort()).not.toEqual(one.map(nameOf).sort());
  });

  test('lets a count tell nothing but the total where the panel is too small to be split', () => {
    expect(varianceBy(varianceTable([], WEIGHT, TOTAL), TOTAL)(1_000)).toBe(TOTAL);
  });
});

describe('a version that follows another', () => {
  const earlier: VarianceTable = [20, 200, 2_000, 20_000].map((people, i) => [people, 10 + 5 * i]);
  const times = (factor: number): VarianceTable => earlier.map(([people, v]) => [people, v * factor]);

  test.each([0.8, 0.99, 1, 1.01, 1.3])('keeps its variances where its own are %d of them', (factor) => {
    expect(followVariance(times(factor), earlier)).toBe(earlier);
  });

  test.each([0.5, 0.7, 1.4, 3])('takes its own where these are %d of them', (factor) => {
    const own = times(factor);
    expect(followVariance(own, earlier)).toBe(own);
  });

  test('takes its own where either panel was too small to tell', () => {
    expect(followVariance([], earlier)).toEqual([]);
    expect(followVariance(earlier, [])).toBe(earlier);
    expect(followVariance(earlier, undefined)).toBe(earlier);
  });
});
