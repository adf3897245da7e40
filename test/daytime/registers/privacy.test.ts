/** Attacks by who knows the method, capacities, homes, and exact figures. */
import fc from 'fast-check';
import { cellToChildren, cellToParent } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import { areaOfGroup } from '../../../tiles-builder/daytime/count-partition.ts';
import { roundByKey } from '../../../tiles-builder/daytime/keyed-rounding.ts';
import { PRIVACY } from '../../../tiles-builder/daytime/parameters.ts';
import { partitionOf } from '../../../tiles-builder/partitions/partitions.ts';
import type { Band } from '../../../tiles-builder/sources/config/bands.ts';
import { cells, countSites, partition, type SiteInCell } from './count-sites.ts';

const K = PRIVACY.min_persons;

/** Maybe in several areas of 50 m. */
const HALLS = Array.from({ length: 12 }, (_, hall) => cells.slice(5 * hall, 5 * hall + 3));

const release = (sites: readonly SiteInCell[], halls: typeof HALLS = []): ReadonlyMap<Cell, number> =>
  countSites(sites, { halls }).people;

const arbitrarySite = fc
  .record({
    at: fc.oneof(fc.nat(20), fc.nat(cells.length - 1)),
    people: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 })),
  })
  .map(({ at, people }): SiteInCell => ({ cell: cells[at], people }));
const arbitrarySites = fc.array(arbitrarySite, { minLength: 12, maxLength: 30 });
const arbitraryFew = fc
  .record({ at: fc.integer({ min: 60, max: cells.length - 1 }), people: fc.integer({ min: 1, max: 4 }) })
  .map(({ at, people }): SiteInCell => ({ cell: cells[at], people }));
const arbitraryInHalls = fc
  .tuple(
    fc.array(arbitrarySite, { minLength: 6, maxLength: 30 }),
    fc.array(arbitraryFew, { minLength: 1, maxLength: 4 }),
  )
  .map(([sites, few]) => [
    ...sites.map(({ people }, i): SiteInCell => ({ people, cell: HALLS[i % HALLS.length][i % 2] })),
    ...few,
  ]);
const arbitraryCells = fc.uniqueArray(fc.nat(cells.length - 1), { maxLength: 200 });
const sumOver = (people: ReadonlyMap<Cell, number>, union: readonly number[]): number =>
  union.reduce((sum, cell) => sum + (people.get(cells[cell]) ?? 0), 0);

function check<Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void {
  const numRuns = process.env.FULL_COUNTS === '1' ? 50 : 2;
  fc.assert(property, { seed: 17, numRuns });
  fc.assert(property, { numRuns });
}

