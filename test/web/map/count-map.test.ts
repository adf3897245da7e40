/** What the map shows of a question and its answer, and gestures on it. */
import { expect, test } from 'vitest';
import type { Position } from '../../../src/geo/positions.ts';
import { mapStyle } from '../../../src/web/map/map-style.ts';
import { OVERLAYS, overlayLayers } from '../../../src/web/map/overlays.ts';
import { HEIGHT_PX, MapStandIn, WIDTH_PX } from '../map-stand-in.ts';
import { around, MIDDLE, ORIGIN, pass, settle, success, TOWN, type Visit, visit } from '../visit.ts';

const LINK = '#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian&time=600';
const WORKING = LINK.replace('livingcount', 'workingcount');
const SQUARE: Position[] = [[11.4, 57.4], [11.6, 57.4], [11.6, 57.6], [11.4, 57.6]]; // biome-ignore format: one line
const drawn = async (): Promise<Visit> => {
  const page = await visit();
  await page.choose('option', 'zone');
  for (const corner of SQUARE) await page.click(corner);
  return page;
};
const eastOf = (page: Visit, [lon, lat]: Position, pixels: number): Position => {
  const { west, east } = page.map.view;
  return [lon + (pixels * (east - west)) / WIDTH_PX, lat];
};
const typesIn = (page: Visit, overlay: string): (string | undefined)[] =>
  page.map.features(overlay).map(({ properties }) => properties!.travel as string | undefined);

test('the map has the basemaps of the regions with all overlays above, and cannot be turned', async () => {
  const page = await visit();
  const { style, options } = page.map;
  const basemap = mapStyle([TOWN], 'light', ORIGIN);
  expect(Object.keys(style.sources)).toEqual([...Object.keys(basemap.sources), ...OVERLAYS]);
  const { belowNames, aboveNames } = overlayLayers('light');
  const isName = ({ type }: { readonly type: string }): boolean => type === 'symbol';
  expect(style.layers).toEqual([
    ...basemap.layers.filter((layer) => !isName(layer)),
    ...belowNames,
    ...basemap.layers.filter(isName),
    ...aboveNames,
  ]);
  expect(options).toMatchObject({
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
  });
  expect(options.fitBoundsOptions).toEqual({ padding: 0 });
  expect(page.map.gestures).toEqual({ rotates: false, zoomsByDoubleClick: false });
  expect(page.map.controls.slice(0, 2)).toEqual(['navigation', 'scale']);
});

