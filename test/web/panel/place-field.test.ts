import { expect, test } from 'vitest';
import type { NamedPlace } from '../../../src/format/name-index.ts';
import { success, TOWN, unanswered } from '../answers.ts';
import { pass, settle, type Visit, type VisitOptions, visit } from '../visit.ts';

const named = (name: string, lon: number, near: string | null = null): NamedPlace => ({
  name,
  kind: 'village',
  lon,
  lat: 57.5,
  near,
  order: lon,
});
const PLACES = [named('Haga', 11.1, 'Gothenburg'), named('Hagby', 11.2), named('Hagen', 11.3)];
const open = (options: VisitOptions = {}): Promise<Visit> =>
  visit({ answerMap: () => Response.json(PLACES), ...options });
const offered = (): (string | null)[] =>
  [...document.querySelectorAll('#place-names > div')].map(({ textContent }) => textContent);
const selected = (): (string | null)[] =>
  [...document.querySelectorAll('#place-names [aria-selected="true"]')].map(({ textContent }) => textContent);
const field = (page: Visit): HTMLInputElement => page.get('#place');
const type = async (page: Visit, text: string): Promise<void> => {
  await page.type('#place', text);
  await pass(150);
};

test('names are offered once nothing has been typed for a moment', async () => {
  const page = await open();
  await page.type('#place', 'Ha');
  await pass(100);
  await page.type('#place', 'Hag');
  await pass(149);
  expect(page.asked).toHaveLength(1);
  expect(page.sees('#place-names')).toBe(false);
  await pass(1);
  expect(page.asked.slice(1)).toEqual(['/map/little-town-1/names?q=Hag']);
  expect(offered()).toEqual(['Hagavillage, Gothenburg', 'Hagbyvillage', 'Hagenvillage']);
  expect(page.sees('#place-names')).toBe(true);
  expect(field(page).getAttribute('aria-expanded')).toBe('true');
  expect(page.text('#place-status')).toBe('3 places found');
  expect(selected()).toEqual([]);
  expect(field(page).hasAttribute('aria-activedescendant')).toBe(false);
});

test('arrows go through the names and around, and Enter takes the one that is pointed at', async () => {
  const page = await open();
  await type(page, 'Hag');
  expect(await page.key('ArrowUp')).toBe(true);
  expect(selected()).toEqual(['Hagenvillage']);
  await page.key('ArrowDown');
  expect(selected()).toEqual(['Hagavillage, Gothenburg']);
  await page.key('ArrowDown');
  expect(selected()).toEqual(['Hagbyvillage']);
  expect(page.scrolled.at(-1)?.textContent).toBe('Hagbyvillage');
  const active = field(page).getAttribute('aria-activedescendant')!;
  expect(page.text(`#${active}`)).toBe('Hagbyvillage');
  await page.key('ArrowUp');
  await page.key('ArrowUp');
  expect(selected()).toEqual(['Hagenvillage']);
  expect(await page.key('Enter')).toBe(true);
  expect(page.calls[0].parameters).toMatchObject({ lon: '11.3', lat: '57.5' });
  expect(field(page).value).toBe('Hagen');
  expect(location.hash).toContain('name=Hagen');
  expect(page.sees('#place-names')).toBe(false);
  expect(field(page).getAttribute('aria-expanded')).toBe('false');
  const { west, east } = page.map.moves[0].view;
  expect([west, east].map((lon) => lon.toFixed(3))).toEqual(['11.285', '11.315']);
});

test('a street is named with its settlement, in a comparison too', async () => {
  const street: NamedPlace = { ...named('Mill Lane', 11.1, 'Hagby'), kind: 'street' };
  const page = await open({ answerMap: () => Response.json([street]) });
  await type(page, 'Mill');
  await page.key('Enter');
  expect(field(page).value).toBe('Mill Lane, Hagby');
  await page.press('Compare with another place');
  await page.click([11.8, 57.5]);
  expect(page.text('#answer')).toContain('Mill Lane, Hagby');
});

test('a name is taken by a click, before the field loses the focus', async () => {
  const page = await open();
  await type(page, 'Hag');
  const list = page.get('#place-names');
  const event = new page.window.Event('pointerdown', { cancelable: true, bubbles: true });
  list.dispatchEvent(event as never);
  expect(event.defaultPrevented).toBe(true);
  (list.children[1] as HTMLElement).click();
  await settle();
  expect(page.calls[0].parameters.lon).toBe('11.2');
  expect(field(page).value).toBe('Hagby');
});

test('Escape and leaving the field close the list', async () => {
  const page = await open();
  expect(await page.key('Escape', field(page))).toBe(false);
  expect(await page.key('ArrowDown', field(page))).toBe(false);
  await type(page, 'Hag');
  expect(await page.key('Escape')).toBe(true);
  expect([page.sees('#place-names'), page.text('#place-status')]).toEqual([false, '']);
  await type(page, 'Haga');
  expect(page.sees('#place-names')).toBe(true);
  field(page).blur();
  expect(page.sees('#place-names')).toBe(false);
  await page.type('#place', 'Hagb');
  field(page).blur();
  await pass(1_000);
  expect(page.sees('#place-names')).toBe(false);
});

