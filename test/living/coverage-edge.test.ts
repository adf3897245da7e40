/** Homes corrected at the edge of a coverage, against homes intersected with that coverage from the start. */
import { expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { cellAt } from '../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea, shareInside } from '../../tiles-builder/geometry/planar-area.ts';
import { censusEdge, correctAtEdge, InsideCoverage } from '../../tiles-builder/living/coverage-edge.ts';
import { type ExpectedList, mergeExpected } from '../../tiles-builder/living/expected-people.ts';
import { censusNear, intersectHomes } from '../../tiles-builder/living/intersect-homes.ts';
import { zeroSums } from '../../tiles-builder/living/unit-sums.ts';
import { UnlistedHomes } from '../../tiles-builder/living/unlisted-homes.ts';
import { cellInPartition, partitionAt } from '../../tiles-builder/partitions/partitions.ts';
import { NOTHING_NESTED } from '../../tiles-builder/sources/census/nest-squares.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { homesOf } from './allocate-censuses.ts';

const [LON, LAT] = [7.4, 60.2];
const metres = (east: number, north: number): Position => [
  LON + east / (METRES_PER_DEGREE * Math.cos((LAT * Math.PI) / 180)),
  LAT + north / METRES_PER_DEGREE,
];
const box = (east: number, north: number, side_m: number): Zone => {
  const [[west, south], [toEast, toNorth]] = [metres(east, north), metres(east + side_m, north + side_m)];
  return [[rectangle(west, south, toEast, toNorth)]];
};

function byPair(lists: readonly ReadonlyMap<Cell, ExpectedList>[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const into of new Set(lists.flatMap((own) => [...own.keys()]))) {
    const { unit, cell, expected } = mergeExpected(lists.flatMap((own) => own.get(into)?.summed() ?? []));
    for (const [i, own] of expected.entries()) {
      if (own !== 0) found.set(`${unit[i]} ${cellInPartition(into, cell[i])}`, own);
    }
  }
  return new Map([...found].sort());
}

test('corrections make of homes in the reach what homes in the coverage are', () => {
  const random = new Random(3);
  const units = UnitTable.of(
    [-300, 0].flatMap((east) =>
      [-300, 0].map((north) => ({ id: `${east} ${north}`, people: 90, outline: box(east, north, 300) })),
    ),
  );
  const dwellings = Array.from({ length: 400 }, () => ({
    footprint: box(random.integer(-310, 300), random.integer(-310, 300), random.integer(4, 30)),
    people_m2: random.integer(1, 50) / 1_000,
    mapped: random.chance(0.8),
  }));
  const ragged = Array.from({ length: 40 }, (_, i): Position => {
    const [angle, length] = [(i * Math.PI) / 20, 120 + 120 * random.unit()];
    return metres(length * Math.cos(angle), length * Math.sin(angle));
  });
  const counts: Zone = [[[...ragged, ragged[0]]]];
  const reach = box(-2_000, -2_000, 4_000);
  const source = { units, coverage: null, nesting: NOTHING_NESTED };
  const census = { source, firstUnit: 5, reach, grid: null };
  const partition = partitionAt(LON, LAT);
  const roadside = new Set(dwellings.slice(0, 60).map(({ footprint: [[[position]]] }) => position));
  const homes = homesOf(dwellings, [...roadside].map(cellAt)).read(partition);

  const wide = intersectHomes(partition, homes, [censusNear(census)(partition)]);
  const expected = intersectHomes(partition, homes, [censusNear({ ...census, reach: counts })(partition)]);
  const covered = {
    ...{ ...census, statuses: Uint8Array.of(1, 1, 1, 1), isCounted: Uint8Array.of(1, 1, 1, 1) },
    ...{ counts, countsArea: new PlanarArea(counts), unlisted: new UnlistedHomes(null), sums: zeroSums(4) },
  };
  const edge = censusEdge(covered, reach)(partition);
  const corrected = correctAtEdge(partition, homes, wide.places, [edge]);

  const pairs = byPair([expected.byPartition]);
  expect(pairs.size).toBeGreaterThan(200);
  expect(byPair([wide.byPartition]).size).toBeGreaterThan(pairs.size + 200);
  expect(byPair([wide.byPartition, corrected.byPartition])).toEqual(pairs);
  expect(corrected.places).toEqual(expected.places);
  expect(corrected.places.length).toBeLessThan(wide.places.length);
  const inside = new InsideCoverage({ sums: wide.sums[0].sums });
  inside.add(corrected.sums[0]);
  for (const name of ['inside', 'insideMapped'] as const)
    expect([...inside[name]], name).toEqual([...expected.sums[0].sums[name]]);
  expect([...inside.cut.keys()].sort()).toEqual([0, 1, 2, 3]);
  for (const [unit, cut] of inside.cut) {
    expect(cut.inside).toBeCloseTo(
      shareInside(new PlanarArea(units.outline(unit)), new PlanarArea(counts)),
      9,
    );
    expect(cut.known).toBe(1);
  }
});

test('a partition whose units lie inside the coverage has no edge', () => {
  const units = UnitTable.of([{ id: 'village', people: 9, outline: box(0, 0, 300) }]);
  const far: Zone = [[rectangle(LON - 3, LAT - 2, LON + 3, LAT + 2)]];
  const census = {
    source: { units, coverage: null, nesting: NOTHING_NESTED },
    firstUnit: 0,
    reach: far,
    grid: null,
  };
  const covered = (counts: Zone) => ({
    ...{ ...census, statuses: Uint8Array.of(1), isCounted: Uint8Array.of(1) },
    ...{ counts, countsArea: new PlanarArea(counts), unlisted: new UnlistedHomes(null), sums: zeroSums(1) },
  });
  const partition = partitionAt(LON, LAT);
  expect(censusEdge(covered(far), far)(partition)).toBeNull();
  expect(censusEdge(covered(box(0, 0, 300)), far)(partition)).not.toBeNull();
  expect(censusEdge(covered([]), far)(partition)).toBeNull();
});
