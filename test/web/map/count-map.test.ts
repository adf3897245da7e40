import { expect, test } from 'vitest';
import { mapStyle } from '../../../src/web/map/map-style.ts';
import { around, MIDDLE, SQUARE, success, TOWN } from '../answers.ts';
import { MapStandIn } from '../map-stand-in.ts';
import { draw, expectInSight, ORIGIN, settle, type Visit, visit } from '../visit.ts';

const LINK = '#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian&time=600';
const typesIn = (page: Visit, overlay: string): (string | undefined)[] =>
  page.map.features(overlay).map(({ properties }) => properties!.travel as string | undefined);

test('a place is named after a street where the map is close, else a settlement, else not at all', async () => {
  const page = await visit();
  const named = async (zoom: number): Promise<string> => {
    page.map.zoom = zoom;
    await page.click([11.45, 57.45 + Math.random() / 10]);
    return page.get<HTMLInputElement>('#place').value;
  };
  const feature = (name: string): GeoJSON.Feature => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Point', coordinates: MIDDLE as [number, number] },
  });
  expect(await named(14)).toMatch(/^11\.45, /);
  page.map.drawn.set('basemap-little-town-minor', [feature('North Street')]);
  page.map.drawn.set('basemap-little-town-place-names', [feature('Haga')]);
  expect([await named(14), await named(13)]).toEqual(['near North Street', 'near Haga']);
});

test('the position of the device is counted at where it is asked for', async () => {
  const page = await visit();
  MapStandIn.located.at(-1)!({ coords: { longitude: 11.55, latitude: 57.55 } });
  await settle();
  expect(page.calls.map(({ parameters: { lon, lat } }) => [lon, lat])).toEqual([['11.55', '57.55']]);
});

test('where nothing is known the map is dimmed, for the people that are asked about', async () => {
  const livingOnly = { ...TOWN, coverage: { ...TOWN.coverage, working: null } };
  const page = await visit({ regions: [livingOnly] });
  const holes = (): number[] =>
    page.map
      .features('uncovered')
      .map(({ geometry }) => (geometry as GeoJSON.Polygon).coordinates.length - 1);
  expect(holes()).toEqual([1]);
  await page.choose('endpoint', 'workingcount');
  expect(holes()).toEqual([0]);
  await page.choose('endpoint', 'both');
  expect(holes()).toEqual([1]);
  await page.choose('density', 'working');
  expect(holes()).toEqual([0]);
});

test('isochrones lie longest first, each with its time', async () => {
  const page = await visit();
  await page.go('#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian,motorized&time=300,600');
  const features = page.map.features('isochrone');
  expect(features.map(({ properties }) => [properties!.near, properties!.label])).toEqual([
    [0, '10 min by car'],
    [1, '5 min by car'],
    [0, '10 min on foot'],
    [1, '5 min on foot'],
  ]);
  expect(page.sees('#legend-pedestrian') && page.sees('#legend-motorized')).toBe(true);
});

test('places that are compared have a letter in their middle, and the outlines of what was counted', async () => {
  const page = await visit();
  await draw(page);
  await page.press('Finish');
  await page.press('Compare with another place');
  await page.choose('option', 'isochrone');
  await page.click([11.8, 57.5]);
  const lettersAt = (): unknown[] =>
    page.map
      .features('origin')
      .map(({ properties, geometry }) => [properties!.letter, (geometry as GeoJSON.Point).coordinates]);
  expect(lettersAt()).toEqual([
    ['A', [11.5, 57.5]],
    ['B', [11.8, 57.5]],
  ]);
  expect(page.origin!.getElement().title).toBe('Drag to start from elsewhere');
  const kept = page.map.features('isochrone').at(-1)!;
  expect(kept.geometry).toEqual({ type: 'Polygon', coordinates: [[...SQUARE, SQUARE[0]]] });
  await page.press('Compare with another place');
  await page.click([11.3, 57.3]);
  expect(lettersAt()).toHaveLength(3);
  expect(page.map.features('isochrone').map(({ properties }) => properties!.place)).toEqual([1, 2, 0]);
  await page.press('Remove A');
  expect(lettersAt()).toEqual([
    ['A', [11.8, 57.5]],
    ['B', [11.3, 57.3]],
  ]);
  await page.go(LINK);
  expect(lettersAt()).toEqual([[undefined, [11.5, 57.5]]]);
});

test('an outline is in view although its answer comes while the map moves to its origin', async () => {
  const isochrone = around(MIDDLE, 0.2);
  const page = await visit({ answer: (call) => success(call, { isochrone }) });
  page.map.isSlow = true;
  await page.go(LINK);
  page.map.arrive();
  expectInSight(page.map, [11.301, 57.301], [11.699, 57.699]);
});

test('another theme redraws everything that was shown', async () => {
  const page = await visit({ fragment: LINK });
  await page.changeTheme(true);
  expect(page.map.style.layers[0]).toMatchObject(mapStyle([], 'dark', ORIGIN).layers[0]);
  page.map.load();
  expect(typesIn(page, 'isochrone')).toEqual(['pedestrian']);
  expect(page.map.features('uncovered')).toHaveLength(1);
});
