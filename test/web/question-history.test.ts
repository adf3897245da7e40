import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { around, linkTo, MIDDLE, success, TOWN } from './answers.ts';
import { draw, expectInSight, pass, type Visit, visit } from './visit.ts';

const ELSEWHERE: Position = [11.7, 57.7];
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
  expect(page.text('#answer')).toContain('Choose a place on the map');
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
  const moves = page.map.moves.length;
  await page.go(location.hash);
  expect([page.calls.length, page.map.moves.length]).toEqual([2, moves]);
  await page.go('#nothing');
  expect(page.text('#answer')).toContain('Choose a place on the map');
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
