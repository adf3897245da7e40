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

test('the pointer over a handle says that it can be moved', async () => {
  const page = await visit();
  await draw(page);
  const { style } = page.map.getCanvas();
  page.map.point('mousemove', eastOf(page, SQUARE[1], 10));
  expect(style.cursor).toBe('move');
  page.map.point('mousemove', [11.9, 57.9]);
  expect(style.cursor).toBe('crosshair');
});

test('nothing is dragged before a zone is closed, nor next to its handles', async () => {
  const page = await visit();
  await draw(page);
  expect(page.map.point('mousedown', SQUARE[1])).toBe(false);
  page.map.point('mousemove', [11.9, 57.9]);
  page.map.point('mouseup', [11.9, 57.9]);
  await page.press('Finish');
  expect(page.map.point('mousedown', [11.9, 57.9])).toBe(false);
  page.map.point('mousemove', [11.8, 57.9]);
  page.map.point('mouseup', [11.8, 57.9]);
  page.map.point('mousedown', SQUARE[1]);
  page.map.point('mouseup', SQUARE[1]);
  await settle();
  expect(page.calls).toHaveLength(1);
  expect(JSON.parse(page.calls[0].parameters.zone).coordinates).toEqual([[...SQUARE, SQUARE[0]]]);
});

test('a rubber band follows the mouse while a zone is drawn, and goes when the mouse leaves the map', async () => {
  const page = await visit();
  const band = (): unknown =>
    page.map.features('rubber-band').map(({ geometry }) => (geometry as GeoJSON.LineString).coordinates);
  page.map.point('mousemove', [11.5, 57.5]);
  expect(band()).toEqual([]);
  await page.choose('option', 'zone');
  await page.click(SQUARE[0]);
  await page.click(SQUARE[1]);
  page.map.point('mousemove', [11.7, 57.7]);
  expect(band()).toEqual([[SQUARE[1], [11.7, 57.7], SQUARE[0]]]);
  await page.click(SQUARE[2]);
  expect(band()).toEqual([[SQUARE[2], [11.7, 57.7], SQUARE[0]]]);
  page.map.fire('mouseout');
  expect(band()).toEqual([]);
  page.map.point('mousemove', [11.7, 57.7]);
  await page.press('Finish');
  expect(band()).toEqual([]);
});

test('of handles that are close to one another a corner is taken hold of, and of corners the nearest', async () => {
  const page = await visit();
  await page.choose('option', 'zone');
  const narrow: Position[] = [[11.4, 57.4], [11.42, 57.4], [11.45, 57.6]]; // biome-ignore format: one line
  for (const corner of narrow) await page.click(corner);
  await page.press('Finish');
  // 12 pixels from the second vertex, 8 from the first, 2 from their middle.
  page.map.point('mousedown', eastOf(page, narrow[0], 8));
  page.map.point('mousemove', [11.3, 57.4]);
  page.map.point('mouseup', [11.3, 57.4]);
  await settle();
  expect(JSON.parse(page.calls.at(-1)!.parameters.zone).coordinates[0]).toEqual([
    [11.3, 57.4],
    [11.42, 57.4],
    [11.45, 57.6],
    [11.3, 57.4],
  ]);
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
