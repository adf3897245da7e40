/** Finer cells of residents, against sums and FORMAT.md's interval. */
import { cellToBoundary, cellToChildren, cellToLatLng, cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { classedCells } from '../../src/density/classed-cells.ts';
import { DENSITY_CLASSES_PER_KM2 } from '../../src/density/density-classes.ts';
import { areaOfPolygon_m2 } from '../../src/geo/area.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { type MapTile, tileAt } from '../../src/geo/map-tiles.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { ellipsoidCellArea } from '../support/zones/ellipsoid-cell-area.ts';

const MODEL = { usual_people: 120, relative_error: 0.27 };
const ZOOM = 11;
const middle = latLngToCell(48.86, 2.35, 8);
const tileOf = (cell: Cell): MapTile => {
  const [lat, lon] = cellToLatLng(cell);
  const [x, y] = tileAt(lon, lat, ZOOM);
  return { zoom: ZOOM, x, y };
};
const gridCells = (cell: Cell): Cell[] => cellToChildren(cell, 12);
const classOf = (people: number, km2: number): number =>
  DENSITY_CLASSES_PER_KM2.filter((from) => from <= people / km2).length - 1;

/** Children with ten people or more, and an error of at most half. */
function expected(people: ReadonlyMap<Cell, number>, unitOf: (cell: Cell) => number): Map<Cell, number> {
  const ofUnits = new Map<number, number>();
  for (const [cell, own] of people) ofUnits.set(unitOf(cell), (ofUnits.get(unitOf(cell)) ?? 0) + own);
  const carries = (child: Cell): boolean => {
    const inside = new Map<number, number>();
    for (const cell of gridCells(child)) {
      const own = people.get(cell) ?? 0;
      if (own > 0) inside.set(unitOf(cell), (inside.get(unitOf(cell)) ?? 0) + own);
    }
    const sum = [...inside.values()].reduce((a, b) => a + b, 0);
    if (sum === 0) return true;
    const cut = [...inside].filter(([unit, own]) => ofUnits.get(unit)! - own > 1e-6);
    let squared = cut.length > 0 ? (0.01 * MODEL.relative_error * MODEL.usual_people) ** 2 : 0;
    for (const [unit, own] of cut) {
      const all = ofUnits.get(unit)!;
      const uneven = MODEL.relative_error ** 2 * Math.sqrt(MODEL.usual_people / all);
      squared += Math.min(1.645 ** 2, uneven) * own * (all - own);
    }
    const half = Math.sqrt(squared);
    const whole = Math.round(sum);
    const low = Math.max(0, Math.min(whole, Math.floor(sum - half)));
    const high = Math.max(whole, Math.ceil(sum + half));
    return whole >= 10 && Math.max(whole - low, high - whole) <= whole / 2;
  };
  const sumIn = (cell: Cell): number => gridCells(cell).reduce((sum, own) => sum + (people.get(own) ?? 0), 0);
  const classes = new Map<Cell, number>();
  for (const parent of new Set([...people.keys()].map((cell) => cellToParent(cell, 8)))) {
    const children = cellToChildren(parent, 9);
    const shown = children.every(carries) ? children : [parent];
    for (const cell of shown) {
      const sum = Math.round(sumIn(cell));
      if (sum > 0) classes.set(cell, classOf(sum, ellipsoidCellArea(cell, 'km2')));
    }
  }
  return classes;
}

async function shownIn(
  people: ReadonlyMap<Cell, number>,
  unitOf: ((cell: Cell) => number) | null,
  livingErrorModel: typeof MODEL | undefined = MODEL,
): Promise<Map<Cell, number>> {
  const dataset = countDataset({ living: tilesOf(people, unitOf) }, { livingErrorModel });
  const shown = await classedCells('living', tileOf(middle), dataset.reader());
  return new Map(shown.map(({ cell, density }) => [cell, density]));
}

function unitsAt(resolution: number): (cell: Cell) => number {
  const numbers = new Map<Cell, number>();
  return (cell) => {
    const unit = cellToParent(cell, resolution);
    if (!numbers.has(unit)) numbers.set(unit, numbers.size);
    return numbers.get(unit)!;
  };
}

/** Small units of some 200 m, and wide ones in half of the cells, with stray numbers of neighbours. */
function drawnTown(seed: number): { people: Map<Cell, number>; unitOf: (cell: Cell) => number } {
  const random = new Random(seed);
  const people = new Map<Cell, number>();
  const units = new Map<Cell, number>();
  const [small, wide] = [unitsAt(10), unitsAt(7)];
  for (const cell of cellToChildren(cellToParent(middle, 7), 8)) {
    const most = random.between(0, 1) < 0.4 ? 0.1 : 1;
    const isWide = random.between(0, 1) < 0.5;
    for (const home of gridCells(cell)) {
      if (random.between(0, 1) >= 0.4) continue;
      people.set(home, Math.round(random.between(0.05, most) * 1_000) / 1_000);
      units.set(home, isWide && random.between(0, 1) < 0.95 ? 1_000 + wide(home) : small(home));
    }
  }
  return { people, unitOf: (cell) => units.get(cell)! };
}

test('cells are divided where all of their children carry it, and nowhere else', async () => {
  const kinds = { divided: 0, whole: 0 };
  for (const seed of [1, 2, 3, 4]) {
    const { people, unitOf } = drawnTown(seed);
    const inTile = await shownIn(people, unitOf);
    const wanted = expected(people, unitOf);
    expect([...inTile.keys()].sort()).toEqual([...wanted.keys()].sort());
    for (const [cell, density] of inTile) {
      expect(density).toBe(wanted.get(cell));
      kinds[cell.startsWith('89') ? 'divided' : 'whole']++;
    }
  }
  expect(Math.min(kinds.divided, kinds.whole)).toBeGreaterThan(10);
});

test('two versions differ where people of a unit that changed are, and nowhere else', async () => {
  const { people, unitOf } = drawnTown(1);
  const before = await shownIn(people, unitOf);
  let changed = 0;
  for (const unit of [...new Set([...people.keys()].map(unitOf))].slice(0, 8)) {
    const ofUnit = [...people.keys()].filter((cell) => unitOf(cell) === unit);
    const parents = new Set(ofUnit.map((cell) => cellToParent(cell, 8)));
    const later = new Map(people);
    for (const cell of ofUnit) later.set(cell, 30 * people.get(cell)!);
    const after = await shownIn(later, unitOf);
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      (cell) => before.get(cell) !== after.get(cell),
    );
    expect(differing.filter((cell) => !parents.has(cellToParent(cell, 8)))).toEqual([]);
    changed += differing.length;
  }
  expect(changed).toBeGreaterThan(4);
});

