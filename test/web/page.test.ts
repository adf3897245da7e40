/** A visit of the map page: calls, moves of the map, the address. */
import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { MAX_MAP_REGIONS } from '../../src/limits.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { MapStandIn } from './map-stand-in.ts';
import {
  around,
  CREDENTIALS,
  MIDDLE,
  pass,
  refusal,
  settle,
  success,
  TOWN,
  unanswered,
  type Visit,
  visit,
} from './visit.ts';

const ELSEWHERE: Position = [11.7, 57.7];
const linkTo = ([lon, lat]: Position, more = ''): string =>
  `#/api/v1/livingcount?lon=${lon}&lat=${lat}&travel=pedestrian&time=600${more}`;
const SQUARE: Position[] = [
  [11.4, 57.4],
  [11.6, 57.4],
  [11.6, 57.6],
  [11.4, 57.6],
];
const draw = async (page: Visit, corners: readonly Position[] = SQUARE): Promise<void> => {
  await page.choose('option', 'zone');
  for (const corner of corners) await page.click(corner);
};
const middleOf = ({ view: { west, south, east, north } }: Visit['map']): Position => [
  (west + east) / 2,
  (south + north) / 2,
];
const expectInSight = ({ view }: Visit['map'], ...positions: Position[]): void => {
  for (const [lon, lat] of positions) {
    expect(lon).toBeGreaterThan(view.west);
    expect(lon).toBeLessThan(view.east);
    expect(lat).toBeGreaterThan(view.south);
    expect(lat).toBeLessThan(view.north);
  }
};

test('at first the page says what to do, shows where there is data, and asks nothing', async () => {
  const page = await visit({ withKey: false });
  expect(document.title).toBe('Population Count');
  const root = document.documentElement;
  expect([root.lang, 'unwritten' in root.dataset]).toEqual(['en', false]);
  expect(page.get('#map').getAttribute('aria-label')).toBe('Map');
  expect(page.get('#place').getAttribute('placeholder')).toBe('A name or coordinates');
  expect(page.get('meta[name=description]').getAttribute('content')).toMatch(/^How many people live or work/);
  const hint =
    'Click the map, and everybody within reach of that point is counted. You will be asked for your key.';
  expect(page.text('#answer')).toBe(hint);
  expect(page.text('#status')).toBe(hint);
  expect(page.map.options.bounds).toEqual([11, 57, 12, 58]);
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(false);
  for (const hidden of ['#compare', '#take-away', '#regions', '#legend'])
    expect(page.sees(hidden)).toBe(false);
  expect(page.calls).toEqual([]);
  expect(page.asked).toEqual(['/map/regions.json']);
  expect(page.caches).toEqual(['default']);
  await page.choose('option', 'zone');
  expect(page.text('#answer')).toBe(
    'Draw a zone on the map, and the people in it are counted. You will be asked for your key.',
  );
});

test('a click is counted with the key, and its question is in the address', async () => {
  const page = await visit();
  expect(page.text('#answer')).toBe('Click the map, and everybody within reach of that point is counted.');
  await page.click([11.50000049, 57.4999996]);
  expect(page.calls).toEqual([
    {
      endpoint: 'livingcount',
      parameters: { lon: '11.5', lat: '57.5', travel: 'pedestrian', time: '600', details: 'true' },
      authorization: `Basic ${btoa(`${CREDENTIALS.key}:${CREDENTIALS.secret}`)}`,
    },
  ]);
  expect(page.text('.number')).toBe('1,234 people live within 10 minutes on foot');
  expect(page.text('#status')).toBe('1,234 people live within 10 minutes on foot.');
  expect(location.hash).toBe(linkTo(MIDDLE));
  expect(page.origin!.getLngLat()).toEqual({ lng: 11.5, lat: 57.5 });
  expect(page.get<HTMLInputElement>('#place').value).toBe('11.5, 57.5');
  for (const shown of ['#compare', '#take-away', '#legend-pedestrian']) expect(page.sees(shown)).toBe(true);
  for (const hidden of ['#legend-motorized', '#legend-grid-zone']) expect(page.sees(hidden)).toBe(false);
});

