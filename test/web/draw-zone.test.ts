import { expect, test } from 'vitest';
import { around, linkTo, MIDDLE, SQUARE } from './answers.ts';
import { draw, middleOf, pass, settle, visit } from './visit.ts';

test('a drawn zone has no name of the place before it, which keeps its own', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE, '&name=Haga') });
  await draw(page);
  await page.press('Finish');
  expect(page.calls).toHaveLength(2);
  expect(decodeURIComponent(location.hash)).not.toContain('Haga');
  await page.choose('option', 'isochrone');
  expect(location.hash).toContain('name=Haga');
  const feature = { type: 'Feature', properties: { name: 'Lot 7' }, geometry: around(MIDDLE, 0.01) };
  await page.type('#geojson', JSON.stringify(feature));
  await page.press('Use it');
  expect(decodeURIComponent(location.hash)).toContain('Lot+7');
  await page.press('Clear');
  await draw(page);
  await page.press('Finish');
  expect(decodeURIComponent(location.hash)).not.toMatch(/Lot|Haga/);
});

test('two vertices and a double click are no zone yet', async () => {
  const page = await visit();
  await draw(page, SQUARE.slice(0, 2));
  page.map.point('dblclick', SQUARE[1]);
  await settle();
  expect(page.text('#answer')).toBe('Draw a zone on the map, and the people in it are counted.');
  expect(page.sees('#finish')).toBe(true);
  expect(page.calls).toEqual([]);
});

test('a dragged vertex is counted on release or rest, and undone as one step', async () => {
  const page = await visit();
  await draw(page);
  await page.press('Finish');
  expect(page.calls).toHaveLength(1);
  expect(page.map.point('mousedown', SQUARE[0])).toBe(true);
  for (const lon of [11.38, 11.35, 11.3]) {
    page.map.point('mousemove', [lon, 57.4]);
    await pass(20);
  }
  expect(page.calls).toHaveLength(1);
  page.map.point('mouseup', [11.3, 57.4]);
  await settle();
  expect(page.calls).toHaveLength(2);
  expect(page.calls[1].parameters.zone).toContain('[[[11.3,57.4],[11.6,57.4]');
  await pass(1_000);
  expect(page.calls).toHaveLength(2);
  page.map.point('mousedown', [11.6, 57.5]);
  page.map.point('mousemove', [11.65, 57.50000001]);
  page.map.point('mousemove', [11.66, 57.50000001]);
  await pass(200);
  expect(page.calls.at(-1)!.parameters.zone).toContain('[11.6,57.4],[11.66,57.5],[11.6,57.6]');
  page.map.point('mouseup', [11.66, 57.5]);
  await settle();
  await page.press('Undo');
  expect(page.calls.at(-1)!.parameters.zone).toContain('[[[11.3,57.4],[11.6,57.4],[11.6,57.6]');
  await page.press('Undo');
  expect(page.calls.at(-1)!.parameters.zone).toContain('[[[11.4,57.4],[11.6,57.4],[11.6,57.6]');
});

test('a place that is named while a zone is drawn is looked at, and the zone stays', async () => {
  const page = await visit();
  await draw(page);
  await page.press('Finish');
  await page.type('#place', '11.9 57.9');
  await page.key('Enter');
  expect(middleOf(page.map).map((degrees) => degrees.toFixed(3))).toEqual(['11.900', '57.900']);
  expect(page.calls).toHaveLength(1);
  expect(page.text('.number')).toBe('1,234 people live in this zone');
});
