/** Units cut by zones, against brute force. */
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import type { CutUnit } from '../../src/count/cut-units.ts';
import type { Polygon } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { bruteCount, cellsAround } from '../support/zones/brute-count.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const [WEST, SOUTH, SIDE] = [6.15, 46.2, 0.006];
const COLUMNS = 12;
const town = cellsAround([rectangle(WEST, SOUTH, WEST + COLUMNS * SIDE, SOUTH + 3 * SIDE)]);
const unitOf = (cell: string): number => {
  const [lat, lon] = cellToLatLng(cell);
  const [column, row] = [Math.floor((lon - WEST) / SIDE), Math.floor((lat - SOUTH) / SIDE)];
  return (row + 1) * 100 + column + 1;
};
const random = new Random(31);
const people = new Map(
  town.filter(() => random.chance(0.2)).map((cell) => [cell, random.integer(1, 9_000) / 1000]),
);
const dataset = countDataset({ living: tilesOf(people, unitOf) });

/** By unit: inside, on the edge, and the latter's share inside. */
function partsOf(polygon: Polygon) {
  const parts = new Map<number, { within: number; atEdge: number; atEdgeWithin: number; all: number }>();
  let edgeVariance = 0;
  const near = new Set(cellsAround(polygon));
  for (const [cell, own] of people) {
    const part = parts.get(unitOf(cell)) ?? { within: 0, atEdge: 0, atEdgeWithin: 0, all: 0 };
    parts.set(unitOf(cell), part);
    part.all += own;
    const exact = near.has(cell) ? bruteCount(polygon, [cell], new Map([[cell, 1]])).living : 0;
    const share = exact < 1e-9 ? 0 : exact > 1 - 1e-9 ? 1 : exact;
    if (share === 1) part.within += own;
    else if (share > 0) {
      part.atEdge += own;
      part.atEdgeWithin += own * share;
      edgeVariance += own ** 2 * share * (1 - share);
    }
  }
  return { parts: [...parts.values()], edgeVariance };
}

test('units and their people inside and outside are those of all cells, across tiles', async () => {
  expect(tilesOf(people).length).toBeGreaterThan(1);
  for (let i = 0; i < 12; i++) {
    const at = (range: number): number => random.integer(0, 1_000 * range) / 1_000;
    const [column, row] = [at(COLUMNS - 4), at(1)];
    const [west, south] = [WEST + column * SIDE, SOUTH + row * SIDE];
    const zone: Polygon = [
      rectangle(west, south, west + (0.3 + at(4)) * SIDE, south + (0.3 + at(1.5)) * SIDE),
    ];
    const { units } = await countPeople('living', [zone], dataset.reader());
    const { parts, edgeVariance } = partsOf(zone);
    const expected = parts
      .filter(({ within, atEdge, all }) => within > 0 && within + atEdge < all - 1e-6)
      .map(({ within, atEdgeWithin, all }) => [within + atEdgeWithin, all - within - atEdgeWithin]);
    const byInside = (list: number[][]): number[][] => list.sort((a, b) => a[0] - b[0]);
    const found = byInside(units!.cut.map(({ inside, outside }) => [inside, outside]));
    expect(found.length).toBeGreaterThan(0);
    for (const [n, [inside, outside]] of byInside(expected).entries()) {
      expect(found[n][0]).toBeCloseTo(inside, 6);
      expect(found[n][1]).toBeCloseTo(outside, 6);
    }
    expect(found).toHaveLength(expected.length);
    expect(units!.isWhole).toBe(false);
    expect(units!.edgeVariance).toBeCloseTo(edgeVariance, 6);
    const change = parts.map(({ within, atEdge, atEdgeWithin, all }) => {
      if (within > 0 && within + atEdge < all - 1e-6) return 0;
      return within > 0 ? atEdge - atEdgeWithin : -atEdgeWithin;
    });
    expect(units!.borderChange).toBeCloseTo(
      change.reduce((sum, own) => sum + own, 0),
      6,
    );
  }
});

test('a zone along the borders of units cuts none, and one that lacks a strip of 60 m cuts some', async () => {
  const zoneOf = (strip: number): Polygon => [
    rectangle(WEST + 2 * SIDE, SOUTH, WEST + 9 * SIDE - strip, SOUTH + 2 * SIDE),
  ];
  const { people: counted, units } = await countPeople('living', [zoneOf(0)], dataset.reader());
  const whole = units!;
  expect(whole).toMatchObject({ cut: [], isWhole: true });
  const inside = [...people].filter(([cell]) => {
    const [column, row] = [(unitOf(cell) % 100) - 1, Math.floor(unitOf(cell) / 100) - 1];
    return column >= 2 && column < 9 && row >= 0 && row < 2;
  });
  expect(counted + whole.borderChange).toBeCloseTo(
    inside.reduce((sum, [, own]) => sum + own, 0),
    6,
  );
  const lacking = (await countPeople('living', [zoneOf(0.0008)], dataset.reader())).units!;
  expect(lacking.cut).toHaveLength(2);
  expect(lacking.isWhole).toBe(false);
});

