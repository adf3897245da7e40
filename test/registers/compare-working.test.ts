import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellToChildren, latLngToCell } from 'h3-js';
import { afterAll, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { outputInto } from '../../tiles-builder/dataset/tile-set-writer.ts';
import {
  compareWorking,
  describeComparison,
  type MadeWorking,
} from '../../tiles-builder/registers/compare-working.ts';
import { cutCountTiles } from '../../tiles-builder/tiles/cut-count-tiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [west, east] = [latLngToCell(48, 2, 6), latLngToCell(48, 3, 6)];
const cellIn = (tile: Cell, i: number): Cell => cellToChildren(tile, 12)[i];

function made(name: string, people: ReadonlyMap<Cell, number>): MadeWorking {
  const { add, finish } = outputInto(join(folder, name), () => {}).open('working');
  const figures = cutCountTiles('working', people, add);
  return { folder: join(folder, name, 'working'), layer: { ...figures, ...finish() } };
}

test('counts of both kinds are compared by tile, and as if both were as many in all', () => {
  const locations = made(
    'locations',
    new Map([
      [cellIn(west, 5), 600_000],
      [cellIn(west, 9), 200_000],
      [cellIn(east, 1), 200_000],
    ]),
  );
  const registers = made(
    'registers',
    new Map([
      [cellIn(west, 7), 1_000_000],
      [cellIn(east, 3), 1_000_000],
    ]),
  );
  const comparison = compareWorking(locations, registers);
  expect(comparison).toMatchObject({ people_by_locations: 1_000, people_by_registers: 2_000, places: 2 });
  // In the west: 0.8 by locations, 0.5 by registers.
  expect(comparison.misplaced).toBeCloseTo(0.3, 9);
  expect(comparison.largest.map(({ by_locations, by_registers }) => [by_locations, by_registers])).toEqual([
    [200, 1_000],
    [800, 1_000],
  ]);
  expect(describeComparison(comparison)[0]).toContain(
    'would count 2,000 people working, where locations count 1,000',
  );
  expect(compareWorking(locations, locations).misplaced).toBe(0);
});