test('a marker that is dragged asks again from where it is let go, which has no name', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE, '&name=Home') });
  expect(page.get<HTMLInputElement>('#place').value).toBe('Home');
  page.origin!.drag([11.70000001, 57.7]);
  await settle();
  expect(location.hash).toBe(linkTo(ELSEWHERE));
  expect(page.calls).toHaveLength(2);
  await page.go(linkTo(MIDDLE, '&name=Home'));
  await page.click(ELSEWHERE);
  expect(location.hash).toBe(linkTo(ELSEWHERE));
});

test('the map is moved once to what was counted, and not where that is in sight already', async () => {
  let degrees = 0.05;
  const page = await visit({
    answer: (call) =>
      success(call, {
        isochrone: around([Number(call.parameters.lon), Number(call.parameters.lat)], degrees),
      }),
  });
  await page.click(MIDDLE);
  expect(page.map.moves.map(({ view }) => view)).toEqual([
    { west: 11.45, south: 57.45, east: 11.55, north: 57.55 },
  ]);
  page.map.fire('zoomend');
  await pass(50);
  expect(page.map.moves).toHaveLength(1);
  await page.click([11.52, 57.5]);
  expect(middleOf(page.map)[0]).toBeCloseTo(11.52);
  expect(page.map.moves).toHaveLength(2);
  degrees = 0.04;
  await page.click([11.525, 57.5]);
  expect(page.map.moves).toHaveLength(2);
  // Visible at a fifth of the map's width.
  const { west, east } = page.map.view;
  degrees = 0.102 * (east - west);
  await page.click([11.53, 57.5]);
  expect(page.map.moves).toHaveLength(2);
  degrees = 0.098 * (east - west);
  await page.click([11.531, 57.5]);
  expect(page.map.moves).toHaveLength(3);
});

test('of a comparison all places stay in sight, once all of it is answered', async () => {
  const late = unanswered();
  const page = await visit({
    fragment: linkTo(MIDDLE),
    answer: (call) => (call.parameters.lon === '11.7' ? late.response : success(call)),
  });
  await page.press('Compare with another place');
  const before = page.map.moves.length;
  await page.click(ELSEWHERE);
  expect(page.map.moves).toHaveLength(before);
  expect(page.text('#status')).toBe('');
  late.answer(success({ endpoint: 'livingcount', parameters: { lon: '11.7', lat: '57.7', time: '600' } }));
  await settle();
  expectInSight(page.map, MIDDLE, ELSEWHERE);
  expect(page.map.moves).toHaveLength(before + 1);
  expect(page.text('#status')).toBe(
    'A: 1,234 people live within 10 minutes on foot. B: 1,234 people live within 10 minutes on foot.',
  );
  expect(page.sees('#compare')).toBe(true);
});

test('without a key a click asks for it, and the question is asked once there is one', async () => {
  const page = await visit({ withKey: false });
  await page.click(MIDDLE);
  const dialog = page.get<HTMLDialogElement>('#key-dialog');
  expect(dialog.open).toBe(true);
  expect(page.calls).toEqual([]);
  expect(page.text('#answer')).toContain('You will be asked for your key.');
  await page.type('#key', ' pc_a:b:c ');
  expect(document.activeElement?.id).toBe('secret');
  await page.submit('#key-form');
  expect(dialog.open).toBe(false);
  expect(page.calls.map(({ authorization }) => authorization)).toEqual([`Basic ${btoa('pc_a:b:c')}`]);
  expect(page.text('.number')).toContain('1,234');
  await page.press('Forget it');
  expect(page.text('#answer')).toContain('Click the map');
  expect(sessionStorage.length).toBe(0);
});

test('a key is kept by the browser only where the visitor ticks that, for 30 days', async () => {
  const page = await visit({ withKey: false });
  const enter = async (keep: boolean): Promise<number[]> => {
    page.button('Enter key').click();
    await page.type('#key', 'pc_a:b');
    await page.turn('#keep-key', keep);
    await page.submit('#key-form');
    const lengths = [sessionStorage.length, localStorage.length];
    await page.press('Forget it');
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
    return lengths;
  };
  expect(await enter(false)).toEqual([1, 0]);
  expect(await enter(true)).toEqual([0, 1]);
  expect(page.text('#key-form')).toContain('Without the tick this tab forgets it when you close it.');
});

