/** Two versions disclose only what the census office publishes. */
import { describe, expect, test } from 'vitest';
import { livingInterval } from '../../src/count/count-interval.ts';
import { countPeople } from '../../src/count/count-people.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Position, Ring } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { CensusUnit } from '../../tiles-builder/base/records.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';
import { allocate, type Dwelling, homesOf } from './allocate-censuses.ts';

const [COLUMNS, ROWS, SIDE_M] = [4, 3, 300];
const plane = localPlane([6.15, 46.2]);
const rectangle = rectanglesOn(plane);
const random = new Random(17);
const numbers = [...Array(COLUMNS * ROWS).keys()];
const cornerOf = (unit: number): Position => [(unit % COLUMNS) * SIDE_M, Math.floor(unit / COLUMNS) * SIDE_M];
const published = numbers.map(() => random.integer(40, 200));
const dwellings = numbers.flatMap((unit) =>
  Array.from({ length: 12 }, (): Dwelling => {
    const [x, y] = cornerOf(unit).map((corner) => corner + random.between(20, SIDE_M - 35));
    return { footprint: [[rectangle(x, y, 14, 10)]], people_per_m2: random.between(0.01, 0.1), mapped: true };
  }),
);
const everywhere = [[rectangle(-1_000, -1_000, 5_000, 5_000)]];

interface Version {
  readonly people: ReadonlyMap<Cell, number>;
  readonly unitOf: (cell: Cell) => number;
  readonly count: (zone: Ring) => Promise<{ people: number; width: number }>;
}

function versionOf(census: readonly number[]): Version {
  const units = numbers.map(
    (unit): CensusUnit => ({
      id: `${unit}`,
      outline: [[rectangle(...cornerOf(unit), SIDE_M, SIDE_M)]],
      people: census[unit],
    }),
  );
  const { people, allocations } = allocate([{ units, coverage: everywhere }], homesOf(dwellings), everywhere);
  const most = new Map<Cell, { unit: number; millipersons: number }>();
  for (const { cell, unit, millipersons } of allocations) {
    if (millipersons > (most.get(cell)?.millipersons ?? 0)) most.set(cell, { unit, millipersons });
  }
  const unitOf = (cell: Cell): number => most.get(cell)!.unit;
  const persons = new Map([...people].map(([cell, own]) => [cell, own / MILLIPERSONS]));
  const dataset = countDataset({ living: tilesOf(persons, unitOf) });
  const model = { usual_people: 120, relative_error: 0.3 };
  const count: Version['count'] = async (zone) => {
    const { people: counted, units: cut } = await countPeople('living', [[zone]], dataset.reader());
    const { low, high } = livingInterval(model, counted, cut!);
    return { people: counted, width: high - low };
  };
  return { people, unitOf, count };
}

const GROWN = 5;
const before = versionOf(published);
const after = versionOf(published.with(GROWN, published[GROWN] + 1));

/** Where intervals along a row are as narrow as whole units'. */
async function endsFound({ count }: Version, row: number): Promise<{ at_m: number; people: number }[]> {
  const ends: { at_m: number; people: number }[] = [];
  for (let at_m = SIDE_M / 4; at_m <= COLUMNS * SIDE_M; at_m += SIDE_M / 4) {
    const { people, width } = await count(rectangle(0, row * SIDE_M, at_m, SIDE_M));
    if (width <= 3) ends.push({ at_m, people });
  }
  return ends;
}

describe('two versions of living counts', () => {
  test("intervals disclose the units' borders and people, as published, in either version", async () => {
    for (const [version, census] of [
      [before, published],
      [after, published.with(GROWN, published[GROWN] + 1)],
    ] as const) {
      const row = Math.floor(GROWN / COLUMNS);
      const ends = await endsFound(version, row);
      expect(ends.map(({ at_m }) => at_m)).toEqual([1, 2, 3, 4].map((units) => units * SIDE_M));
      const people = ends.map((end, i) => Math.round(end.people - (ends[i - 1]?.people ?? 0)));
      expect(people).toEqual(census.slice(row * COLUMNS, (row + 1) * COLUMNS));
    }
  });

  test("cells change in proportion to the published change of their unit, not by the new person's home", () => {
    const growth = 1 + 1 / published[GROWN];
    expect([...after.people.keys()]).toEqual([...before.people.keys()]);
    let changed = 0;
    for (const [cell, own] of before.people) {
      const isOfGrown = before.unitOf(cell) === GROWN;
      const expected = isOfGrown ? own * growth : own;
      // Less than a thousandth off each.
      expect(Math.abs(after.people.get(cell)! - expected)).toBeLessThanOrEqual(isOfGrown ? 2 : 0);
      if (after.people.get(cell) !== own) changed++;
    }
    expect(changed).toBeGreaterThan(12);
  });
});
