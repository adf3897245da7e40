/** Attacks by who knows the method, capacities, homes, and exact figures. */
import fc from 'fast-check';
import { cellToChildren, cellToLatLng, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { type Band, estimateBands } from '../../tiles-builder/config/bands.ts';
import { FootprintList } from '../../tiles-builder/geometry/footprints.ts';
import { centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import { numberInPartition, partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { countRegisters, type RegistersInPartition } from '../../tiles-builder/registers/count-registers.ts';
import type { RegisterTotals } from '../../tiles-builder/registers/register-totals.ts';
import { middleAround } from '../../tiles-builder/registers/site-buildings.ts';
import { areaOfGroup } from '../../tiles-builder/working/count-partition.ts';
import { roundByKey } from '../../tiles-builder/working/keyed-rounding.ts';
import { PRIVACY } from '../../tiles-builder/working/parameters.ts';
import type { Places } from '../../tiles-builder/working/places.ts';
import { NOTHING_LEARNT } from '../../tiles-builder/working/room-followed.ts';

const K = PRIVACY.min_persons;
const quarters = gridDisk(latLngToCell(57.7, 11.97, 9), 1).slice(0, 3);
const partition = partitionOf(cellToChildren(quarters[0], 12)[0]);
const cells = quarters
  .flatMap((quarter) => cellToChildren(quarter, 12))
  .filter((cell) => partitionOf(cell) === partition);
const room = new Map(
  cells.flatMap((cell, i): [Cell, number][] => (i % 3 === 0 ? [] : [[cell, 1 + (i % 7)]])),
);
interface Site {
  readonly cell: Cell;
  readonly people: number;
}

const release = (sites: readonly Site[], halls: Surroundings['halls'] = []): ReadonlyMap<Cell, number> =>
  count(sites, [], { halls }).people;

/** Maybe in several areas of 50 m. */
const HALLS = Array.from({ length: 12 }, (_, hall) => cells.slice(5 * hall, 5 * hall + 3));

interface Surroundings {
  /** Whoever is in one of its cells is in the building. */
  readonly halls: readonly (readonly Cell[])[];
  readonly room: ReadonlyMap<Cell, number>;
  readonly living: readonly (readonly [Cell, number])[];
}

/** @param sizes by cell of each anchor */
function anchoredPlaces(sizes: ReadonlyMap<Cell, ReadonlyMap<Cell, number>>): Places {
  const all = [...sizes].flatMap(([anchor, own]) => Array.from(own, (entry) => [anchor, ...entry] as const));
  return {
    partition,
    resolution: 12,
    area: Uint32Array.from(all, ([anchor]) => numberInPartition(anchor)),
    cell: Uint32Array.from(all, ([, cell]) => numberInPartition(cell)),
    size: Float64Array.from(all, ([, , size]) => size),
  };
}

/** @param bands of sites in turn */
function count(
  sites: readonly Site[],
  bands: readonly Band[] = [],
  { room: sizes = room, living = [], halls = [] }: Partial<Surroundings> = {},
  release: Partial<RegistersInPartition['release']> = {},
): RegisterTotals & { readonly people: ReadonlyMap<Cell, number> } {
  const anchorOf = (hall: readonly Cell[]): Cell => hall.toSorted()[0];
  const inHalls = new Set(halls.flat());
  const places = new Map(
    [...sizes].filter(([cell]) => !inHalls.has(cell)).map(([cell, size]) => [cell, new Map([[cell, size]])]),
  );
  for (const hall of halls) {
    places.set(anchorOf(hall), new Map(hall.map((cell, i) => [cell, 1 + i])));
  }
  const { people, totals } = countRegisters({
    partition,
    sites: {
      points: sites.map(({ cell, people }, i) => {
        const [lat, lon] = cellToLatLng(cell);
        const band = bands.length > 0 ? i % bands.length : null;
        const listed = { band, people: band === null ? people : 0, present: 1, most: Infinity };
        return { register: 0, name: `site ${i}`, isSchool: false, position: [lon, lat], ...listed };
      }),
      outlined: [],
      outlines: new FootprintList().finish(),
      numbers: [],
    },
    anchors: sites.map(({ cell }) => {
      const hall = halls.find((own) => own.includes(cell));
      return hall ? anchorOf(hall) : middleAround(centreOf(cell));
    }),
    ...{ outlines: [], shares: [] },
    places: anchoredPlaces(places),
    release: { followed: NOTHING_LEARNT, ...release },
    allocations: {
      unit: Uint32Array.from(living, () => 0),
      cell: Uint32Array.from(living, ([cell]) => numberInPartition(cell)),
      millipersons: Uint32Array.from(living, ([, people]) => people * MILLIPERSONS),
    },
    atHome: Float64Array.of(1),
    dispersion: 1,
    bands: estimateBands(
      bands,
      bands.map(() => 100),
    ),
    isCovered: () => true,
  });
  return { ...totals, people };
}

const arbitrarySite = fc
  .record({
    at: fc.oneof(fc.nat(20), fc.nat(cells.length - 1)),
    people: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 })),
  })
  .map(({ at, people }): Site => ({ cell: cells[at], people }));
