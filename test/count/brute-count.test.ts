/**
 * Random zones against brute force, and the limit of 50 m. `ZONES=5000 npm test -- brute-count --silent=false`; `SEED=n`
 * repeats a failure.
 */
import { cellToBoundary, cellToLatLng } from 'h3-js';
import { expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { bruteCount, cellsAround, contains } from '../support/zones/brute-count.ts';
import { difficultZone, KINDS } from '../support/zones/difficult-zones.ts';
import { faultsOfOutline } from '../support/zones/valid-outline.ts';
import { farthest_m, placesAlong } from './distance-between-zones.ts';

const zones = Number(process.env.ZONES ?? 20);
const fixedSeed = Number(process.env.SEED ?? 20_261_121);
const freshSeed = Math.floor(Math.random() * 2 ** 31);

const farthest = { fromGridZone_m: 0, fromZone_m: 0 };

async function check(seed: number): Promise<void> {
  const random = new Random(seed);
  const { kind, place, polygon } = difficultZone(random, KINDS[seed % KINDS.length]);
  const candidates = cellsAround(polygon);
  const occupied = polygon[0].length > 100 ? 0.1 : 0.4;
  const people = new Map(
    candidates.filter(() => random.chance(occupied)).map((cell) => [cell, random.integer(1, 1e6) / 1000]),
  );
  const layer = tilesOf(people);
  const dataset = countDataset({ living: layer, working: layer });
  const expected = bruteCount(polygon, candidates, people);
  const living = await countPeople('living', [polygon], dataset.reader());
  const working = await countPeople('working', [polygon], dataset.reader());
  const simplified = await countPeople('working', [polygon], dataset.reader(), { maxCellSides: 0 });

  const which = `${kind}, ${place}, SEED=${seed} ZONES=1`;
  expect(Math.abs(living.people - expected.living), which).toBeLessThanOrEqual(
    1e-9 * Math.max(1, expected.touched),
  );
  expect(working.people, which).toBeCloseTo(expected.working, 6);
  expect(simplified.people, which).toBe(working.people);
  const centreOf = (cell: string): Position => cellToLatLng(cell).toReversed() as unknown as Position;
  const corners = expected.uncovered.flatMap((cell) => cellToBoundary(cell, true) as unknown as Position[]);
  const inZone = corners.filter((corner) => contains(polygon, corner));
  const ofZone = [...placesAlong([polygon], 5), ...inZone];
  for (const gridZone of [working.gridZone!, simplified.gridZone!]) {
    const differing = candidates.filter(
      (cell) => gridZone.some((rings) => contains(rings, centreOf(cell))) !== expected.cells.has(cell),
    );
    expect(differing, which).toEqual([]);
    expect(faultsOfOutline(gridZone), which).toEqual([]);
    const ofGridZone = [...placesAlong(gridZone, 5), ...[...expected.cells].map(centreOf)];
    farthest.fromGridZone_m = farthest_m(ofZone, gridZone, farthest.fromGridZone_m);
    farthest.fromZone_m = farthest_m(ofGridZone, [polygon], farthest.fromZone_m);
    expect(Math.max(farthest.fromGridZone_m, farthest.fromZone_m), which).toBeLessThan(50);
  }
}

test(`${zones} random zones count as by brute force, within 50 m`, {
  timeout: 30_000 + zones * 2_000,
}, async () => {
  for (let i = 0; i < zones; i++) await check(fixedSeed + i);
  console.log(
    `farthest point of a zone from its grid zone ${farthest.fromGridZone_m.toFixed(2)} m, ` +
      `of a grid zone from its zone ${farthest.fromZone_m.toFixed(2)} m`,
  );
});

test(`zones from a fresh seed, ${freshSeed}, do so too`, async () => {
  for (let i = 0; i < 5; i++) await check(freshSeed + i);
});

const VERTICES = 6_000;

test.each([Date.now() % 1e9])('a zone of 6,000 vertices counts as by brute force (seed %i)', async (seed) => {
  const random = new Random(seed);
  const ring: Position[] = Array.from({ length: VERTICES }, (_, i) => {
    const angle = (2 * Math.PI * i) / VERTICES;
    const radius = 0.003 * random.between(0.9, 1);
    return [11.97 + 2 * radius * Math.cos(angle), 57.7 + radius * Math.sin(angle)];
  });
  const polygon: Polygon = [[...ring, ring[0]]];
  const candidates = cellsAround(polygon);
  const people = new Map(
    candidates.filter(() => random.chance(0.2)).map((cell) => [cell, random.integer(1, 1e6) / 1000]),
  );
  const layer = tilesOf(people);
  const dataset = countDataset({ living: layer, working: layer });
  const expected = bruteCount(polygon, candidates, people);
  const living = await countPeople('living', [polygon], dataset.reader());
  const working = await countPeople('working', [polygon], dataset.reader());
  expect(expected.living).toBeGreaterThan(10_000);
  expect(living.people).toBeCloseTo(expected.living, 3);
  expect(working.people).toBeCloseTo(expected.working, 3);
});
