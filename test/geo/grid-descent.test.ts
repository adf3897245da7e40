import { areNeighborCells, cellToChildren, cellToParent, isPentagon, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { ADJACENT_DIGITS } from '../../src/geo/grid-descent.ts';

test.for([4, 5, GRID_RESOLUTION - 1])(
  'children at resolution %i of a cell lie side by side as their digits say',
  (resolution) => {
    const cell = cellToParent(latLngToCell(48.1, -1.68, GRID_RESOLUTION), resolution - 1);
    expect(isPentagon(cell)).toBe(false);
    const children = cellToChildren(cell, resolution);
    const pairs = children.flatMap((_, digit) => children.map((_, other) => [digit, other] as const));
    const adjacent = pairs.filter(([digit, other]) => areNeighborCells(children[digit], children[other]));
    expect(adjacent).toHaveLength(24);
    expect(pairs.filter(([digit, other]) => (ADJACENT_DIGITS[digit] >> other) & 1)).toEqual(adjacent);
  },
);
