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

test('who is in no group counts as far as it is certain that they are there', () => {
  const cell = latLngToCell(57.7, 11.97, 7);
  expect(shownFrom([], new Map([[cell, { people: 33, persons: 33 }]]))).toBe(1);
  expect(shownFrom([], new Map([[cell, { people: 33, persons: 20 }]]))).toBe(64);
});