const arbitrarySites = fc.array(arbitrarySite, { minLength: 12, maxLength: 60 });
const arbitraryFew = fc
  .record({ at: fc.integer({ min: 60, max: cells.length - 1 }), people: fc.integer({ min: 1, max: 4 }) })
  .map(({ at, people }): Site => ({ cell: cells[at], people }));
const arbitraryInHalls = fc
  .tuple(
    fc.array(arbitrarySite, { minLength: 6, maxLength: 30 }),
    fc.array(arbitraryFew, { minLength: 1, maxLength: 4 }),
  )
  .map(([sites, few]) => [
    ...sites.map(({ people }, i): Site => ({ people, cell: HALLS[i % HALLS.length][i % 2] })),
    ...few,
  ]);
const arbitraryCells = fc.uniqueArray(fc.nat(cells.length - 1), { maxLength: 200 });
const sumOver = (people: ReadonlyMap<Cell, number>, union: readonly number[]): number =>
  union.reduce((sum, cell) => sum + (people.get(cells[cell]) ?? 0), 0);

function check<Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void {
  fc.assert(property, { seed: 17, numRuns: 15 });
  fc.assert(property, { numRuns: 5 });
}

describe('what versions disclose of sites', () => {
  test('sites in bands are as many people as they are for certain, and who is too few for a figure is in no sum', () => {
    const [first, second] = [3, 6].map((least): Band => [least, least + 3]);
    const two = [
      { cell: cells[0], people: 0 },
      { cell: cells[0], people: 0 },
    ];
    const { people, staff, withheld, groups } = count(two, [first!, second!]);
    expect({ cells: people.size, staff, groups, sites: withheld.sites }).toEqual({
      ...{ cells: 0, staff: 0, groups: 0 },
      sites: 2,
    });
    const enough = count([...two, ...two], [first!, second!]);
    expect(enough.withheld.sites).toBe(0);
    expect(enough.smallest_group_people).toBe(18);
    expect(enough.staff).toBeGreaterThan(18);
  });

  test.each([
    ['without buildings', [], arbitrarySites],
    ['in buildings and beside them', HALLS, arbitrarySites],
    ['in buildings but for a few', HALLS, arbitraryInHalls],
  ])(
    'the difference of any two unions of cells follows from nobody, or from ten people or more: %s',
    (_, halls, arbitrary) => {
      check(
        fc.property(arbitrary, arbitraryCells, arbitraryCells, (sites, one, other) => {
          fc.pre(sites.reduce((sum, { people }) => sum + people, 0) >= K);
          const differenceFor = (own: readonly Site[]): number => {
            const people = release(own, halls);
            return sumOver(people, one) - sumOver(people, other);
          };
          const found = differenceFor(sites);
          let behind = 0;
          for (const [i, site] of sites.entries()) {
            // Fractions do not change groups.
            const changed = differenceFor(sites.with(i, { ...site, people: site.people + 0.9 }));
            if (Math.abs(changed - found) > 4) behind += site.people;
          }
          expect(behind === 0 || behind >= K, `${behind}`).toBe(true);
        }),
      );
    },
    120_000,
  );

  test('people of a building are in one group, listed anywhere in it, and counted all over it', () => {
    const hall = cells.slice(5, 9);
    expect(new Set(hall.map(areaOfGroup)).size).toBe(2);
    const listed = (people: readonly number[]): Site[] =>
      people.flatMap((own, i) => (own > 0 ? [{ cell: hall[i], people: own }] : []));
    const figures = release(listed([12, 0, 0, 4]), [hall]);
    expect(release(listed([1, 5, 10, 0]), [hall])).toEqual(figures);
    const [first, ...others] = hall.map((cell) => figures.get(cell)!);
    expect(others.map((own) => own / first)).toEqual([2, 3, 4].map((size) => expect.closeTo(size, 2)));
  });

  test('where in its 50 m a site is changes no figure', () => {
    check(
      fc.property(arbitrarySites, fc.infiniteStream(fc.nat()), (sites, numbers) => {
        const moved = sites.map((site): Site => {
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
        const before = count(sites, [], { halls: HALLS });
        fc.pre(before.figures.length > 0);
        const after = count([...sites, ...few], [], { halls: HALLS }, { earlier: before.figures });
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
    const sites = [
      { cell: cells[1], people: 12 },
      { cell: cells[30], people: 11 },
    ];
    const total = (people: ReadonlyMap<Cell, number>): number =>
      [...people.values()].reduce((sum, own) => sum + own, 0);
    const differences = (closed: number): number[] =>
      Array.from({ length: 60 }, (_, i) => {
        const round = roundByKey(new Uint8Array(32).fill(i), 3);
        const before = count([...sites, { cell: cells[1], people: closed }], [], {}, { round });
        const after = count(sites, [], {}, { round, earlier: before.figures });
        return total(before.people) - total(after.people);
      });
    const mean = (numbers: readonly number[]): number =>
      numbers.reduce((sum, own) => sum + own, 0) / numbers.length;
    expect(new Set(differences(4))).toEqual(new Set([3_000, 6_000]));
    expect(mean(differences(4)) / 1_000).toBeCloseTo(4, 0);
    expect(differences(1).filter((difference) => difference === 0).length / 60).toBeCloseTo(2 / 3, 0);
  });
});
