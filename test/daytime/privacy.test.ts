/** Attacks by who knows the method, all sizes, and exact figures. */
import fc from 'fast-check';
import { cellToChildren, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import {
  type ByWhereabouts,
  type GroupFigure,
  groupPartition,
  releasePart,
  WHEREABOUTS,
  type Whereabouts,
} from '../../tiles-builder/daytime/count-partition.ts';
import { roundByKey } from '../../tiles-builder/daytime/keyed-rounding.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import { PRIVACY } from '../../tiles-builder/daytime/parameters.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { countPanel, type KnownCells, spreadPanel } from '../experiments/count-panel.ts';
import { membershipIn } from './membership-in.ts';
import { byCell, placesFrom, workplacesFrom } from './partition-columns.ts';

const K = PRIVACY.min_persons;
const quarters = gridDisk(latLngToCell(57.7, 11.97, 9), 1).slice(0, 3);
const cells = quarters.flatMap((quarter) => cellToChildren(quarter, 12));
const places = {
  away: new Map(cells.flatMap((cell, i): [Cell, number][] => (i % 3 === 0 ? [] : [[cell, 1 + (i % 7)]]))),
  at_home: new Map(cells.flatMap((cell, i): [Cell, number][] => (i % 4 === 0 ? [] : [[cell, 1 + (i % 5)]]))),
};

interface Person {
  readonly whereabouts: Whereabouts;
  readonly cell: Cell;
  readonly people: number;
}

function release(
  persons: readonly Person[],
  earlier?: readonly GroupFigure[],
  round?: (people: number, name: string) => number,
  sizes: ByWhereabouts<ReadonlyMap<Cell, number>> = places,
) {
  const of = (whereabouts: Whereabouts) =>
    workplacesFrom(
      persons
        .filter((person) => person.whereabouts === whereabouts)
        .map(({ cell, people }) => ({ cell, people, persons: 1 })),
    );
  const places = { at_home: placesFrom(sizes.at_home), away: placesFrom(sizes.away) };
  const parts = groupPartition({ at_home: of('at_home'), away: of('away') }, places, earlier);
  const released = parts.map((part) =>
    releasePart(part, { places: places[part.whereabouts], earlier, round }),
  );
  const people = new Map<Cell, number>();
  for (const part of released) {
    for (const [cell, own] of byCell(partitionOf(cells[0]), part.people))
      people.set(cell, (people.get(cell) ?? 0) + own);
  }
  return { people, groups: released.flatMap(({ groups }) => groups) };
}
type Released = ReturnType<typeof release>;

const arbitraryPerson = fc
  .record({
    whereabouts: fc.constantFrom<Whereabouts>('away', 'away', 'at_home'),
    at: fc.oneof(fc.nat(20), fc.nat(cells.length - 1)),
    people: fc.integer({ min: 60, max: 90 }),
  })
  .map(({ whereabouts, at, people }): Person => ({ whereabouts, cell: cells[at], people }));
const arbitraryPanel = fc.array(arbitraryPerson, { minLength: 2 * K, maxLength: 80 });
const arbitraryCells = fc.uniqueArray(fc.nat(cells.length - 1), { maxLength: 200 });

const sumOver = (people: ReadonlyMap<Cell, number>, union: readonly number[]): number =>
  union.reduce((sum, cell) => sum + (people.get(cells[cell]) ?? 0), 0);

function check<Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void {
  const numRuns = process.env.FULL_COUNTS === '1' ? 50 : 2;
  fc.assert(property, { seed: 6, numRuns, endOnFailure: true });
  fc.assert(property, { numRuns });
}

describe('privacy', () => {
  test('subtraction: the difference of any two unions of cells depends on nobody or on at least k persons', () => {
    check(
      fc.property(arbitraryPanel, arbitraryCells, arbitraryCells, (panel, one, other) => {
        const differenceFor = (persons: readonly Person[]): number => {
          const { people } = release(persons);
          return sumOver(people, one) - sumOver(people, other);
        };
        const found = differenceFor(panel);
        // A million people more exceed any rounding.
        let influential = 0;
        for (const [i, person] of panel.entries()) {
          if (influential >= K) break;
          const changed = panel.with(i, { ...person, people: person.people + 1e6 });
          if (Math.abs(differenceFor(changed) - found) > 2 * cells.length) influential++;
        }
        expect(influential === 0 || influential >= K).toBe(true);
      }),
    );
  });

  test('presence: where in its area somebody was makes no cell empty or not, nor changes any figure', () => {
    check(
      fc.property(arbitraryPanel, fc.infiniteStream(fc.nat()), (panel, numbers) => {
        const moved = panel.map((person): Person => {
          const block = cellToChildren(cellToParent(person.cell, PRIVACY.finest_resolution), 12);
          return { ...person, cell: block[numbers.next().value! % block.length] };
        });
        expect(release(moved).people).toEqual(release(panel).people);
      }),
    );
  });

  test('presence: a cell that is not empty lies in a group of k persons, all places of which are not empty', () => {
    check(
      fc.property(arbitraryPanel, (panel) => {
        const { people, groups } = release(panel);
        const possible = new Set<Cell>();
        for (const whereabouts of WHEREABOUTS) {
          const own = groups.filter((group) => group.whereabouts === whereabouts).map(({ cell }) => cell);
          if (own.length === 0) continue;
          const memberOf = membershipIn(own, PRIVACY.finest_resolution);
          for (const cell of places[whereabouts].keys())
            if (memberOf(cellToParent(cell, PRIVACY.finest_resolution)).isInside) possible.add(cell);
        }
        expect([...people.keys()].sort()).toEqual([...possible].sort());
      }),
    );
  });

  test('no group has fewer than k persons, and everybody is in one', () => {
    check(
      fc.property(arbitraryPanel, (panel) => {
        const { groups } = release(panel);
        for (const { persons } of groups) expect(persons).toBeGreaterThanOrEqual(K);
        expect(groups.reduce((sum, { persons }) => sum + persons, 0)).toBe(panel.length);
      }),
    );
  });

  test('where there are enough of both, who is at home counts among inhabitants and who is away where there is capacity', () => {
    const [homes, work] = [quarters[0], quarters[1]].map((quarter) => cellToChildren(quarter, 12));
    const apart = {
      at_home: new Map(homes.map((cell): [Cell, number] => [cell, 1])),
      away: new Map(work.map((cell): [Cell, number] => [cell, 1])),
    };
    const persons = (whereabouts: Whereabouts, cell: Cell, count: number): Person[] =>
      Array.from({ length: count }, () => ({ whereabouts, cell, people: 70 }));
    const peopleIn = (people: ReadonlyMap<Cell, number>, part: readonly Cell[]): number =>
      part.reduce((sum, cell) => sum + (people.get(cell) ?? 0), 0);
    const count = (atHome: number) =>
      release(
        [...persons('at_home', homes[3], atHome), ...persons('away', work[5], 2 * K)],
        undefined,
        undefined,
        apart,
      ).people;
    expect(peopleIn(count(K), homes)).toBe(70_000 * K);
    expect(peopleIn(count(K), work)).toBe(140_000 * K);
    expect(peopleIn(count(K - 1), homes)).toBe(0);
    expect(peopleIn(count(K - 1), work)).toBe(70_000 * (3 * K - 1));
  });
});

function* chainOf(pool: readonly Person[], versions: number, random: Random): Generator<Person[]> {
  const isIn = pool.map(() => random.chance(0.6));
  for (let version = 0; version < versions; version++) {
    const closed = new Set(cells.slice(0, 21).filter(() => random.chance(0.3)));
    yield pool.filter(({ cell }, i) => isIn[i] && !closed.has(cell));
    for (let i = 0; i < pool.length; i++) if (random.chance(0.25)) isIn[i] = !isIn[i];
  }
}

const areaAndKind = ({ whereabouts, cell }: Person): string =>
  `${whereabouts} ${cellToParent(cell, PRIVACY.finest_resolution)}`;

/** Reduced row echelon form. */
function reduce(rows: readonly (readonly number[])[]): number[][] {
  const left = rows.map((row) => [...row]);
  const reduced: number[][] = [];
  for (let column = 0; column < rows[0].length; column++) {
    const at = left.findIndex((row) => Math.abs(row[column]) > 1e-9);
    if (at < 0) continue;
    const [pivot] = left.splice(at, 1);
    const unit = pivot.map((value) => value / pivot[column]);
    const without = (row: number[]): number[] => row.map((value, i) => value - row[column] * unit[i]);
    for (const list of [left, reduced]) for (const [i, row] of list.entries()) list[i] = without(row);
    reduced.push(unit);
  }
  return reduced;
}

/** Persons at home without groups count as away. */
function groupsOfAreas(groups: readonly GroupFigure[]): (area: string) => string {
  const members = new Map(
    Array.from(
      Map.groupBy(groups, ({ whereabouts }) => whereabouts),
      ([whereabouts, own]) =>
        [
          whereabouts,
          membershipIn(
            own.map(({ cell }) => cell),
            PRIVACY.finest_resolution,
          ),
        ] as const,
    ),
  );
  return (area) => {
    const [kind, cell] = area.split(' ') as [Whereabouts, Cell];
    const whereabouts = members.has(kind) ? kind : 'away';
    return `${whereabouts} ${members.get(whereabouts)!(cell).group}`;
  };
}

/** Fewest persons in a figure that linear algebra derives from all versions. Other versions reveal bottom-coded figures. */
function fewestDerived(versions: readonly (readonly Person[])[], releases: readonly Released[]): number {
  const areas = [...new Set(versions.flat().map(areaAndKind))].sort();
  const rows = releases.flatMap(({ groups }, version) => {
    if (groups.length === 0) return [];
    const groupOf = groupsOfAreas(groups);
    const persons = Map.groupBy(versions[version], (person) => groupOf(areaAndKind(person)));
    return [...persons]
      .filter(([, own]) => own.length >= K)
      .map(([group]) => areas.map((area) => (groupOf(area) === group ? 1 : 0)));
  });
  const personsIn = areas.map((area) =>
    Math.max(...versions.map((panel) => panel.filter((person) => areaAndKind(person) === area).length)),
  );
  const supports = reduce(rows).map((row) =>
    row.reduce((sum, value, i) => sum + (Math.abs(value) > 1e-9 ? personsIn[i] : 0), 0),
  );
  return Math.min(...supports);
}

describe('versions', () => {
  test('one person more changes the figure of its group alone', () => {
    check(
      fc.property(arbitraryPanel, arbitraryPerson, (panel, newcomer) => {
        const before = release(panel);
        const after = release([...panel, newcomer], before.groups);
        expect(after.groups.map(({ whereabouts, cell }) => [whereabouts, cell])).toEqual(
          before.groups.map(({ whereabouts, cell }) => [whereabouts, cell]),
        );
        const changed = after.groups.filter(({ people }, i) => people !== before.groups[i].people);
        expect(changed).toHaveLength(1);
        expect(changed[0].persons).toBeGreaterThan(K);
      }),
    );
  });

  test('linear algebra over exact figures of twelve versions finds no part of a group; over versions that follow none it does', () => {
    let found = 0;
    check(
      fc.property(
        fc.array(arbitraryPerson, { minLength: 80, maxLength: 160, size: 'max' }),
        fc.nat(),
        (pool, seed) => {
          const versions = [...chainOf(pool, 12, new Random(seed))];
          const following: Released[] = [];
          for (const panel of versions) following.push(release(panel, following.at(-1)?.groups));
          fc.pre(following[0].groups.length > 0);
          for (const { groups } of following) {
            for (const { persons } of groups) expect(persons).toBeGreaterThanOrEqual(K);
          }
          expect(fewestDerived(versions, following)).toBeGreaterThanOrEqual(K);
          const alone = versions.map((panel) => release(panel));
          if (fewestDerived(versions, alone) < K) found++;
        },
      ),
    );
    expect(found).toBeGreaterThan(1);
  });

  test('bottom coding: with fewer than k persons a figure depends on nobody who is left', () => {
    check(
      fc.property(arbitraryPanel, fc.nat(), (panel, seed) => {
        const before = release(panel);
        const random = new Random(seed);
        const left = panel.filter(({ cell }) => cells.indexOf(cell) > 20 || random.chance(0.2));
        const after = release(left, before.groups);
        const heavy = release(
          left.map((person) => ({ ...person, people: 10 * person.people })),
          before.groups,
        );
        for (const [i, { people, persons }] of after.groups.entries()) {
          const isCoded = heavy.groups[i].people === people;
          if (isCoded)
            expect({ people, persons }).toEqual({
              people: (before.groups[i].people * K) / before.groups[i].persons,
              persons: K,
            });
          else expect(persons).toBeGreaterThanOrEqual(K);
        }
      }),
    );
  });

  test('keyed rounding: most figures do not tell that one person was added, whom exact ones give away', () => {
    const random = new Random(6);
    const draw = (): Person => ({
      whereabouts: 'away',
      cell: cells[random.integer(0, random.chance(0.5) ? 20 : cells.length - 1)],
      people: random.between(60, 90),
    });
    const panel = Array.from({ length: 150 }, draw);
    const { groups } = release(panel);
    let shown = 0;
    const TRIES = 40;
    for (let i = 0; i < TRIES; i++) {
      const secret = Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
      const round = roundByKey(secret, 225);
      const grown = [...panel, draw()];
      const isSame = (one: Released, other: Released): boolean =>
        [...one.people].every(([cell, people]) => other.people.get(cell) === people);
      expect(isSame(release(panel, groups), release(grown, groups))).toBe(false);
      if (!isSame(release(panel, groups, round), release(grown, groups, round))) shown++;
    }
    // Certain where it shows, else guessed.
    expect((1 + shown / TRIES) / 2).toBeLessThan(0.8);
    expect(shown).toBeGreaterThan(4);
  });
});

describe('a whole panel', () => {
  const random = new Random(11);
  const homes = gridDisk(latLngToCell(57.7, 11.97, 8), 8)
    .flatMap((area) => cellToChildren(area, 12).slice(0, 3))
    .filter((cell) => partitionOf(cell) === partitionOf(cells[0]));
  const drawPersons = (count: number): PanelPersons[] =>
    Array.from({ length: count }, () => {
      const home = homes[random.integer(0, homes.length - 1)];
      const isAtHome = random.chance(0.4);
      const occupation = isAtHome
        ? home
        : homes[random.integer(0, random.chance(0.5) ? 40 : homes.length - 1)];
      return { home, occupation, persons: 1 };
    });
  const panel = drawPersons(1_500);
  const known: KnownCells = {
    living: new Map(homes.map((cell) => [cell, 30_000])),
    places: new Map(homes.map((cell, i) => [cell, 1 + (i % 7)])),
    isLivingKnown: () => true,
    isCounted: () => true,
  };

  test('one person who leaves changes its own group and those of persons of the same weighting class, nobody else', () => {
    const { toFollow: earlier } = spreadPanel(panel, known);
    // Without trimming, no weight depends on all.
    expect(earlier.parameters.weights!.raise).toBe(1);
    const classes = new Map(
      [...Map.groupBy(earlier.classes, partitionOf)].map(([partition, own]) => [
        partition,
        membershipIn(own, 8),
      ]),
    );
    const classOf = (home: Cell): Cell => classes.get(partitionOf(home))!(cellToParent(home, 8)).group;
    const groupOf = new Map(
      WHEREABOUTS.map((whereabouts) => [
        whereabouts,
        membershipIn(
          earlier.groups.filter((group) => group.whereabouts === whereabouts).map(({ cell }) => cell),
          PRIVACY.finest_resolution,
        ),
      ]),
    );
    expect(new Set(earlier.groups.map(({ cell }) => partitionOf(cell))).size).toBe(1);
    const nameOf = ({ home, occupation }: PanelPersons): string => {
      const whereabouts = occupation === home ? 'at_home' : 'away';
      const area = cellToParent(occupation!, PRIVACY.finest_resolution);
      return `${whereabouts} ${groupOf.get(whereabouts)!(area).group}`;
    };
    for (let i = 0; i < 8; i++) {
      const leaving = random.integer(0, panel.length - 1);
      const { toFollow } = spreadPanel(panel.toSpliced(leaving, 1), known, { earlier });
      const expected = new Set(
        panel.filter(({ home }) => classOf(home) === classOf(panel[leaving].home)).map(nameOf),
      );
      const changed = toFollow.groups
        .filter(({ people }, at) => people !== earlier.groups[at].people)
        .map(({ whereabouts, cell }) => `${whereabouts} ${cell}`);
      expect(changed).toContain(nameOf(panel[leaving]));
      expect(changed.filter((name) => !expected.has(name))).toEqual([]);
      expect(changed.length).toBeLessThan(toFollow.groups.length);
    }
  });

  test('one person who leaves changes no interval of a version that follows, and those of one that does not', () => {
    const { toFollow: earlier, errorModel: before } = countPanel(panel, known);
    for (let i = 0; i < 2; i++) {
      const fewer = panel.toSpliced(random.integer(0, panel.length - 1), 1);
      // The total changes by one, and knots by its share.
      const { knots } = countPanel(fewer, known, { earlier }).errorModel;
      const { knots: learnt } = countPanel(fewer, known).errorModel;
      const furthest = (own: typeof knots): number =>
        own.reduce((most, { high }, at) => Math.max(most, Math.abs(high / before.knots[at].high - 1)), 0);
      expect(furthest(knots)).toBeLessThan(2 / panel.length);
      expect(furthest(learnt)).toBeGreaterThan(furthest(knots));
    }
  });
});
