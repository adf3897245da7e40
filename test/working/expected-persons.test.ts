import {
  cellToCenterChild,
  cellToChildren,
  cellToLatLng,
  cellToParent,
  greatCircleDistance,
  gridDisk,
  gridRing,
  latLngToCell,
  UNITS,
} from 'h3-js';
import { expect, test } from 'vitest';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import {
  cellAtResolution,
  cellInPartition,
  numberAtResolution,
  numberInPartition,
  partitionOf,
} from '../../tiles-builder/partitions/partitions.ts';
import { expectedPersons, learnExpected } from '../../tiles-builder/working/expected-persons.ts';
import { areasNear, likeliestAreaIn, tempered } from '../../tiles-builder/working/likeliest-areas.ts';
import { PRIVACY, ROADSIDE_PERSONS } from '../../tiles-builder/working/parameters.ts';
import { areaAround, placesIn, sumsOfAreas } from '../../tiles-builder/working/partition-columns.ts';
import { type KnownCells, spreadPanel } from '../experiments/count-panel.ts';

const site = latLngToCell(47.1, 2.4, PRIVACY.finest_resolution);
const partition = partitionOf(site);
const numberOf = (area: string): number => numberAtResolution(area, PRIVACY.finest_resolution);
const cells = gridDisk(site, 30)
  .map((area) => numberInPartition(cellToCenterChild(area, GRID_RESOLUTION)))
  .sort((a, b) => a - b);
const roadside = placesIn(
  partition,
  Uint32Array.from(cells),
  new Float64Array(cells.length).fill(ROADSIDE_PERSONS),
);
const roads = sumsOfAreas(roadside);
const near = areasNear(roadside);

/** Cells 25 m off. */
function foundAround(area: string, count: number, random: Random): number[] {
  const [lat, lon] = cellToLatLng(area);
  const degrees = 25 / 111_195;
  return Array.from({ length: count }, () =>
    numberInPartition(
      latLngToCell(
        lat + random.normal() * degrees,
        lon + (random.normal() * degrees) / Math.cos((lat * Math.PI) / 180),
        GRID_RESOLUTION,
      ),
    ),
  );
}

const personsIn = (cell: readonly number[]) => ({
  cell: Uint32Array.from(cell),
  persons: new Float64Array(cell.length).fill(1),
});

test('people of a site without mapped buildings count in one area, not along the roads around', () => {
  const random = new Random(1);
  const found = foundAround(site, 40, random);
  const atSite = (areas: readonly number[]): number => areas.filter((area) => area === numberOf(site)).length;
  expect(atSite(found.map(likeliestAreaIn(roads, near)))).toBeLessThan(32);
  const totals = learnExpected(roads, personsIn(found), near);
  expect(totals).toEqual([{ cell: site, persons: 40 }]);
  const likeliestArea = likeliestAreaIn(tempered(expectedPersons(roads, totals)), near);
  expect(atSite(found.map(likeliestArea))).toBeGreaterThan(34);
});

test('only totals of k persons tell where people are expected', () => {
  const random = new Random(2);
  const others = gridRing(site, 20);
  const found = Array.from({ length: 12 }, (_, i) => foundAround(others[10 * i], 3 + i, random)).flat();
  const totals = learnExpected(roads, personsIn(found), near);
  expect(totals.length).toBeGreaterThan(1);
  for (const { persons } of totals) expect(persons).toBeGreaterThanOrEqual(PRIVACY.min_persons);
  expect(totals.reduce((sum, { persons }) => sum + persons, 0)).toBe(found.length);
  expect(learnExpected(roads, personsIn(found.slice(0, PRIVACY.min_persons - 1)), near)).toEqual([]);
});

test('nobody counts farther from where they were found than location errors reach', () => {
  const random = new Random(3);
  const found = foundAround(site, 200, random).concat(foundAround(gridRing(site, 6)[0], 9, random));
  const likeliestArea = likeliestAreaIn(
    tempered(expectedPersons(roads, learnExpected(roads, personsIn(found), near))),
    near,
  );
  const centreOf = (area: number) =>
    cellToLatLng(cellAtResolution(partition, area, PRIVACY.finest_resolution));
  for (const cell of found)
    expect(
      greatCircleDistance(centreOf(areaAround(cell)), centreOf(likeliestArea(cell)), UNITS.m),
    ).toBeLessThan(110);
});

test('totals are disaggregated by room, half of them within 0.1 km²', () => {
  const at = (area: string): number => roads.area.indexOf(numberOf(area));
  const block = cellToChildren(cellToParent(site, 9), PRIVACY.finest_resolution);
  const other = block.find((area) => area !== site)!;
  const room = { ...roads, size: roads.size.with(at(other), 3 * ROADSIDE_PERSONS) };
  const { size } = expectedPersons(room, [
    { cell: partition, persons: 100 },
    { cell: site, persons: 50 },
  ]);
  expect(size.reduce((sum, own) => sum + own, 0)).toBeCloseTo(150, 6);
  const elsewhere = 100 / (roads.area.length - 1 + 2);
  const ofBlock = (50 + elsewhere * (block.length + 1)) / (block.length + 2);
  expect(size[at(site)]).toBeCloseTo((50 + ofBlock) / 2, 6);
  expect(size[at(other)]).toBeCloseTo((3 * elsewhere + 3 * ofBlock) / 2, 6);
});

test('in a version that follows another, nobody counts elsewhere because somebody else has left', () => {
  const random = new Random(4);
  const middles = gridRing(site, 12).concat(gridRing(site, 15));
  const found = middles.flatMap((area, i) => foundAround(area, 2 + (i % 17), random));
  const home = cellToCenterChild(gridRing(site, 25)[0], GRID_RESOLUTION);
  const panel = found.map((cell) => ({ home, occupation: cellInPartition(partition, cell), persons: 1 }));
  const known: KnownCells = {
    living: new Map([[home, 1_000_000]]),
    places: cells.map((cell) => [cellInPartition(partition, cell), ROADSIDE_PERSONS, 'roadside'] as const),
    isLivingKnown: () => true,
    isCounted: () => true,
  };
  const personsOf = ({ toFollow }: ReturnType<typeof spreadPanel>): number[] =>
    toFollow.groups.map(({ persons }) => persons);
  const first = spreadPanel(panel, known);
  const before = personsOf(first);
  expect(personsOf(spreadPanel(panel, known, { earlier: first.toFollow }))).toEqual(before);
  for (let i = 0; i < 20; i++) {
    const fewer = panel.toSpliced(random.integer(0, panel.length - 1), 1);
    const after = personsOf(spreadPanel(fewer, known, { earlier: first.toFollow }));
    expect(after.filter((persons, group) => persons !== before[group]).length).toBeLessThanOrEqual(1);
  }
});
