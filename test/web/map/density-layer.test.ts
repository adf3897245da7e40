import { expect, test } from 'vitest';
import { MIDDLE, TOWN } from '../answers.ts';
import { MapStandIn } from '../map-stand-in.ts';
import { pass, visit } from '../visit.ts';

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
  expect(ids[at - 1]).toBe('basemap-little-town-wood');
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

test('density lies over the land of all regions, and under parks, water, streets and names of each', async () => {
  const other = { ...TOWN, region: 'other', version: 'other-1' };
  const page = await visit({ regions: [TOWN, other] });
  await page.choose('density', 'living');
  const order = page.map.style.layers.flatMap(({ id, type }) => {
    if (id.startsWith('density-')) return ['density'];
    if (!id.startsWith('basemap-')) return [];
    if (/-(settled|wood)$/.test(id)) return ['land'];
    return type === 'fill' || id.endsWith('-watercourses') ? ['park, water or building'] : [type];
  });
  const runs = order.filter((kind, i) => kind !== order[i - 1]);
  expect(runs).toEqual(['land', 'density', 'park, water or building', 'line', 'symbol']);
  expect(order.filter((kind) => kind === 'density')).toHaveLength(2);
});

test('a cell of density says its class where it is pointed at', async () => {
  const page = await visit();
  await page.choose('density', 'living');
  const cell = { type: 'Feature' as const, properties: { class: 4 }, geometry: { type: 'Point' as const, coordinates: [0, 0] } }; // biome-ignore format: one line
  page.map.drawn.set('density-little-town', [cell]);
  page.map.point('mousemove', MIDDLE);
  expect(MapStandIn.popup).toBe('1,500 to 5,000 people on a km²');
});

test('what keeps density from being shown is said, and what a click may do about it', async () => {
  let answer = (): Response => new Response(new Uint8Array(1));
  const page = await visit({ answerMap: () => answer() });
  const readTile = (): Promise<unknown> => {
    const { tiles } = page.map.style.sources['density-little-town'];
    return MapStandIn.protocols.get('density')!({ url: tiles![0] }, new AbortController());
  };
  const readWithin = async (milliseconds: number): Promise<void> => {
    const read = readTile();
    await pass(milliseconds);
    await read;
  };
  const status = async (): Promise<[string, boolean]> => {
    await pass(50);
    return [page.text('#density-status'), page.sees('#density-again')];
  };
  expect(page.sees('#density-key')).toBe(false);
  await page.choose('density', 'living');
  expect(page.text('#density-title')).toBe('People living on a km², from');
  expect(await status()).toEqual(['', false]);
  page.map.zoom = 3.9;
  page.map.fire('moveend');
  expect(await status()).toEqual(['Zoom in to see it.', false]);
  page.map.zoom = 4;
  page.map.fire('moveend');
  expect(await status()).toEqual(['', false]);
  answer = () => Response.json({ error: '' }, { status: 503, headers: { 'Retry-After': '7' } });
  await readWithin(21_000);
  expect(await status()).toEqual([
    'Not all of it can be shown. The data cannot be read right now. Wait a few seconds, then ask again.',
    true,
  ]);
  answer = () => Response.json({}, { status: 404 });
  await readTile();
  expect(await status()).toEqual([
    'Not all of it can be shown. The data was renewed since this page was opened: load it again.',
    false,
  ]);
  await page.choose('density', '');
  await page.choose('density', 'living');
  expect(await status()).toEqual(['', false]);
  answer = () => Response.json({}, { status: 429, headers: { 'Retry-After': '9' } });
  void readTile().catch(() => {});
  expect(await status()).toEqual(['Many questions: the service takes more in 9 s.', false]);
  answer = () => new Response(new Uint8Array(1));
  await pass(9_000);
  expect(await status()).toEqual(['', false]);
  answer = () => Response.json({}, { status: 401 });
  await readTile();
  await pass(50);
  expect(page.text('#open-key')).toBe('Wrong key');
  await page.choose('density', 'working');
  expect(page.text('#density-title')).toBe('People in working hours on a km², from');
  expect(page.text('#density-key')).toMatch(/No colour: too few people/);
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

test('a link with density alone restores it, and says without a dialog that a key is needed', async () => {
  const page = await visit({ withKey: false, fragment: '#/api/v1/livingcount?density=working' });
  expect(page.get<HTMLInputElement>('#density input:checked').value).toBe('working');
  expect(page.text('#density-status')).toBe('It needs your key.');
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(false);
});
