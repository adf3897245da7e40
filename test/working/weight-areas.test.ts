/** A version follows the home areas of the one before, so that no single person decides whose weights others share. */
import fc from 'fast-check';
import {
  cellToCenterChild,
  cellToChildren,
  cellToLatLng,
  cellToParent,
  greatCircleDistance,
  gridDisk,
  latLngToCell,
} from 'h3-js';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { roundToMillipersons } from '../../tiles-builder/numbers/round-to-millipersons.ts';
import { spreadPanel } from '../../tiles-builder/working/count-panel.ts';
import type { AreaContent } from '../../tiles-builder/working/merge-upwards.ts';
import { nameGroups } from '../../tiles-builder/working/name-groups.ts';
import { WEIGHTS } from '../../tiles-builder/working/parameters.ts';
import { type WeightArea, weightAreas } from '../../tiles-builder/working/weight-areas.ts';

const ENOUGH = WEIGHTS.min_persons;
const around = latLngToCell(57.7, 11.97, 7);
const cells = gridDisk(around, 1).flatMap((cell) => cellToChildren(cell, WEIGHTS.area_resolution));

const contentsOf = (persons: readonly number[]) =>
  new Map(persons.map((number, i) => [cells[i], { persons: number, size: 1_000 + i }]));

const layoutOf = (areas: readonly WeightArea[]): string[] =>
  areas.map(({ areas }) => areas.toSorted().join(' ')).toSorted();

/** Home areas with about as many persons as are enough, where one more or less decides. */
const arbitraryPersons = fc.array(fc.integer({ min: 0, max: 2 * ENOUGH }), {
  minLength: cells.length,
  maxLength: cells.length,
});

test('areas stay together when one person comes or goes, which would part or join some that are found anew', () => {
  let anew = 0;
  const property = fc.property(
    arbitraryPersons,
    fc.nat(cells.length - 1),
    fc.constantFrom(-1, 1),
    (persons, at, step) => {
      fc.pre(persons[at] + step >= 0);
      const first = weightAreas(contentsOf(persons), ENOUGH);
      const next = contentsOf(persons.with(at, persons[at] + step));
      const followed = weightAreas(next, ENOUGH, first);
      expect(layoutOf(followed)).toEqual(layoutOf(first));
      expect(followed.map(({ persons_found }) => persons_found)).toEqual(
        first.map(({ persons_found }) => persons_found),
      );
      expect(followed.reduce((sum, group) => sum + group.persons, 0)).toBe(
        persons.reduce((sum, number) => sum + number, step),
      );
      if (layoutOf(weightAreas(next, ENOUGH)).join() !== layoutOf(first).join()) anew++;
    },
  );
  fc.assert(property, { seed: 16, numRuns: 300 });
  fc.assert(property, { numRuns: 50 });
  expect(anew).toBeGreaterThan(3);
});

test('each area is in exactly one, however much has changed, holds enough persons or those of the version before, and stays where nobody comes or goes', () => {
  let parted = 0;
  const property = fc.property(arbitraryPersons, arbitraryPersons, (before, after) => {
    const first = weightAreas(contentsOf(before), ENOUGH);
    const next = weightAreas(contentsOf(after), ENOUGH, first);
    expect(next.flatMap(({ areas }) => areas).toSorted()).toEqual(cells.toSorted());
    for (const { persons } of next) expect(persons).toBeGreaterThanOrEqual(WEIGHTS.kept_from_persons);
    expect(layoutOf(weightAreas(contentsOf(after), ENOUGH, next))).toEqual(layoutOf(next));
    if (layoutOf(next).join() !== layoutOf(first).join()) parted++;
  });
  fc.assert(property, { seed: 16, numRuns: 100 });
  fc.assert(property, { numRuns: 20 });
  expect(parted).toBeGreaterThan(50);
});

test('an area is put together anew where too few are left of it, or more than twice as many', () => {
  const layoutWith = (persons: number) => {
    const numbers = (first: number): number[] => cells.map((_, i) => (i === 0 ? first : ENOUGH));
    const first = weightAreas(contentsOf(numbers(ENOUGH)), ENOUGH);
    return weightAreas(contentsOf(numbers(persons)), ENOUGH, first);
  };
  expect(layoutWith(WEIGHTS.kept_from_persons)).toHaveLength(cells.length);
  expect(layoutWith(WEIGHTS.kept_from_persons - 1)).toHaveLength(cells.length - 1);
  const found = (persons: number) =>
    layoutWith(persons).find(({ areas }) => areas.includes(cells[0]))!.persons_found;
  expect(found(WEIGHTS.kept_to_times * ENOUGH)).toBe(ENOUGH);
  expect(found(WEIGHTS.kept_to_times * ENOUGH + 1)).toBe(WEIGHTS.kept_to_times * ENOUGH + 1);
});