const HAMLETS = gridDisk(latLngToCell(46.2, 6.2, 6), 5).map(cellToLatLng);
/** @param unitAt unit of a hamlet, each in its own tile */
async function hamletsIn(halfDegrees: number, unitAt: (lat: number, lon: number) => number) {
  const [midLat, midLon] = HAMLETS[random.integer(0, 18)];
  const [west, east, south, north] = [-1, 1, -1, 1].map(
    (side, i) => (i < 2 ? midLon : midLat) + side * halfDegrees * (i < 2 ? 1.4 : 1),
  );
  const isWithin = ([lat, lon]: readonly number[], margin = 0): boolean =>
    lon > west - margin && lon < east + margin && lat > south - margin && lat < north + margin;
  if (HAMLETS.some((hamlet) => isWithin(hamlet, 0.001) !== isWithin(hamlet, -0.001))) return 0;
  const hamlets = HAMLETS.map(([lat, lon]) => {
    const own = { isInside: isWithin([lat, lon]), unit: unitAt(lat, lon), people: random.integer(1, 900) };
    return [latLngToCell(lat, lon, 12), own] as const;
  });
  const byCell = new Map(hamlets);
  const persons = new Map(hamlets.map(([cell, own]) => [cell, own.people]));
  const hamletData = countDataset({ living: tilesOf(persons, (cell) => byCell.get(cell)!.unit) });
  const zone: Polygon = [rectangle(west, south, east, north)];
  const { units } = await countPeople('living', [zone], hamletData.reader());
  const parts = [...Map.groupBy(byCell.values(), ({ unit }) => unit).values()].map((members) => {
    const sumOf = (side: boolean): number =>
      members.reduce((sum, { isInside, people: own }) => sum + (isInside === side ? own : 0), 0);
    return { inside: sumOf(true), outside: sumOf(false) };
  });
  const cut = parts.filter(({ inside, outside }) => inside > 0 && outside > 0);
  const byInside = (a: Pick<CutUnit, 'inside'>, b: Pick<CutUnit, 'inside'>) => a.inside - b.inside;
  const found = units!.cut.map(({ inside, outside }) => ({ inside, outside }));
  expect(found.sort(byInside)).toEqual(cut.sort(byInside));
  expect(units!.isWhole).toBe(cut.length === 0);
  return cut.length;
}

test('a unit is cut by a zone around one of its hamlets, with the others in tiles that are not read', async () => {
  let torn = 0;
  for (let i = 0; i < 40; i++) torn += await hamletsIn(0.01, () => random.integer(1, 150));
  expect(torn).toBeGreaterThan(3);
  expect(torn).toBeLessThan(37);
});

test.each([2, 12, 70])(
  'each of %i units is whole or cut as all hamlets say, in tiles read or not',
  async (units) => {
    let torn = 0;
    for (let i = 0; i < 12; i++) {
      const seeds = Array.from({ length: units }, () => HAMLETS[random.integer(0, HAMLETS.length - 1)]);
      const nearest = (lat: number, lon: number): number => {
        const distances = seeds.map(([y, x]) => Math.hypot(y - lat, 0.7 * (x - lon)));
        return distances.indexOf(Math.min(...distances));
      };
      torn += await hamletsIn(0.1 + 0.03 * random.unit(), nearest);
    }
    expect(torn).toBeGreaterThan(12);
  },
);

test('a zone narrower than a cell cuts the units that it is in', async () => {
  const middle = SOUTH + 1.5 * SIDE;
  const zone: Polygon = [rectangle(WEST + 2.1 * SIDE, middle, WEST + 3.9 * SIDE, middle + 0.00002)];
  const { cut, isWhole } = (await countPeople('living', [zone], dataset.reader())).units!;
  expect(cut).toHaveLength(2);
  expect(isWhole).toBe(false);
});

test('without units in the tiles nothing is known', async () => {
  const zone: Polygon = [rectangle(WEST, SOUTH, WEST + SIDE, SOUTH + SIDE)];
  const { units } = await countPeople('living', [zone], countDataset({ living: tilesOf(people) }).reader());
  expect(units).toBeNull();
});

test('nobody looks for units who does not ask', async () => {
  const zone: Polygon = [rectangle(WEST, SOUTH, WEST + 2.5 * SIDE, SOUTH + SIDE)];
  const asked = await countPeople('living', [zone], dataset.reader());
  const plain = await countPeople('living', [zone], dataset.reader(), { hasUnits: false });
  expect(plain).toEqual({ ...asked, units: null });
  expect(asked.units).not.toBeNull();
});