test('a key that the browser keeps serves another tab, until its 30 days are over', async () => {
  const kept = (until_ms: number): Promise<Visit> =>
    visit({
      withKey: false,
      fragment: linkTo(MIDDLE),
      storedByBrowser: JSON.stringify({ ...CREDENTIALS, until_ms }),
    });
  const page = await kept(Date.now() + 1_000);
  expect(page.text('.number')).toContain('1,234');
  page.button('Key ✓').click();
  expect(page.get<HTMLInputElement>('#keep-key').checked).toBe(true);
  const late = await kept(Date.now() - 1_000);
  expect(late.calls).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test('a key in the address is taken for this tab, and is in the address no more', async () => {
  const page = await visit({ withKey: false, fragment: `${linkTo(MIDDLE)}&key=pc_link:s:ecret` });
  expect(page.calls.map(({ authorization }) => authorization)).toEqual([`Basic ${btoa('pc_link:s:ecret')}`]);
  expect(page.window.location.href).not.toContain('ecret');
  expect(localStorage.length).toBe(0);
  expect(await page.travel(-1)).toBe(false);
});

test('a key in the address replaces none that the visitor has', async () => {
  const page = await visit({ fragment: `${linkTo(MIDDLE)}&key=pc_link:secret` });
  const { key, secret } = CREDENTIALS;
  expect(page.calls.map(({ authorization }) => authorization)).toEqual([`Basic ${btoa(`${key}:${secret}`)}`]);
});

test('a region of real people is shown first', async () => {
  const made = { ...TOWN, region: 'made-up', version: 'made-up-1', simulated: true };
  const page = await visit({
    regions: [made, { ...TOWN, bounds: { west: 1, south: 2, east: 3, north: 4 } }],
  });
  expect(page.map.options.bounds).toEqual([1, 2, 3, 4]);
  expect(page.text('#regions')).toMatch(/Little Town.*Made Up/);
});

test('a key that another tab stores for the browser is used at once', async () => {
  const page = await visit({ withKey: false, fragment: linkTo(MIDDLE) });
  localStorage.setItem('population-count.credentials', JSON.stringify(CREDENTIALS));
  await page.dispatch(page.window as never, 'storage', { key: 'population-count.credentials' });
  expect(page.text('.number')).toContain('1,234');
});

test('while the slider is held nothing is asked, and the number before stays, marked as busy', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE) });
  await page.slide(12, true);
  await pass(20);
  await page.slide(15, true);
  await pass(199);
  expect(page.calls).toHaveLength(1);
  expect(page.text('.number')).toBe('1,234 people live within 10 minutes on foot');
  expect(page.get('#answer').getAttribute('aria-busy')).toBe('true');
  expect(page.text('#time-output')).toBe('15 minutes');
  await pass(1);
  expect(page.calls.map(({ parameters }) => parameters.time)).toEqual(['600', '900']);
  expect(page.get('#answer').getAttribute('aria-busy')).toBe('false');
  await page.slide(5);
  await pass(1_000);
  expect(page.calls.map(({ parameters }) => parameters.time)).toEqual(['600', '900', '300']);
});

test('a zone is drawn corner by corner, finished, and counted', async () => {
  const page = await visit();
  await draw(page, SQUARE.slice(0, 3));
  expect(page.sees('#reach')).toBe(false);
  expect(page.origin).toBeUndefined();
  expect(page.map.features('drawn').map(({ geometry }) => geometry.type)).toEqual(['MultiLineString']);
  expect(page.calls).toEqual([]);
  page.map.point('dblclick', SQUARE[2]);
  await settle();
  expect(page.calls).toHaveLength(1);
  expect(JSON.parse(page.calls[0].parameters.zone)).toEqual({
    type: 'Polygon',
    coordinates: [[...SQUARE.slice(0, 3), SQUARE[0]]],
  });
  expect(page.text('.number')).toBe('1,234 people live in this zone');
  expect(new URLSearchParams(location.hash.split('?')[1]).get('zone')).toBe(page.calls[0].parameters.zone);
});