test('an area of which too few are left joins the nearest, not what lies nearest to the middle of the wide cell around it', () => {
  const wide = cellToParent(around, WEIGHTS.coarsest_resolution);
  const middle = cellToLatLng(wide);
  const away = (cell: Cell): number => greatCircleDistance(cellToLatLng(cell), middle, 'km');
  const inside = cellToChildren(wide, 7).filter((cell) =>
    gridDisk(cell, 1).every((one) => cellToParent(one, WEIGHTS.coarsest_resolution) === wide),
  );
  const outskirts = inside.reduce((a, b) => (away(b) > away(a) ? b : a));
  const town = gridDisk(outskirts, 1).flatMap((cell) => cellToChildren(cell, WEIGHTS.area_resolution));
  const village = latLngToCell(...middle, WEIGHTS.area_resolution);
  const [shrunk] = cellToChildren(outskirts, WEIGHTS.area_resolution);
  const contentsWith = (persons: number) =>
    new Map<Cell, AreaContent>([
      ...town.map((cell) => [cell, { persons: cell === shrunk ? persons : 60, size: 1_800 }] as const),
      [village, { persons: 200, size: 1_000 }] as const,
    ]);
  const first = weightAreas(contentsWith(ENOUGH), ENOUGH);
  const next = weightAreas(contentsWith(WEIGHTS.kept_from_persons - 1), ENOUGH, first);
  const { areas } = next.find(({ areas }) => areas.includes(shrunk))!;
  const [beside] = areas.filter((cell) => cell !== shrunk);
  expect(areas).toHaveLength(2);
  expect(gridDisk(shrunk, 1)).toContain(beside);
});

test('the name of what is followed tells which home areas share a weight, and not how many live there', () => {
  const weight_areas = weightAreas(contentsOf(cells.map(() => ENOUGH)), ENOUGH);
  const name = (of?: readonly WeightArea[]) => nameGroups({ groups: [], weight_areas: of }, undefined);
  expect(name(weight_areas)).toBe(name(weight_areas.toReversed()));
  expect(name(weight_areas.map((area) => ({ ...area, persons_found: 99 })))).toBe(name(weight_areas));
  expect(name(weight_areas.slice(1))).not.toBe(name(weight_areas));
  expect(name(undefined)).not.toBe(name(weight_areas));
  expect(name([])).toBe(name(undefined));
});

test('where all of a home area work in one place, one of them moves its cell and the number of the map no more than is to spare', () => {
  const [alone, beside] = cellToChildren(around, 8).map((cell) => cellToCenterChild(cell, 12));
  const far = gridDisk(around, 2).filter((cell) => cell !== around);
  const [town, factory, elsewhere] = [far[3], far[8], far[14]].map((cell) => cellToCenterChild(cell, 12));
  const panelOf = (persons: number) => [
    { home: alone, occupation: factory, persons },
    { home: beside, occupation: town, persons: 300 },
    { home: elsewhere, occupation: town, persons: 2_000 },
  ];
  const people: [Cell, number][] = [
    [alone, 2_000],
    [beside, 6_000],
    [elsewhere, 40_000],
  ];
  const known = {
    living: roundToMillipersons(new Map(people)),
    places: new Map([
      [town, 500],
      [factory, 500],
    ]),
    isLivingKnown: () => true,
    isCounted: () => true,
  };
  const secret = Uint8Array.from({ length: 32 }, (_, i) => (i * 7) & 255);
  const before = spreadPanel(panelOf(ENOUGH), known, undefined, secret);
  const { mean, median } = before.weights.report;
  const mostOfOne = 5 * Math.max(mean, median) + before.step_people!;
  const changeTo = (after: typeof before): number => {
    const [earlier, later] = [peopleBy7(before.people), peopleBy7(after.people)];
    const all = new Set([...earlier.keys(), ...later.keys()]);
    return Math.max(...[...all].map((cell) => Math.abs((later.get(cell) ?? 0) - (earlier.get(cell) ?? 0))));
  };
  const after = spreadPanel(panelOf(ENOUGH - 1), known, before, secret);
  expect(changeTo(after)).toBeLessThan(mostOfOne);
  const { weight_areas: _, ...withoutAreas } = before;
  expect(changeTo(spreadPanel(panelOf(ENOUGH - 1), known, withoutAreas, secret))).toBeGreaterThan(
    5 * mostOfOne,
  );
});

function peopleBy7(millipersons: ReadonlyMap<Cell, number>): Map<Cell, number> {
  const people = new Map<Cell, number>();
  for (const [cell, own] of millipersons) {
    const parent = cellToParent(cell, 7);
    people.set(parent, (people.get(parent) ?? 0) + own / 1000);
  }
  return people;
}