describe('a cell stays whole', () => {
  const children = cellToChildren(middle, 9);
  const inEach = (people: number): Map<Cell, number> =>
    new Map(children.map((child) => [gridCells(child)[0], people]));
  const unitOf = unitsAt(9);

  test('where one of its children has fewer than ten people', async () => {
    const people = inEach(50);
    expect((await shownIn(people, unitOf)).size).toBe(7);
    people.set(gridCells(children[3])[0], 9.4);
    expect([...(await shownIn(people, unitOf)).keys()]).toEqual([middle]);
    people.set(gridCells(children[3])[0], 9.6);
    expect((await shownIn(people, unitOf)).size).toBe(7);
    people.delete(gridCells(children[3])[0]);
    expect((await shownIn(people, unitOf)).size).toBe(6);
  });

  test('where one census unit is wider: its people may live in any of the children', async () => {
    expect([...(await shownIn(inEach(50), () => 1)).keys()]).toEqual([middle]);
  });

  test('where the dataset does not say of which unit the people are, or how far counts are off', async () => {
    expect([...(await shownIn(inEach(50), null)).keys()]).toEqual([middle]);
    const unknown = countDataset({ living: tilesOf(inEach(50), unitOf) }).reader();
    const shown = await classedCells('living', tileOf(middle), unknown);
    expect(shown.map(({ cell }) => cell)).toEqual([middle]);
  });
});

test('whole cells and children fit together: the outline of a whole one is that of its children', async () => {
  const dataset = countDataset({ living: tilesOf(new Map([[gridCells(middle)[0], 500]])) });
  const [{ ring }] = await classedCells('living', tileOf(middle), dataset.reader());
  const children = cellToChildren(middle, 9);
  const ofChildren_m2 = children.reduce((sum, child) => sum + ellipsoidCellArea(child, 'm2'), 0);
  expect(areaOfPolygon_m2([ring]) / ofChildren_m2).toBeCloseTo(1, 3);
  const named = ([lon, lat]: readonly number[]): string => `${lon.toFixed(9)},${lat.toFixed(9)}`;
  const corners = new Set(children.flatMap((child) => cellToBoundary(child, true).map(named)));
  // Three of each of the six outer children.
  expect(ring).toHaveLength(18 + 1);
  expect(ring.filter((at) => !corners.has(named(at)))).toEqual([]);
});