test('a drawn zone has no name of the place before it, which keeps its own', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE, '&name=Haga') });
  await draw(page);
  await page.press('Finish');
  expect(page.calls).toHaveLength(2);
  expect(decodeURIComponent(location.hash)).not.toContain('Haga');
  await page.choose('option', 'isochrone');
  expect(location.hash).toContain('name=Haga');
  const feature = { type: 'Feature', properties: { name: 'Lot 7' }, geometry: around(MIDDLE, 0.01) };
  await page.dispatch(document.body, 'paste', { clipboardData: { getData: () => JSON.stringify(feature) } });
  expect(decodeURIComponent(location.hash)).toContain('Lot+7');
  await page.press('Clear');
  await draw(page);
  await page.press('Finish');
  expect(decodeURIComponent(location.hash)).not.toMatch(/Lot|Haga/);
});

test('a moved pin is undone by the browser, which goes back and forth between questions', async () => {
  const page = await visit({ answer: (call) => success(call, { people: Number(call.parameters.lat) * 10 }) });
  await page.click(MIDDLE);
  await page.click(ELSEWHERE);
  await page.choose('travel', 'motorized');
  expect(page.text('.number')).toContain('577 people');
  expect(await page.travel(-2)).toBe(true);
  expect(page.text('.number')).toContain('575 people live within 10 minutes on foot');
  expect(page.origin!.getLngLat()).toEqual({ lng: MIDDLE[0], lat: MIDDLE[1] });
  expect(await page.travel(1)).toBe(true);
  expect(page.text('.number')).toContain('577 people live within 10 minutes on foot');
  expect(await page.travel(1)).toBe(true);
  expect(page.text('.number')).toContain('577 people live within 10 minutes by car');
  expect(await page.travel(1)).toBe(false);
  expect(await page.travel(-3)).toBe(true);
  expect(page.text('#answer')).toContain('Click the map');
  expect(await page.travel(-1)).toBe(false);
  expect(await page.travel(1)).toBe(true);
  expect(page.text('.number')).toContain('575 people');
});

test('a question asked twice, dragged or drawn corner by corner is one entry of the history', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE) });
  await page.click(MIDDLE);
  for (const minutes of [11, 12, 13]) {
    await page.slide(minutes, true);
    await pass(500);
  }
  await page.slide(14);
  await draw(page);
  await page.press('Finish');
  expect(await page.travel(-1)).toBe(true);
  expect(location.hash).toContain('time=840');
  expect(await page.travel(-1)).toBe(true);
  expect(location.hash).toBe(linkTo(MIDDLE));
  expect(await page.travel(-1)).toBe(false);
  expect(await page.travel(2)).toBe(true);
  expect(page.text('.number')).toContain('in this zone');
});

test('two corners and a double click are no zone yet', async () => {
  const page = await visit();
  await draw(page, SQUARE.slice(0, 2));
  page.map.point('dblclick', SQUARE[1]);
  await settle();
  expect(page.text('#answer')).toBe('Draw a zone on the map, and the people in it are counted.');
  expect(page.sees('#finish')).toBe(true);
  expect(page.calls).toEqual([]);
});

test('a dragged corner is asked when it is let go or rests, and taken back as one step', async () => {
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

test('the next place is typed after a press of a key, and pointed at after a click or for a zone', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE) });
  const compare = page.button('Compare with another place');
  compare.click();
  await settle();
  expect(document.activeElement?.id).toBe('place');
  expect(page.text('#answer')).toContain('Click the map for the next place, or type its name.');
  expect(page.sees('#compare')).toBe(false);
  await page.click(ELSEWHERE);
  await page.dispatch(compare, 'click', { detail: 1 });
  expect(document.activeElement).toBe(page.map.getCanvas());
  page.get('#place').focus();
  await draw(page);
  await page.press('Finish');
  page.get('#place').focus();
  compare.click();
  await settle();
  expect(document.activeElement).toBe(page.map.getCanvas());
  expect(page.text('#answer')).toContain('Draw the next zone.');
});

test('at most 26 places are compared', async () => {
  const more = (count: number): string => '&also=11.6,57.6'.repeat(count);
  const page = await visit({ fragment: linkTo(MIDDLE, more(24)) });
  const compare = page.get<HTMLButtonElement>('#compare');
  expect([compare.disabled, compare.title]).toEqual([false, '']);
  await page.go(linkTo(MIDDLE, more(25)));
  expect([compare.disabled, compare.title]).toEqual([true, 'At most 26 places can be compared.']);
  await page.go(linkTo(MIDDLE, more(26)));
  expect(page.text('#answer')).toContain('This question cannot be asked');
});

