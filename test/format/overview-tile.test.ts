/** Overviews without sums would read as nobody. */
import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { readOverviewTile, writeOverviewTile } from '../../src/format/overview-tile.ts';
import { LAYERS } from '../../src/format/tile-sets.ts';

const CELL = latLngToCell(48.86, 2.35, 2);
const SET = '0'.repeat(16);

test.each(LAYERS)('an overview of %s has as many sums as tiles', (layer) => {
  const whole = readOverviewTile(layer, CELL, SET, writeOverviewTile(layer, CELL, [3, 5], [10, 20]));
  expect([...whole.runningTotals]).toEqual([10, 30]);
  for (const sums of [[], [10]]) {
    const sealed = writeOverviewTile(layer, CELL, [3, 5], sums);
    expect(() => readOverviewTile(layer, CELL, SET, sealed)).toThrow('as many running totals');
  }
});
