import fc from 'fast-check';
import { cellToLatLng, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import {
  describeWeights,
  inhabitantsOf,
  learnWeights,
  weightingClasses,
  weightsIn,
} from '../../tiles-builder/daytime/survey-weights.ts';
import { numberInPartition, partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { peopleFrom } from './partition-columns.ts';

const cellAt = (lat: number, lon: number) => latLngToCell(lat, lon, 12);
const west = cellAt(48.1, -1.7);
const east = cellAt(48.1, -1.6);
const far = cellAt(48.9, 2.3);
const living = (home: Cell, persons: number) => ({ home, persons });
type Home = ReturnType<typeof living>;

const personsIn = (homes: readonly Home[]) => ({
  home: Uint32Array.from(homes, ({ home }) => numberInPartition(home)),
  persons: Float64Array.from(homes, ({ persons }) => persons),
});

function weigh(homes: readonly Home[], people: ReadonlyMap<Cell, number>, earlier: readonly Cell[] = []) {
  const partitions = new Set([...homes.map(({ home }) => home), ...people.keys()].map(partitionOf));
  const classesIn = new Map(
    Array.from(partitions, (partition) => [
      partition,
      weightingClasses(
        personsIn(homes.filter(({ home }) => partitionOf(home) === partition)),
        inhabitantsOf(
          partition,
          peopleFrom(new Map([...people].filter(([cell]) => partitionOf(cell) === partition))),
        ),
        earlier.filter((cell) => partitionOf(cell) === partition),
      ),
    ]),
  );
  const classes = [...classesIn.values()].flat();
  const parameters = learnWeights(classes);
  return {
    classes,
    parameters,
    of: (home: Cell) =>
      weightsIn(classesIn.get(partitionOf(home)) ?? [], parameters)(numberInPartition(home)),
    report: describeWeights(classes, parameters),
  };
}

describe('survey weights', () => {
  test('merge areas without enough persons within a partition, and partitions without enough to one residual class', () => {
    const people = new Map([
      [west, 64_000],
      [east, 64_000],
      [far, 90_000],
      [cellAt(57, 12), 30_000],
    ]);
    const { of } = weigh([living(west, 30), living(east, 2), living(far, 10)], people);
    expect(of(west)).toBe(of(east));
    expect(of(west)).toBeCloseTo(4, 12);
    expect(of(far)).toBeCloseTo(12, 12);
  });

  test('are trimmed far above the median, and the sum stays', () => {
    const { of, report } = weigh(
      [living(west, 300), living(east, 30)],
      new Map([
        [west, 300_000],
        [east, 1_500_000],
      ]),
    );
    expect(of(east) / of(west)).toBeCloseTo(5, 9);
    expect(300 * of(west) + 30 * of(east)).toBeCloseTo(1_800, 9);
    expect(report.persons_trimmed).toBe(30);
  });

  test('of a later version have the same classes, and the inhabitants of one that is empty are raised over all', () => {
    const people = new Map([
      [west, 64_000],
      [east, 64_000],
    ]);
    const before = weigh([living(west, 32), living(east, 32)], people);
    const cells = before.classes.map(({ cell }) => cell!);
    const one = weigh([living(west, 31), living(east, 32)], people, cells);
    expect(one.of(west)).toBeCloseTo(64 / 31, 12);
    expect(one.of(east)).toBe(before.of(east));
    const empty = weigh([living(west, 32)], people, cells);
    expect(empty.of(west)).toBeCloseTo(4, 12);
  });

  test('add up to exactly the inhabitants', () => {
    const homes = gridDisk(cellToParent(west, 7), 4).map((area) => cellAt(...cellToLatLng(area)));
    let trimmed = 0;
    const property = fc.property(
      fc.array(fc.tuple(fc.nat(homes.length - 1), fc.integer({ min: 1, max: 60 }), fc.nat(400_000)), {
        minLength: 20,
        maxLength: 60,
      }),
      (list) => {
        const persons = list.map(([i, persons]) => living(homes[i], persons));
        const people = new Map(list.map(([i, , millipersons]) => [homes[i], millipersons + 1]));
        const { of, report } = weigh(persons, people);
        const weighted = persons.reduce((sum, { home, persons }) => sum + persons * of(home), 0);
        const inhabitants = [...people.values()].reduce((sum, count) => sum + count, 0) / 1000;
        expect(weighted / inhabitants).toBeCloseTo(1, 9);
        if (report.persons_trimmed > 0) trimmed++;
      },
    );
    fc.assert(property, { seed: 6, numRuns: 50 });
    fc.assert(property, { numRuns: 20 });
    expect(trimmed).toBeGreaterThan(0);
  });
});