test('an address that cannot be asked is explained, and gone with the next question', async () => {
  const page = await visit({ fragment: '#/api/v1/livingcount?lon=9&lat=95&travel=pedestrian&time=300' });
  expect(page.text('#answer')).toMatch(/^This question cannot be asked.*The service says: lat must be/);
  expect(page.text('#status')).toMatch(/^This question cannot be asked\./);
  expect(page.calls).toEqual([]);
  await page.click(MIDDLE);
  expect(page.text('#answer')).toContain('1,234');
  expect(page.text('#answer')).not.toContain('cannot be asked');
  await page.go('#/api/v1/livingcount?lon=9&lat=95&travel=pedestrian&time=300');
  expect(page.text('#answer')).toContain('cannot be asked');
  expect(page.text('#answer')).not.toContain('1,234');
  expect(page.get<HTMLInputElement>('#place').value).toBe('');
  await page.slide(12, true);
  await pass(20);
  expect(page.text('#answer')).not.toContain('cannot be asked');
});

test('an address restores its question, and the map goes there', async () => {
  const page = await visit();
  await page.go(linkTo(ELSEWHERE).replace('600', '300,900'));
  expect(page.calls.map(({ parameters }) => parameters.time)).toEqual(['300', '900']);
  expectInSight(page.map, ELSEWHERE);
  expect(page.map.moves.length).toBeGreaterThan(0);
  expect(page.get<HTMLInputElement>('#bands').checked).toBe(true);
  expect(page.get<HTMLInputElement>('#place').value).toBe('11.7, 57.7');
  // The page's own change asks nothing again.
  const moves = page.map.moves.length;
  await page.go(location.hash);
  expect([page.calls.length, page.map.moves.length]).toEqual([2, moves]);
  await page.go('#nothing');
  expect(page.text('#answer')).toContain('Click the map');
  expect(location.hash).toBe('');
  expect(location.href).toBe('https://people.example/');
  expect(page.map.moves.at(-1)!.view).toEqual(TOWN.bounds);
});

test('a link is asked before the map is there, which then looks at its place', async () => {
  const page = await visit({
    fragment: linkTo(ELSEWHERE),
    answer: (call) => success(call, { isochrone: around(ELSEWHERE, 0.25) }),
  });
  expect(page.map.moves).toHaveLength(2);
  expectInSight({ view: page.map.moves[0].view } as Visit['map'], ELSEWHERE);
  expect(page.map.view).toEqual({ west: 11.45, south: 57.45, east: 11.95, north: 57.95 });
  expect(page.get('#map').dataset.drawn).toBe('true');
});

test('without any data that can be reached, that is said', async () => {
  const page = await visit({ regions: () => refusal(503, 'storage'), fragment: '' });
  expect(page.text('#answer')).toContain('No data can be reached');
  expect(page.text('#status')).toContain('Either nothing has been published here yet');
  expect(page.map.options.bounds).toBeUndefined();
  expect(page.map.features('uncovered')).toEqual([]);
});

test('a browser that cannot draw maps counts all the same', async () => {
  const page = await visit({ withMap: false, fragment: linkTo(MIDDLE) });
  expect(page.text('#map')).toBe(
    'This browser cannot draw the map. Coordinates and pasted zones are counted all the same.',
  );
  expect(page.get('#map').classList.contains('no-map')).toBe(true);
  expect(page.text('.number')).toContain('1,234');
  expect(page.get<HTMLButtonElement>('#save-image').disabled).toBe(true);
});

test('outside the data the way back leads to the nearest region', async () => {
  const far = { ...TOWN, region: 'far', bounds: { west: 30, south: 57, east: 31, north: 58 } };
  const page = await visit({
    regions: [far, TOWN],
    fragment: linkTo([13, 57.5]),
    answer: () => refusal(422, 'not covered: none of its area'),
  });
  expect(page.text('#answer')).toMatch(/^Nothing is known about this place.*The service says: not covered/);
  await page.press('Show where there is data');
  expect(page.map.moves.at(-1)!.view).toEqual(TOWN.bounds);
  expect(page.map.moves.at(-1)!.options.padding).toBe(0);
  await page.press('Far', '#regions');
  expect(page.map.moves.at(-1)!.view).toEqual(far.bounds);
  expect(page.sees('#regions')).toBe(true);
});