test('a search that is slow does not take what is typed after it', async () => {
  const late = unanswered();
  const page = await open({
    answerMap: (url) => (url.searchParams.get('q') === 'slow' ? late.response : Response.json(PLACES)),
  });
  await page.type('#place', 'slow');
  await page.key('Enter');
  await page.type('#place', 'Hag');
  late.answer(Response.json([named('Slowly', 11.9)]));
  await pass(150);
  expect(offered()[0]).toBe('Hagavillage, Gothenburg');
  expect(page.calls).toEqual([]);
});

test('Enter takes the first name without waiting for more letters', async () => {
  const page = await open();
  await page.type('#place', ' Hag ');
  await page.key('Enter');
  expect(page.asked.at(-1)).toBe('/map/little-town-1/names?q=Hag');
  expect(page.calls[0].parameters.lon).toBe('11.1');
  await pass(1_000);
  expect(page.asked).toHaveLength(2);
});

test('a name that is not there, or cannot be looked up, is said', async () => {
  let answer = (): Response => Response.json([]);
  const page = await open({ answerMap: () => answer() });
  const fault = async (text: string): Promise<string> => {
    await page.type('#place', text);
    expect(page.text('#place-fault')).toBe('');
    expect(field(page).getAttribute('aria-invalid')).toBe('false');
    await page.key('Enter');
    expect(field(page).getAttribute('aria-invalid')).toBe('true');
    return page.text('#place-fault');
  };
  expect(await fault('xyz')).toMatch(/^Nothing in the data begins like this\./);
  answer = () => Response.json({}, { status: 503 });
  expect(await fault('xyz')).toMatch(/^Names cannot be looked up right now/);
  await page.type('#place', '');
  await page.key('Enter');
  expect(page.text('#place-fault')).toBe('');
  expect(page.calls).toEqual([]);
});

test('regions whose names cannot be searched are mentioned with what is found, and instead of it', async () => {
  const bare = { ...TOWN, region: 'bare', version: 'bare-1', basemap: null };
  let places = PLACES;
  const page = await open({ regions: [TOWN, bare], answerMap: () => Response.json(places) });
  await type(page, 'Hag');
  const note = 'The names of some regions cannot be searched from here.';
  expect(page.text('#place-status')).toBe(`3 places found. ${note}`);
  expect([offered().length, page.text('#place-names')]).toEqual([
    3,
    expect.stringMatching(new RegExp(`${note}$`)),
  ]);
  for (let i = 0; i < 4; i++) await page.key('ArrowDown');
  expect(selected()).toEqual(['Hagavillage, Gothenburg']);
  places = [];
  await type(page, 'xyz');
  expect(page.sees('#place-names')).toBe(false);
  await page.key('Enter');
  expect(page.text('#place-fault')).toMatch(new RegExp(`^${note} Nothing in the data`));
});

test('of data without a map, it is said that it has no names', async () => {
  const page = await open({ regions: [{ ...TOWN, basemap: null }] });
  await type(page, 'Hag');
  expect(page.text('#place-fault')).toMatch(/^The published data has no names/);
});

test('coordinates are taken in the order that lies in the data, and looked up as no name', async () => {
  const page = await open();
  await type(page, '57.7, 11.6');
  expect([page.asked.length, offered()]).toEqual([1, ['57.7 north, 11.6 east']]);
  await page.key('Enter');
  expect(page.calls[0].parameters).toMatchObject({ lon: '11.6', lat: '57.7' });
  expect(location.hash).not.toContain('name');
});

test('of coordinates that may be meant in either order, the visitor says which', async () => {
  const page = await open();
  await page.type('#place', '12, 34');
  await page.key('Enter');
  expect([offered(), page.calls]).toEqual([['34 north, 12 east', '12 north, 34 east'], []]);
  expect(page.text('#place-status')).toBe('Which of the two is meant?');
  await page.key('ArrowDown');
  await page.key('ArrowDown');
  await page.key('Enter');
  expect(page.calls[0].parameters).toMatchObject({ lon: '34', lat: '12' });
  expect(page.sees('#place-names')).toBe(false);
});

test('what is typed stays while the field has the focus, and follows the question after it', async () => {
  const late = unanswered();
  const page = await open({
    answer: (call) => (call.parameters.lon === '11.5' ? late.response : success(call)),
  });
  await page.click([11.5, 57.5]);
  await page.type('#place', 'Hag');
  late.answer(success({ endpoint: 'livingcount', parameters: { lon: '11.5', lat: '57.5', time: '600' } }));
  await settle();
  expect(page.text('.number')).toContain('1,234');
  expect(field(page).value).toBe('Hag');
  field(page).blur();
  await page.choose('travel', 'motorized');
  expect(field(page).value).toBe('11.5, 57.5');
  await page.choose('option', 'zone');
  expect(field(page).value).toBe('');
});
