import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { shownFrom } from '../../tiles-builder/working/shown-from.ts';

test('a group that is rounded to nobody lends no persons to a cell', () => {
  const cell = latLngToCell(47.1, 2.4, 7);
  const seen = { persons: 10, peopleIn: new Map([[cell, 200]]) };
  const roundedAway = { persons: 25, peopleIn: new Map([[cell, 0]]) };
  expect(shownFrom([seen])).toBe(256);
  expect(shownFrom([seen, roundedAway])).toBe(256);
});
