import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { linkTo, MIDDLE, success, unanswered } from './answers.ts';
import { CREDENTIALS, expectInSight, pass, settle, visit } from './visit.ts';

const ELSEWHERE: Position = [11.7, 57.7];
test('at first the page says what to do, shows where there is data, and asks nothing', async () => {
  const page = await visit({ withKey: false });
  expect(document.title).toBe('Population Count');
  const root = document.documentElement;
  expect([root.lang, 'unwritten' in root.dataset]).toEqual(['en', false]);
  expect(page.get('#map').getAttribute('aria-label')).toBe('Map');
  expect(page.get('#place').getAttribute('placeholder')).toBe('A name or coordinates');
  expect(page.get('meta[name=description]').getAttribute('content')).toMatch(/^How many people live or work/);
  const hint = 'Choose a place on the map, and everybody within reach of it is counted.';
  expect(page.text('#answer')).toBe(hint);
  expect(page.text('#status')).toBe(hint);
  expect(page.map.options.bounds).toEqual([11, 57, 12, 58]);
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(false);
  for (const hidden of ['#compare', '#take-away', '#regions']) expect(page.sees(hidden)).toBe(false);
  expect(page.calls).toEqual([]);
  expect(page.asked).toEqual(['/map/regions.json']);
  await page.choose('option', 'zone');
  expect(page.text('#answer')).toBe('Draw a zone on the map, and the people in it are counted.');
});

test('a click is counted with the key, and its question is in the address', async () => {
  const page = await visit();
  expect(page.text('#answer')).toBe(
    'Choose a place on the map, and everybody within reach of it is counted.',
  );
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
  expect(page.sees('#legend-motorized')).toBe(false);
  await page.choose('option', 'zone');
  expect(page.text('#status')).toBe('Draw a zone on the map, and the people in it are counted.');
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

test('a browser that cannot draw maps counts all the same', async () => {
  const page = await visit({ withMap: false, fragment: linkTo(MIDDLE) });
  expect(page.text('#map')).toBe(
    'This browser cannot draw the map. Coordinates and pasted zones are counted all the same.',
  );
  expect(page.get('#map').classList.contains('no-map')).toBe(true);
  expect(page.text('.number')).toContain('1,234');
  expect(page.get<HTMLButtonElement>('#save-image').disabled).toBe(true);
});

test('what fails can be asked again', async () => {
  let isDown = true;
  const page = await visit({
    fragment: linkTo(MIDDLE),
    answer: (call) => (isDown ? Promise.reject(new TypeError('no route')) : success(call)),
  });
  await pass(1_250);
  expect(page.text('#answer')).toContain('The service cannot be reached');
  isDown = false;
  await page.press('Ask again');
  expect(page.text('.number')).toContain('1,234');
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
  expect(page.map.features('origin').map(({ properties }) => properties!.letter)).toEqual(['A', 'B', 'C']);
  await page.press('Remove B');
  expect([...document.querySelectorAll('.place')].map((line) => line.textContent)).toEqual([
    'AFirst×',
    'BThird×',
  ]);
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