test('what fails can be asked again', async () => {
  let isDown = true;
  const page = await visit({
    fragment: linkTo(MIDDLE),
    answer: (call) => (isDown ? Promise.reject(new TypeError('no route')) : success(call)),
  });
  expect(page.text('#answer')).toContain('The service cannot be reached');
  isDown = false;
  await page.press('Ask again');
  expect(page.text('.number')).toContain('1,234');
});

test('sides that cross are marked on the map, of the zones that were refused for it alone', async () => {
  const bowTie: Position[] = [[11.4, 57.4], [11.6, 57.6], [11.6, 57.4], [11.4, 57.6]]; // biome-ignore format: one line
  let status = 400;
  const page = await visit({
    answer: (call) => (call.parameters.zone ? refusal(status, 'cross') : success(call)),
  });
  await draw(page, bowTie);
  await page.press('Finish');
  expect(page.text('#answer')).toContain('Two sides of the zone cross');
  const [crossing, ...others] = page.map.features('crossings');
  expect(others).toEqual([]);
  const [lon, lat] = (crossing.geometry as GeoJSON.Point).coordinates;
  expect([lon.toFixed(6), lat.toFixed(6)]).toEqual(['11.500000', '57.500000']);
  status = 503;
  await page.press('Undo');
  await page.press('Finish');
  expect(page.map.features('crossings')).toEqual([]);
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

test('places that are brought in join the comparison in their order, the last in work', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE) });
  const point = (name: string, position: Position): object => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Point', coordinates: position },
  });
  const features = [
    point('First', [11.1, 57.1]),
    point('Second', [11.2, 57.2]),
    point('Third', [11.9, 57.9]),
  ];
  await page.type('#geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  await page.press('Use it');
  expect(page.get<HTMLInputElement>('#place').value).toBe('Third');
  expect([...document.querySelectorAll('.place')].map((line) => line.textContent)).toEqual([
    'AFirst×',
    'BSecond×',
    'CThird×',
  ]);
  expectInSight(page.map, [11.1, 57.1], [11.9, 57.9]);
  expect([...page.map.markers].map((marker) => marker.getElement().textContent).sort()).toEqual([
    'A',
    'B',
    'C',
  ]);
  await page.press('Remove B');
  expect([...document.querySelectorAll('.place')].map((line) => line.textContent)).toEqual([
    'AFirst×',
    'BThird×',
  ]);
});

test('no more places are brought in than there is room for', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE, '&also=11.6,57.6'.repeat(24)) });
  const coordinates = (i: number): Position => [11 + i / 100, 57.1];
  const features = [1, 2, 3].map((i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: coordinates(i) },
  }));
  await page.type('#geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  await page.press('Use it');
  const lines = [...document.querySelectorAll('.place')].map((line) => line.textContent);
  expect(lines).toHaveLength(26);
  expect(lines.slice(-3)).toEqual(['X11.6, 57.6×', 'Y11.01, 57.1×', 'Z11.02, 57.1×']);
});

test('the way around the map leads to the question', async () => {
  const page = await visit({ fragment: linkTo(MIDDLE) });
  const skip = page.get('#skip');
  const event = new page.window.MouseEvent('click', { cancelable: true, bubbles: true });
  skip.dispatchEvent(event as never);
  expect(event.defaultPrevented).toBe(true);
  expect((document.activeElement as HTMLInputElement).value).toBe('livingcount');
});

test('the page in another language is a link that keeps the question', async () => {
  const page = await visit({ search: '?lang=en', fragment: linkTo(MIDDLE) });
  const [english, french] = document.querySelectorAll<HTMLAnchorElement>('#languages a');
  expect([english, french].map(({ textContent, lang, hreflang }) => [textContent, lang, hreflang])).toEqual([
    ['English', 'en', 'en'],
    ['Français', 'fr', 'fr'],
  ]);
  expect([english, french].map((link) => link.getAttribute('aria-current'))).toEqual(['true', null]);
  expect(french.href).toBe(`https://people.example/?lang=fr${linkTo(MIDDLE)}`);
  await page.click(ELSEWHERE);
  french.addEventListener('click', (event) => event.preventDefault());
  french.dispatchEvent(new page.window.Event('click', { cancelable: true }) as never);
  expect(french.href).toBe(`https://people.example/?lang=fr${linkTo(ELSEWHERE)}`);
});

