/** Attacks on counts from registers. An attacker knows the method, all room and homes, and every figure to the thousandth. */
import fc from 'fast-check';
import { cellToChildren, cellToLatLng, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { areaOf, numberInArea } from '../../tiles-builder/areas/areas.ts';
import { type Band, estimateBands } from '../../tiles-builder/config/bands.ts';
import { FootprintList } from '../../tiles-builder/geometry/footprints.ts';
import { countArea } from '../../tiles-builder/registers/count-area.ts';

const K = 10;
const quarters = gridDisk(latLngToCell(57.7, 11.97, 9), 1).slice(0, 3);
const area = areaOf(cellToChildren(quarters[0], 12)[0]);
const cells = quarters
  .flatMap((quarter) => cellToChildren(quarter, 12))
  .filter((cell) => areaOf(cell) === area);
const room = new Map(
  cells.flatMap((cell, i): [Cell, number][] => (i % 3 === 0 ? [] : [[cell, 1 + (i % 7)]])),
);
interface Site {
  readonly cell: Cell;
  readonly people: number;
}

/** Thousandths of a person by cell. */
const release = (sites: readonly Site[], halls: Surroundings['halls'] = []): ReadonlyMap<Cell, number> =>
  count(sites, [], { halls }).people;

/** Three cells each, which may lie in several areas of 50 m. */
const HALLS = Array.from({ length: 12 }, (_, hall) => cells.slice(5 * hall, 5 * hall + 3));

interface Surroundings {
  /** Cells of buildings: whoever is in one of them is in the building. */
  readonly halls: readonly (readonly Cell[])[];
  readonly room: ReadonlyMap<Cell, number>;
  /** Who is at home by day. */
  readonly living: readonly (readonly [Cell, number])[];
}

/** @param bands of which sites are by turns; their own people are known without */
function count(
  sites: readonly Site[],
  bands: readonly Band[] = [],
  { room: places = room, living = [], halls = [] }: Partial<Surroundings> = {},
): ReturnType<typeof countArea> {
  return countArea({
    area,
    sites: {
      points: sites.map(({ cell, people }, i) => {
        const [lat, lon] = cellToLatLng(cell);
        const band = bands.length > 0 ? i % bands.length : null;
        const listed = { band, people: band === null ? people : 0, present: 1, most: Infinity };
        return { register: 0, name: `site ${i}`, isSchool: false, position: [lon, lat], ...listed };
      }),
      wide: [],
      outlines: new FootprintList().finish(),
      numbers: [],
    },
    buildings: halls.map((own) => ({
      sites: Uint32Array.from(sites.keys()).filter((site) => own.includes(sites[site].cell)),
      cells: Uint32Array.from(own, numberInArea),
      sizes: Float64Array.from(own, (_, i) => 1 + i),
    })),
    outlines: { cells: [], shares: new Map() },
    room: places,
    gifts: {
      unit: Uint32Array.from(living, () => 0),
      cell: Uint32Array.from(living, ([cell]) => numberInArea(cell)),
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
}

const arbitrarySite = fc
  .record({
    at: fc.oneof(fc.nat(20), fc.nat(cells.length - 1)),
    people: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 })),
  })
  .map(({ at, people }): Site => ({ cell: cells[at], people }));
const arbitrarySites = fc.array(arbitrarySite, { minLength: 12, maxLength: 60 });
/** Beside all buildings. */
const arbitraryFew = fc
  .record({ at: fc.integer({ min: 60, max: cells.length - 1 }), people: fc.integer({ min: 1, max: 4 }) })
  .map(({ at, people }): Site => ({ cell: cells[at], people }));
/** Nearly all are in buildings. */
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

describe('what a version tells of sites', () => {
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
            // Whole numbers of people and a little more of one site group alike.
            const changed = differenceFor(sites.with(i, { ...site, people: site.people + 0.9 }));
            if (Math.abs(changed - found) > 4) behind += site.people;
          }
          expect(behind === 0 || behind >= K, `${behind}`).toBe(true);
        }),
      );
    },
    120_000,
  );

  test('people in a building are all over it where ten are in it, wherever in it they are listed', () => {
    const [hall] = HALLS;
    const around = { cell: cells[30], people: 40 };
    const listed = (people: readonly number[]): Site[] => [
      around,
      ...people.map((own, i): Site => ({ cell: hall[i], people: own })),
    ];
    const own = (sites: readonly Site[]): number[] => {
      const [without, within] = [[around], sites].map((all) => release(all, [hall]));
      return hall.map((cell) => (within.get(cell) ?? 0) - (without.get(cell) ?? 0));
    };
    expect(own(listed([6, 6, 0]))).toEqual([2_000, 4_000, 6_000]);
    expect(own(listed([0, 1, 11]))).toEqual([2_000, 4_000, 6_000]);
    expect(own(listed([4, 5, 0]))).not.toEqual([1_500, 3_000, 4_500]);
  });

  test('who is left beside buildings and too few for a figure is counted in the nearest of them', () => {
    const [near, far] = [HALLS[0], HALLS[11]];
    const inHalls = [
      { cell: near[1], people: 12 },
      { cell: far[0], people: 60 },
      { cell: far[2], people: 30 },
    ];
    const beside: Site = { cell: cells[15], people: 9 };
    const [without, within] = [inHalls, [...inHalls, beside]].map((sites) => release(sites, [far, near]));
    expect(near.map((cell) => within.get(cell))).toEqual([3_500, 7_000, 10_500]);
    expect(far.map((cell) => within.get(cell))).toEqual(far.map((cell) => without.get(cell)));
    expect(within.size).toBe(6);
    const { staff, groups, smallest_group_people, withheld } = count([...inHalls, beside], [], {
      halls: [far, near],
    });
    expect({ staff, groups, smallest_group_people, withheld: withheld.sites }).toEqual({
      ...{ staff: 111, groups: 2, smallest_group_people: 21 },
      withheld: 0,
    });
  });

  test('whoever comes to sites beside buildings moves nobody else, too few for a group or not', () => {
    const sitesIn = HALLS.map((hall, i): Site => ({ cell: hall[i % 3], people: 50 }));
    check(
      fc.property(fc.array(arbitraryFew, { minLength: 1, maxLength: 6 }), fc.nat(), (few, turn) => {
        const sites = [...sitesIn, ...few];
        const [without, within] = [sitesIn, sites].map((all) => release(all, HALLS));
        const moved = [...new Set([...without.keys(), ...within.keys()])].reduce(
          (sum, cell) => sum + Math.abs((within.get(cell) ?? 0) - (without.get(cell) ?? 0)),
          0,
        );
        const came = few.reduce((sum, { people }) => sum + people, 0);
        expect(moved / MILLIPERSONS).toBeCloseTo(came, 1);
        const turned = sites.map((_, i) => sites[(i + turn) % sites.length]);
        expect(release(turned, HALLS)).toEqual(within);
      }),
    );
  });

  test('where in its 50 m a site is changes no figure', () => {
    check(
      fc.property(arbitrarySites, fc.infiniteStream(fc.nat()), (sites, numbers) => {
        const moved = sites.map((site): Site => {
          const block = cellToChildren(cellToParent(site.cell, 11), 12).filter(
            (cell) => areaOf(cell) === area,
          );
          return { ...site, cell: block[numbers.next().value! % block.length] };
        });
        expect(release(moved)).toEqual(release(sites));
      }),
    );
  });
});

test('two versions do tell of a small site, as the documentation says: groups are not kept for registers', () => {
  const [here, there] = [
    cells[1],
    cells.find(
      (cell) =>
        cellToParent(cell, 10) === cellToParent(cells[1], 10) &&
        cellToParent(cell, 11) !== cellToParent(cells[1], 11) &&
        room.has(cell),
    )!,
  ];
  const before = [
    { cell: here, people: 12 },
    { cell: there, people: 11 },
    { cell: here, people: 4 },
  ];
  const after = [
    { cell: here, people: 12 },
    { cell: there, people: 11 },
  ];
  const total = (people: ReadonlyMap<Cell, number>): number =>
    [...people.values()].reduce((sum, own) => sum + own, 0);
  expect(total(release(before)) - total(release(after))).toBe(4_000);
});
