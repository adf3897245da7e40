import { expect, test } from 'vitest';
import type { Position } from '../../../src/geo/positions.ts';
import { SQUARE } from '../answers.ts';
import { WIDTH_PX } from '../map-stand-in.ts';
import { draw, settle, type Visit, visit } from '../visit.ts';

const eastOf = (page: Visit, [lon, lat]: Position, pixels: number): Position => {
  const { west, east } = page.map.view;
  return [lon + (pixels * (east - west)) / WIDTH_PX, lat];
};

test('the first corner finishes a zone within 16 pixels, the others are no place for another corner', async () => {
  const page = await visit();
  await draw(page);
  const count = (): number => page.map.features('handles').length;
  await page.click(eastOf(page, SQUARE[1], 15.9));
  expect(count()).toBe(4);
  await page.click(eastOf(page, SQUARE[1], 16.1));
  expect(count()).toBe(5);
  await page.click(eastOf(page, SQUARE[0], -15.9));
  expect(page.sees('#finish')).toBe(false);
  expect(page.calls).toHaveLength(1);
  expect(count()).toBe(10);
});

test.each([
  ['mousedown', 'mousemove', 'mouseup'],
  ['touchstart', 'touchmove', 'touchend'],
])('the middle of a side becomes a corner that is dragged (%s)', async (start, move, end) => {
  const page = await visit();
  await draw(page);
  await page.press('Finish');
  page.map.point(start, eastOf(page, [11.5, 57.4], 5));
  page.map.point(move, [11.5, 57.3]);
  page.map.point(move, [11.52, 57.2]);
  page.map.point(end, [11.52, 57.2]);
  page.map.point(move, [11.9, 57.9]);
  await settle();
  expect(JSON.parse(page.calls.at(-1)!.parameters.zone).coordinates).toEqual([
    [SQUARE[0], [11.52, 57.2], ...SQUARE.slice(1), SQUARE[0]],
  ]);
  expect(page.calls).toHaveLength(2);
});
