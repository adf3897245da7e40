import { cellToBoundary, cellToLatLng, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { Building } from '../../tiles-builder/base/records.ts';
import { capacityInOutlines } from '../../tiles-builder/daytime/capacity-by-cell.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { cellsOfUnit } from '../../tiles-builder/living/cells-of-unit.ts';
import { numberInPartition, partitionAt } from '../../tiles-builder/partitions/partitions.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { capacityIn, withSpill } from '../support/towns/town-sites.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';

const west = latLngToCell(43.74, 7.42, 12);
const east = latLngToCell(43.74, 7.43, 12);
const outside = latLngToCell(43.74, 7.5, 12);
const coverage: Zone = [
  [
    [
      [7.4, 43.7],
      [7.45, 43.7],
      [7.45, 43.8],
      [7.4, 43.8],
      [7.4, 43.7],
    ],
  ],
];

test('an area has capacity in buildings, and next to roads where no building is near', () => {
  const [lat, lon] = cellToLatLng(west);
  const half = (cellToBoundary(west, true) as Position[]).map(
    ([x, y]): Position => [lon + (x - lon) / 2, lat + (y - lat) / 2],
  );
  const house: Building = {
    id: 'way/1',
    footprint: [[half]],
    tags: { building: 'office', 'building:levels': '3' },
  };
  const next = gridDisk(west, 1).find(
    (cell) => cell !== west && cellToParent(cell, 10) === cellToParent(west, 10),
  )!;
  const roadside = [west, next, east, outside].map((cell) => numberInPartition(cell));
  const places = withSpill({ buildings: [house] }, (spill) =>
    capacityIn(spill, partitionAt(lon, lat), roadside, new PlanarArea(coverage)),
  );
  expect([...places.cell]).toEqual([west, east].map((cell) => numberInPartition(cell)));
  // 300 m², a quarter built, three floors, 15 m² a person.
  expect(places.size[0]).toBeGreaterThan((3 * 60) / 15);
  expect(places.size[0]).toBeLessThan((3 * 100) / 15);
});

test('buildings on the border of partitions have all their capacity, each part once', () => {
  let lon = 7.42;
  const westOfBorder = partitionAt(lon, 43.74);
  while (partitionAt(lon, 43.74) === westOfBorder) lon += 0.01;
  const plane = localPlane([lon, 43.74]);
  const rectangle = rectanglesOn(plane);
  const borderAt = (y: number): number => {
    let x = -2_000;
    while (partitionAt(...plane.toPosition([x, y])) === westOfBorder) x += 2;
    return x;
  };
  const covered = new PlanarArea([[rectangle(-4_000, 100, 9_000, 3_000)]]);
  const outlines: [number, number, number, number][] = [[borderAt(312) - 200, 312, 1_600, 6]];
  for (let y = 110; y < 300; y += 20) {
    for (let x = -60; x < 60; x += 20) outlines.push([borderAt(y) + x, y, 10, 10]);
  }
  const buildings = outlines.map((own, i): Building => {
    return { id: `way/${i}`, footprint: [[rectangle(...own)]], tags: { building: 'office' } };
  });
  const capacities = withSpill({ buildings }, (spill) =>
    spill.partitions().map((partition) => {
      const { size } = capacityIn(spill, partition, [], covered);
      return size.reduce((sum, capacity) => sum + capacity, 0);
    }),
  );
  const built_m2 = outlines.reduce((sum, [, , wide, high]) => sum + wide * high, 0);
  const inside = capacities.filter((capacity) => capacity > 0);
  expect(inside.length).toBeGreaterThan(1);
  // One floor, 15 m² a person.
  expect((inside.reduce((sum, capacity) => sum + capacity, 0) * 15) / built_m2).toBeCloseTo(1, 2);
});

describe('the capacity in an outline', () => {
  const [lat, lon] = cellToLatLng(west);
  const plane = localPlane([lon, lat]);
  const rectangle = rectanglesOn(plane);
  const area = partitionAt(lon, lat);
  const site = new PlanarArea([[rectangle(0, 0, 700, 700)]]);
  const building = (...place: Parameters<typeof rectangle>): Building => ({
    id: `way/${place}`,
    footprint: [[rectangle(...place)]],
    tags: { building: 'office' },
  });
  const capacityOf = (buildings: readonly Building[], roadside: Iterable<number>): Map<number, number> =>
    withSpill({ buildings }, (spill) =>
      capacityInOutlines(area, spill.buildingsOf(area), new PlanarArea(coverage))(site, roadside),
    );
  const street = new PlanarArea([[rectangle(340, 0, 20, 700)]]);
  const road = new Set(Array.from(cellsOfUnit(street, street), (cell) => numberInPartition(cell)));

  test.each([0.05, 0.2, 1])('is not that of a neighbour’s building which reaches %d m over it', (over_m) => {
    const neighbours = [100, 107, 115].map((y) => building(-12, y, 12 + over_m, 6));
    expect(capacityOf(neighbours, [])).toEqual(new Map());
    expect(new Set(capacityOf(neighbours, road).keys())).toEqual(road);
  });

  test('is along roads where none of its buildings is near, and less along all of them than in a house', () => {
    const house = building(330, 100, 12, 12);
    const capacity = capacityOf([house, building(-12, 100, 13, 12)], road);
    const near = capacityOf([house], []);
    expect(near.size).toBeGreaterThan(0);
    const along = [...capacity.keys()].filter((cell) => !near.has(cell));
    expect(along.length).toBeGreaterThan(10);
    expect(along.length).toBeLessThan(road.size);
    expect(along.every((cell) => road.has(cell))).toBe(true);
    const sumOf = (cells: Iterable<number>): number =>
      [...cells].reduce((sum, cell) => sum + capacity.get(cell)!, 0);
    expect(sumOf(along)).toBeLessThan(sumOf(near.keys()) / 5);
  });
});