test('the credit names the mappers of the regions in view, as text, and a keyboard reaches it', async () => {
  const named = (attribution: string | null) => [{ role: 'roads' as const, vintage: null, attribution }];
  const far = { west: 5, south: 50, east: 6, north: 51 };
  const page = await visit({
    regions: [
      { ...TOWN, sources: named('© <b>mappers</b> & friends') },
      { ...TOWN, region: 'again', sources: named('© <b>mappers</b> & friends') },
      { ...TOWN, region: 'silent', sources: named(null) },
      { ...TOWN, region: 'bare', sources: named('nobody’s'), basemap: null },
      { ...TOWN, region: 'far', sources: named('the far ones'), bounds: far },
    ],
  });
  const credit = page.get('.maplibregl-ctrl-attrib-inner');
  expect(credit.tabIndex).toBe(0);
  expect(credit.textContent).toBe('© <b>mappers</b> & friends');
  const look = ([west, south, east, north]: readonly number[]): string | null => {
    page.map.view = { west, south, east, north };
    page.map.resize();
    page.map.fire('moveend');
    return credit.textContent;
  };
  expect(look([5.5, 50.5, 11.5, 57.5])).toBe('© <b>mappers</b> & friends · the far ones');
  expect(look([5.5, 50.5, 5.6, 50.6])).toBe('the far ones');
  expect(look([0, 0, 1, 1])).toBe('');
  expect(page.sees('.maplibregl-ctrl-attrib')).toBe(false);
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

test('isochrones lie longest first, each with its time, and are switched off by travel mode', async () => {
  const page = await visit();
  await page.go('#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian,motorized&time=300,600');
  const features = page.map.features('isochrone');
  expect(features.map(({ properties }) => Object.values(properties!).join(' '))).toEqual([
    'motorized 10 min',
    'motorized 5 min',
    'pedestrian 10 min',
    'pedestrian 5 min',
  ]);
  expect(features[0].geometry).toEqual(around(MIDDLE, 0.006));
  expect(page.sees('#legend-pedestrian') && page.sees('#legend-motorized')).toBe(true);
  await page.turn('#show-motorized', false);
  expect(typesIn(page, 'isochrone')).toEqual(['pedestrian', 'pedestrian']);
  await page.turn('#show-pedestrian', false);
  expect(typesIn(page, 'isochrone')).toEqual([]);
  expect(page.map.features('isochrone-times')).toEqual([]);
  await page.turn('#show-motorized', true);
  expect(typesIn(page, 'isochrone')).toEqual(['motorized', 'motorized']);
  expect(page.map.features('isochrone-times')).toHaveLength(2);
});

test('each isochrone is labelled with its time, on its own outline and apart from the others', async () => {
  const page = await visit({ fragment: LINK.replace('600', '300,600,900') });
  const labels = page.map.features('isochrone-times');
  expect(labels.map(({ properties }) => properties!.time)).toEqual(['15 min', '10 min', '5 min']);
  const positions = labels.map(
    ({ geometry }) => (geometry as GeoJSON.Point).coordinates as unknown as Position,
  );
  for (const [i, { geometry }] of page.map.features('isochrone').entries())
    expect((geometry as GeoJSON.Polygon).coordinates[0]).toContainEqual(positions[i]);
  for (const [i, a] of positions.entries())
    for (const b of positions.slice(i + 1))
      expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(0.08 * 0.018);
});

test('of compared places each isochrone is labelled with its time', async () => {
  const page = await visit({ fragment: `${LINK}&also=11.2,57.3,Haga` });
  expect(page.map.features('isochrone-times').map(({ properties }) => properties!.time)).toEqual([
    '10 min',
    '10 min',
  ]);
  await page.go(`${LINK.replace('600', '300,600')}&also=11.2,57.3,Haga`);
  expect(page.map.features('isochrone-times')).toHaveLength(2);
});

test('names of the basemap keep out of the room of the marker', async () => {
  const page = await visit({ fragment: LINK });
  expect(page.map.features('origin').map(({ geometry }) => geometry)).toEqual([
    { type: 'Point', coordinates: MIDDLE },
  ]);
  await page.choose('option', 'zone');
  expect(page.map.features('origin')).toEqual([]);
});

test('names of the basemap keep out of the room of the letters of compared places', async () => {
  const page = await visit({ fragment: `${LINK}&also=11.2,57.3,Haga` });
  expect(page.map.features('origin').map(({ geometry }) => geometry)).toEqual([
    { type: 'Point', coordinates: [11.2, 57.3] },
    { type: 'Point', coordinates: MIDDLE },
  ]);
});

test('the grid zone is shown of a single number, and switched off', async () => {
  const gridZone = around(MIDDLE, 0.02);
  const page = await visit({ fragment: WORKING, answer: (call) => success(call, { gridZone }) });
  expect(page.map.features('grid-zone').map(({ geometry }) => geometry)).toEqual([gridZone]);
  expect(page.sees('#legend-grid-zone')).toBe(true);
  await page.turn('#show-grid-zone', false);
  expect(page.map.features('grid-zone')).toEqual([]);
  await page.turn('#show-grid-zone', true);
  await page.go(WORKING.replace('600', '300,600'));
  expect(page.map.features('grid-zone')).toEqual([]);
  expect(page.sees('#legend-grid-zone')).toBe(false);
});

test('places that are compared have a letter in their middle, and the outlines of what was counted', async () => {
  const page = await drawn();
  await page.press('Finish');
  await page.press('Compare with another place');
  await page.choose('option', 'isochrone');
  await page.click([11.8, 57.5]);
  const lettersAt = (): unknown[] =>
    [...page.map.markers]
      .map((marker) => [marker.getElement().textContent, marker.getElement().className, marker.getLngLat()])
      .sort();
  expect(lettersAt()).toEqual([
    ['A', 'letter', { lng: 11.5, lat: 57.5 }],
    ['B', 'origin', { lng: 11.8, lat: 57.5 }],
  ]);
  expect(page.origin!.getElement().title).toBe('Drag to start from elsewhere');
  const [kept, ...others] = page.map.features('kept');
  expect(others).toEqual([]);
  expect(kept.geometry).toEqual({ type: 'MultiPolygon', coordinates: [[[...SQUARE, SQUARE[0]]]] });
  await page.press('Compare with another place');
  await page.click([11.3, 57.3]);
  expect(lettersAt()).toHaveLength(3);
  expect(page.map.features('kept').map(({ geometry }) => geometry.type)).toEqual(['Polygon', 'MultiPolygon']);
  await page.press('Remove A');
  expect(lettersAt()).toEqual([
    ['A', 'letter', { lng: 11.8, lat: 57.5 }],
    ['B', 'origin', { lng: 11.3, lat: 57.3 }],
  ]);
  await page.go(LINK);
  expect(lettersAt()).toEqual([['', 'origin', { lng: 11.5, lat: 57.5 }]]);
});

test('the first corner finishes a zone within 16 pixels, the others are no place for another corner', async () => {
  const page = await drawn();
  const count = (): number => page.map.features('handles').length;
  await page.click(eastOf(page, SQUARE[1], 15.9));
  expect(count()).toBe(4);
  await page.click(eastOf(page, SQUARE[1], 16.1));
  expect(count()).toBe(5);
  await page.click(eastOf(page, SQUARE[0], -15.9));
  expect(page.sees('#finish')).toBe(false);
  expect(page.calls).toHaveLength(1);
  expect(count()).toBe(11);
});

test('the pointer over a handle says that it can be moved', async () => {
  const page = await drawn();
  const { style } = page.map.getCanvas();
  page.map.point('mousemove', eastOf(page, SQUARE[1], 10));
  expect(style.cursor).toBe('move');
  page.map.point('mousemove', [11.9, 57.9]);
  expect(style.cursor).toBe('crosshair');
});

test('nothing is dragged before a zone is closed, nor beside its handles', async () => {
  const page = await drawn();
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

test.each([
  ['mousedown', 'mousemove', 'mouseup'],
  ['touchstart', 'touchmove', 'touchend'],
])('the middle of a side becomes a corner that is dragged (%s)', async (start, move, end) => {
  const page = await drawn();
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

test.each([
  ['mousedown', 'mousemove', 'mouseup'],
  ['touchstart', 'touchmove', 'touchend'],
])(
  'a zone is dragged whole by its middle, asked once it is let go, and taken back in one step (%s)',
  async (start, move, end) => {
    const page = await drawn();
    await page.press('Finish');
    const [west, south] = [0, 1].map((i) => Math.min(...SQUARE.map((corner) => corner[i])));
    const [east, north] = [0, 1].map((i) => Math.max(...SQUARE.map((corner) => corner[i])));
    expect(page.map.point(start, [(west + east) / 2, (south + north) / 2])).toBe(true);
    for (const lon of [11.6, 11.9, 11.8]) page.map.point(move, [lon, (south + north) / 2]);
    page.map.point(end, [11.8, (south + north) / 2]);
    await settle();
    expect(page.calls).toHaveLength(2);
    const moved = SQUARE.map(([lon, lat]) => [Number((lon + 11.8 - (west + east) / 2).toFixed(6)), lat]);
    expect(JSON.parse(page.calls[1].parameters.zone).coordinates).toEqual([[...moved, moved[0]]]);
    await page.press('Undo');
    expect(page.calls.at(-1)!.parameters.zone).toBe(page.calls[0].parameters.zone);
  },
);

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
  // 12 pixels from the second vertex, 8 from the first, 2 from the middle between them.
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

test('where it goes, the map has room around, no more than 48 pixels, and moves at once for who wants it so', async () => {
  const page = await visit();
  await page.click(MIDDLE);
  expect(page.map.moves[0].options).toEqual({ padding: 0.08 * HEIGHT_PX, maxZoom: 16, animate: true });
  page.map.size = { clientWidth: 2_000, clientHeight: 900 };
  await page.click([11.9, 57.9]);
  expect(page.map.moves.at(-1)!.options.padding).toBe(48);
});

test('another theme of the visitor draws all anew, with what was shown', async () => {
  const page = await visit({ fragment: LINK });
  await page.changeTheme(true);
  expect(page.map.style.layers[0]).toMatchObject(mapStyle([], 'dark', ORIGIN).layers[0]);
  page.map.load();
  expect(typesIn(page, 'isochrone')).toEqual(['pedestrian']);
  expect(page.map.features('uncovered')).toHaveLength(1);
});

test('density is read with the key below the streets, and again where its colours or its data change', async () => {
  const headers: (string | null)[] = [];
  const page = await visit({
    answerMap: (_, asked) => {
      headers.push(asked.get('Authorization'));
      return new Response(new Uint8Array([1, 2, 3]));
    },
  });
  expect(page.map.style.sources['density-little-town']).toBeUndefined();
  await page.choose('density', 'living');
  expect(location.hash).toBe('#/api/v1/livingcount?density=living');
  const source = page.map.style.sources['density-little-town'];
  expect(source).toMatchObject({ type: 'vector', bounds: [11, 57, 12, 58], minzoom: 4, maxzoom: 11 });
  const ids = page.map.style.layers.map(({ id }) => id);
  const at = ids.indexOf('density-little-town');
  expect(ids[at - 1]).toBe('basemap-little-town-building');
  const url = source.tiles![0].replace('{z}/{x}/{y}', '9/1/2');
  const read = MapStandIn.protocols.get(url.split(':')[0])!;
  const { data } = await read({ url }, new AbortController());
  expect(new Uint8Array(data)).toEqual(new Uint8Array([1, 2, 3]));
  expect(page.asked.at(-1)).toBe('/map/little-town-1/density/living/9/1/2.mvt');
  expect(headers).toEqual([page.calls[0]?.authorization ?? `Basic ${btoa('pc_visitor:tell:nobody')}`]);
  await page.click(MIDDLE);
  expect(page.map.style.sources['density-little-town']).toBe(source);
  await page.choose('density', 'working');
  expect(page.map.style.sources['density-little-town'].tiles![0]).toContain('/density/working/');
  await page.changeTheme(true);
  page.map.load();
  expect(page.map.style.sources['density-little-town'].tiles![0]).toContain('/density/working/');
  const layer = page.map.style.layers.find(({ id }) => id === 'density-little-town');
  expect(JSON.stringify(layer)).toContain('#eee9fb');
  await page.choose('density', '');
  expect(page.map.style.sources['density-little-town']).toBeUndefined();
  expect(location.hash).not.toContain('density');
});

test('density lies over land and water of all regions, and under the streets and names of each', async () => {
  const other = { ...TOWN, region: 'other', version: 'other-1' };
  const page = await visit({ regions: [TOWN, other] });
  await page.choose('density', 'living');
  const order = page.map.style.layers.flatMap(({ id, type }) => {
    if (id.startsWith('density-')) return ['density'];
    if (!id.startsWith('basemap-')) return [];
    return type === 'fill' || id.endsWith('-watercourses') ? ['land or water'] : [type];
  });
  const runs = order.filter((kind, i) => kind !== order[i - 1]);
  expect(runs).toEqual(['land or water', 'density', 'line', 'symbol']);
  expect(order.filter((kind) => kind === 'density')).toHaveLength(2);
});

test('a region that has no density of a kind is left out', async () => {
  const other = { ...TOWN, region: 'other', version: 'other-1', density: ['living' as const] };
  const page = await visit({ regions: [TOWN, other] });
  await page.choose('density', 'working');
  expect(Object.keys(page.map.style.sources).filter((id) => id.startsWith('density'))).toEqual([
    'density-little-town',
  ]);
});

test('what keeps density from being shown is said, and what a click may do about it', async () => {
  let answer = (): Response => new Response(new Uint8Array(1));
  let regions = [TOWN];
  const page = await visit({ answerMap: () => answer(), regions: () => Response.json(regions) });
  const readTile = (): Promise<unknown> => {
    const { tiles } = page.map.style.sources[`density-${regions[0].region}`];
    return MapStandIn.protocols.get('density')!({ url: tiles![0] }, new AbortController());
  };
  const status = async (): Promise<[string, boolean]> => {
    await pass(50);
    return [page.text('#density-status'), page.sees('#density-again')];
  };
  expect(page.sees('#density-key')).toBe(false);
  await page.choose('density', 'living');
  expect(page.text('#density-title')).toBe('People living on a km², from');
  expect(page.text('#density-blank')).toMatch(/^No colour: nobody, or more/);
  expect(await status()).toEqual(['', false]);
  page.map.zoom = 3.9;
  page.map.fire('zoomend');
  expect(await status()).toEqual(['Zoom in to see it.', false]);
  page.map.zoom = 4;
  page.map.fire('zoomend');
  expect(await status()).toEqual(['', false]);
  answer = () => Response.json({ error: '' }, { status: 503, headers: { 'Retry-After': '7' } });
  await readTile();
  expect(await status()).toEqual([
    'Not all of it can be shown. The data cannot be read right now. Wait 7 seconds, then ask again.',
    true,
  ]);
  answer = () => Response.json({}, { status: 404 });
  await readTile();
  expect(await status()).toEqual([
    'Not all of it can be shown. The data was renewed since this page was opened.',
    true,
  ]);
  regions = [{ ...TOWN, version: 'little-town-2' }];
  await page.press('Ask again', '#density');
  expect(page.caches.at(-1)).toBe('reload');
  page.map.load();
  await settle();
  expect(page.map.style.sources['density-little-town'].tiles![0]).toContain('/little-town-2/');
  expect(page.map.style.sources['basemap-little-town'].tiles![0]).toContain('/little-town-2/');
  expect(await status()).toEqual(['', false]);
  answer = () => Response.json({}, { status: 429, headers: { 'Retry-After': '9' } });
  void readTile().catch(() => {});
  expect(await status()).toEqual(['Too many questions: it goes on in 9 s.', false]);
  answer = () => new Response(new Uint8Array(1));
  await pass(9_000);
  expect(await status()).toEqual(['', false]);
  answer = () => Response.json({}, { status: 401 });
  await readTile();
  await pass(50);
  expect(page.text('#open-key')).toBe('Wrong key');
  await page.choose('density', 'working');
  expect(page.text('#density-title')).toBe('People in working hours on a km², from');
  expect(page.text('#density-blank')).toMatch(/^No colour: too few people/);
  expect(await status()).toEqual(['', false]);
});

test('density without a key asks for it', async () => {
  const page = await visit({ withKey: false });
  await page.choose('density', 'living');
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(true);
  expect([page.text('#density-status'), page.sees('#density-again')]).toEqual(['It needs your key.', true]);
  expect(page.map.style.sources['density-little-town']).toBeUndefined();
  await page.press('Cancel', '#key-dialog');
  await page.press('Ask again', '#density');
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(true);
  page.get<HTMLInputElement>('#key').value = 'a';
  page.get<HTMLInputElement>('#secret').value = 'b';
  await page.submit('#key-form');
  expect(page.map.style.sources['density-little-town']).toBeDefined();
});

test('a link with density alone restores it, and asks for a key where there is none', async () => {
  const page = await visit({ withKey: false, fragment: '#/api/v1/livingcount?density=working' });
  expect(page.get<HTMLInputElement>('#density input:checked').value).toBe('working');
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(true);
});

test('the key to the colours has a line for each class, said with where it ends', async () => {
  const page = await visit();
  expect([...document.querySelectorAll('#density-key li')].map(({ textContent }) => textContent)).toEqual([
    '0 to 10',
    '10 to 100',
    '100 to 500',
    '500 to 1,500',
    '1,500 to 5,000',
    '5,000 to 15,000',
    '15,000 and more',
  ]);
  expect(page.get('#density-key').hidden).toBe(true);
});

test('what stands at the bottom of the map stays above an answer that grows over it', async () => {
  const page = await visit();
  const place = (selector: string, top: number, bottom: number): void => {
    page.get(selector).getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
  };
  const covered = (): string => {
    for (const changed of page.resized) changed();
    return page.get('#map').style.getPropertyValue('--covered');
  };
  place('#map', 0, 500);
  place('#answer', 420, 600);
  expect(covered()).toBe('80px');
  place('#answer', 520, 700);
  expect(covered()).toBe('0px');
  expect(page.resized).toHaveLength(2);
});