test('how soon the page can be used, the map is drawn and a number is there is marked', async () => {
  performance.clearMarks();
  const page = await visit();
  const marks = (): string[] => performance.getEntriesByType('mark').map(({ name }) => name);
  expect(marks()).toEqual(['interactive', 'map-drawn']);
  await page.click(MIDDLE);
  expect(marks()).toContain('answered');
});

test('what is not asked any more is given up', async () => {
  const signals: AbortSignal[] = [];
  const page = await visit({
    answer: (_, signal) => {
      signals.push(signal);
      return unanswered().response;
    },
  });
  await page.click(MIDDLE);
  await page.go('#/api/v1/livingcount?lon=9&lat=95&travel=pedestrian&time=300');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('where some region holds a kind of people, it can be asked for', async () => {
  const livingOnly = { ...TOWN, region: 'other', coverage: { ...TOWN.coverage, working: null } };
  await visit({ regions: [TOWN, livingOnly] });
  expect(document.querySelectorAll('input:disabled')).toHaveLength(0);
});

test('what is known of the data stays where it cannot be read again', async () => {
  let isDown = false;
  const page = await visit({ regions: () => (isDown ? refusal(503, 'storage') : Response.json([TOWN])) });
  await page.choose('density', 'living');
  const { tiles } = page.map.style.sources['density-little-town'];
  await MapStandIn.protocols.get('density')!({ url: tiles![0] }, new AbortController());
  isDown = true;
  await pass(50);
  await page.press('Ask again', '#density');
  expect(page.text('#answer')).not.toContain('No data can be reached');
});

test('another key reads density anew', async () => {
  const page = await visit({ answerMap: () => Response.json({}, { status: 401 }) });
  await page.choose('density', 'living');
  const before = page.map.style.sources['density-little-town'];
  await MapStandIn.protocols.get('density')!({ url: before.tiles![0] }, new AbortController());
  await pass(50);
  expect(page.text('#open-key')).toBe('Wrong key');
  page.get('#open-key').click();
  await page.submit('#key-form');
  expect(page.text('#open-key')).toBe('Key ✓');
  expect(page.map.style.sources['density-little-town']).not.toBe(before);
  expect(page.text('#density-status')).toBe('');
});

test.each(['{', '"text"', '{"key":"a"}', '{"secret":"a"}'])(
  'a tab that holds %s has no key',
  async (stored) => {
    const page = await visit({ stored });
    expect(page.text('#open-key')).toBe('Enter key');
  },
);

test('of more regions than the page is told of at a time, those around what it shows are loaded', async () => {
  const asked: string[] = [];
  const around = (lon: number): MapRegion[] =>
    Array.from({ length: MAX_MAP_REGIONS }, (_, number) => ({
      ...TOWN,
      region: `town-${lon}-${number}`,
      version: `town-${lon}-${number}`,
      bounds: { west: lon + number, south: 57, east: lon + number + 1, north: 58 },
    }));
  const page = await visit({
    regions: ({ search }) => {
      asked.push(search);
      return Response.json(around(search === '' ? 100 : 11));
    },
  });
  expect(asked).toEqual(['']);
  page.map.fire('moveend');
  await settle();
  const [lon, lat] = middleOf(page.map);
  expect(asked).toEqual(['', `?near=${lon.toFixed(1)},${lat.toFixed(1)}`]);
  const sources = (): string => JSON.stringify(page.map.style.sources);
  expect(sources()).toContain('town-11-0');
  expect(sources()).not.toContain('town-100-0');
});

test('with fewer regions, nothing is told of what the map shows', async () => {
  const asked: string[] = [];
  const page = await visit({
    regions: ({ search }) => {
      asked.push(search);
      return Response.json([TOWN]);
    },
  });
  page.map.fire('moveend');
  await settle();
  expect(asked).toEqual(['']);
});