describe('what versions disclose of sites', () => {
  test('sites in bands are as many people as they are for certain, and who is too few for a figure is in no sum', () => {
    const bands = [3, 6].map((least): Band => [least, least + 3]);
    const two = [
      { cell: cells[0], people: 0 },
      { cell: cells[0], people: 0 },
    ];
    const { people, staff, withheld, groups } = countSites(two, { bands });
    expect({ cells: people.size, staff, groups, sites: withheld.sites }).toEqual({
      ...{ cells: 0, staff: 0, groups: 0 },
      sites: 2,
    });
    const enough = countSites([...two, ...two], { bands });
    expect(enough.withheld.sites).toBe(0);
    expect(enough.smallest_group_people).toBe(18);
    expect(enough.staff).toBeGreaterThan(18);
  });

  test.each([
    ['in buildings and beside them', arbitrarySites],
    ['in buildings but for a few', arbitraryInHalls],
  ])(
    'the difference of any two unions of cells follows from nobody, or from ten people or more: %s',
    (_, arbitrary) => {
      check(
        fc.property(arbitrary, arbitraryCells, arbitraryCells, (sites, one, other) => {
          fc.pre(sites.reduce((sum, { people }) => sum + people, 0) >= K);
          const differenceFor = (own: readonly SiteInCell[]): number => {
            const people = release(own, HALLS);
            return sumOver(people, one) - sumOver(people, other);
          };
          const found = differenceFor(sites);
          let behind = 0;
          for (const [i, site] of sites.entries()) {
            if (behind >= K) break;
            // Fractions do not change groups.
            const changed = differenceFor(sites.with(i, { ...site, people: site.people + 0.9 }));
            if (Math.abs(changed - found) > 4) behind += site.people;
          }
          expect(behind === 0 || behind >= K, `${behind}`).toBe(true);
        }),
      );
    },
  );

  test('people of a building are in one group, listed anywhere in it, and counted all over it', () => {
    const hall = cells.slice(5, 9);
    expect(new Set(hall.map(areaOfGroup)).size).toBe(2);
    const listed = (people: readonly number[]): SiteInCell[] =>
      people.flatMap((own, i) => (own > 0 ? [{ cell: hall[i], people: own }] : []));
    const figures = release(listed([12, 0, 0, 4]), [hall]);
    expect(release(listed([1, 5, 10, 0]), [hall])).toEqual(figures);
    const [first, ...others] = hall.map((cell) => figures.get(cell)!);
    expect(others.map((own) => own / first)).toEqual([2, 3, 4].map((size) => expect.closeTo(size, 2)));
  });

  test('where in its 50 m a site is changes no figure', () => {
    check(
      fc.property(arbitrarySites, fc.infiniteStream(fc.nat()), (sites, numbers) => {
        const moved = sites.map((site): SiteInCell => {
          const block = cellToChildren(cellToParent(site.cell, 11), 12).filter(
            (cell) => partitionOf(cell) === partition,
          );
          return { ...site, cell: block[numbers.next().value! % block.length] };
        });
        expect(release(moved)).toEqual(release(sites));
      }),
    );
  });
});

describe('two versions', () => {
  test('have the same groups, and whoever comes moves nobody else', () => {
    check(
      fc.property(arbitrarySites, fc.array(arbitraryFew, { minLength: 1, maxLength: 6 }), (sites, few) => {
        fc.pre(sites.reduce((sum, { people }) => sum + people, 0) >= K);
        const before = countSites(sites, { halls: HALLS });
        fc.pre(before.figures.length > 0);
        const after = countSites([...sites, ...few], { halls: HALLS, earlier: before.figures });
        expect(after.figures.map(({ cell }) => cell)).toEqual(before.figures.map(({ cell }) => cell));
        const moved = [...new Set([...before.people.keys(), ...after.people.keys()])].reduce(
          (sum, cell) => sum + Math.abs((after.people.get(cell) ?? 0) - (before.people.get(cell) ?? 0)),
          0,
        );
        const came = few.reduce((sum, { people }) => sum + people, 0);
        expect(moved / MILLIPERSONS).toBeCloseTo(came, 1);
      }),
    );
  });

  test('with keyed rounding do not disclose the people of a small site that closed, and mostly hide that a site of one did', () => {
    const SECRETS = 24;
    const sites = [
      { cell: cells[1], people: 12 },
      { cell: cells[30], people: 11 },
    ];
    const total = (people: ReadonlyMap<Cell, number>): number =>
      [...people.values()].reduce((sum, own) => sum + own, 0);
    const differences = (closed: number): number[] =>
      Array.from({ length: SECRETS }, (_, i) => {
        const round = roundByKey(new Uint8Array(32).fill(i), 3);
        const before = countSites([...sites, { cell: cells[1], people: closed }], { round });
        const after = countSites(sites, { round, earlier: before.figures });
        return total(before.people) - total(after.people);
      });
    const mean = (numbers: readonly number[]): number =>
      numbers.reduce((sum, own) => sum + own, 0) / numbers.length;
    const ofFour = differences(4);
    expect(new Set(ofFour)).toEqual(new Set([3_000, 6_000]));
    expect(mean(ofFour) / 1_000).toBeCloseTo(4, 0);
    expect(differences(1).filter((difference) => difference === 0).length / SECRETS).toBeCloseTo(2 / 3, 0);
  });
});
