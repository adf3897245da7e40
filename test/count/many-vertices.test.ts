import { expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { bruteCount, cellsAround } from '../support/zones/brute-count.ts';

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
