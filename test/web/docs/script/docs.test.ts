import { Window } from 'happy-dom';
import { expect, test, vi } from 'vitest';
import { addCopyButtons } from '../../../../src/web/docs/script/copy-code.ts';
import { fillOrigin } from '../../../../src/web/docs/script/fill-origin.ts';
import { addSearch } from '../../../../src/web/docs/script/search.ts';
import { addTryIt } from '../../../../src/web/docs/script/try-it.ts';
import { runAgain, settle } from '../../visit.ts';

function open(html: string): Window {
  const window = new Window({ url: 'https://people.example/docs' });
  window.document.write(html);
  for (const name of ['document', 'location', 'sessionStorage', 'localStorage'] as const)
    vi.stubGlobal(name, window[name]);
  return window;
}
const get = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;
const SECTIONS = [
  { path: '/docs/api#limits', page: 'API', heading: 'Limits', text: 'of a zone' },
  { path: '/docs/api', page: 'API', heading: 'API', text: 'two endpoints' },
];

test('the search is there where the page has a place for it, reads its index once, and says what it finds', async () => {
  const window = open('<div id="search"></div>');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(SECTIONS);
  });
  addSearch(null);
  addSearch(get('#search'));
  const input = get<HTMLInputElement>('input');
  expect([input.type, get('label').textContent]).toEqual(['search', 'Search the documentation']);
  expect(get<HTMLLabelElement>('label').htmlFor).toBe(input.id);
  const type = async (text: string): Promise<void> => {
    input.value = text;
    input.dispatchEvent(new window.Event('input') as never);
    await settle();
  };
  expect(asked).toEqual([]);
  await type('api');
  const found = (): unknown[] =>
    [...document.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.innerHTML]);
  expect(found()).toEqual([
    ['/docs/api#limits', 'Limits<small>API</small><small class="excerpt">of a zone</small>'],
    ['/docs/api', 'API<small class="excerpt">two endpoints</small>'],
  ]);
  expect(get('[role="status"]').textContent).toBe('2 found');
  input.value = 'lim';
  input.dispatchEvent(new window.Event('input') as never);
  await type('zone');
  expect(found()).toHaveLength(1);
  expect(get('p:not([role])').hidden).toBe(true);
  await type('public transport');
  expect([found().length, get('p:not([role])').hidden]).toEqual([0, false]);
  expect(get('p:not([role])').textContent).toMatch(/^Nothing in the documentation/);
  await type('what is the zone?');
  expect(found()).toHaveLength(1);
  const opened = vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockReturnValue();
  for (const key of ['a', 'Enter'])
    input.dispatchEvent(new window.KeyboardEvent('keydown', { key }) as never);
  expect(opened).toHaveBeenCalledOnce();
  await type(' ');
  expect(get('p:not([role])').hidden).toBe(true);
  expect([found().length, get('[role="status"]').textContent]).toEqual([0, '']);
  expect(asked).toEqual(['/docs/search.json']);
});

test('what is typed while the index is read is looked for, not what was typed before', async () => {
  const window = open('<div id="search"></div>');
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  addSearch(get('#search'));
  const input = get<HTMLInputElement>('input');
  for (const text of ['endpoints', 'nothing like it']) {
    input.value = text;
    input.dispatchEvent(new window.Event('input') as never);
  }
  resolve(Response.json(SECTIONS));
  await settle();
  expect(get('[role="status"]').textContent).toBe('0 found');
  expect(document.querySelectorAll('li')).toHaveLength(0);
});

test('a call is tried: with what is filled in, and shown with its headers and its body', async () => {
  const window = open('<div id="call-form"></div>');
  sessionStorage.setItem('population-count.credentials', JSON.stringify({ key: 'pc_a', secret: 'b' }));
  const asked: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, init]);
    const isochrone = { coordinates: [[1, 2]] };
    return Response.json(
      { success: true, isochrone },
      { headers: { 'X-Request-Id': 'seven', 'X-Other': 'no' } },
    );
  });
  addTryIt(null);
  addTryIt(get('#call-form'));
  const field = (name: string): HTMLInputElement =>
    [...document.querySelectorAll('label')]
      .find(({ textContent }) => textContent === name)!
      .querySelector('input')!;
  expect(document.querySelector('p')!.textContent).toContain('sent to this service alone');
  expect(['key', 'secret'].map((name) => field(name).value)).toEqual(['pc_a', 'b']);
  expect([field('secret').type, field('key').autocomplete, field('lon').spellcheck]).toEqual([
    'password',
    'off',
    false,
  ]);
  expect(Number(field('lon').value)).toBeGreaterThan(0);
  field('lon').value = ' 11.5 ';
  field('travel').value = '';
  const send = async (): Promise<boolean> => {
    const event = new window.Event('submit', { cancelable: true });
    get('form').dispatchEvent(event as never);
    await settle();
    return event.defaultPrevented;
  };
  expect(await send()).toBe(true);
  const [path, { headers, credentials }] = asked[0];
  const parameters = new URLSearchParams(path.split('?')[1]);
  expect(path.split('?')[0]).toBe('/api/v1/livingcount');
  expect(parameters.get('lon')).toBe('11.5');
  expect([parameters.has('travel'), parameters.has('zone'), parameters.has('details')]).toEqual([
    false,
    false,
    false,
  ]);
  expect([headers, credentials]).toEqual([{ Authorization: `Basic ${btoa('pc_a:b')}` }, 'omit']);
  const [call, status, body] = [...document.querySelectorAll('pre')].map(({ textContent }) => textContent);
  expect(call).toContain('curl -G -u "$API_KEY:$API_SECRET" \'https://people.example/api/v1/livingcount\'');
  expect(status).toBe('HTTP 200\nX-Request-Id: seven');
  expect(JSON.parse(body)).toEqual({ success: true, isochrone: { coordinates: '… 7 characters' } });
  expect(body).toContain('\n  "success": true');
  field('details').checked = true;
  await send();
  expect(asked[1][0]).toContain('details=true');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')));
  await send();
  expect([...document.querySelectorAll('pre')].map(({ textContent }) => textContent).at(-1)).toBe(
    'The service cannot be reached.',
  );
});

test('each piece of code can be copied', async () => {
  const window = open(
    '<div class="code"><code>npm start</code></div><div class="code"><code>npm test</code></div>',
  );
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  vi.useFakeTimers();
  addCopyButtons(window.document as never);
  const [, second] = document.querySelectorAll('button');
  expect(second.parentElement!.textContent).toBe('npm testCopy');
  second.click();
  await vi.advanceTimersByTimeAsync(0);
  expect([copied, second.textContent]).toEqual([['npm test'], 'Copied']);
  vi.useRealTimers();
});

test('the page of documentation does all of it', async () => {
  open('<div id="call-form"></div><div id="search"></div><div class="code"><code>npm start</code></div>');
  await runAgain('../../src/web/docs/script/docs.ts');
  expect(
    ['#call-form form', '#search input', '.code button'].map((selector) => get(selector) !== null),
  ).toEqual([true, true, true]);
});

test('examples ask the service that serves them', () => {
  open(
    '<p>http://localhost:8787</p><div class="code"><pre><code>curl http://localhost:8787/a http://localhost:8787/b</code></pre></div>',
  );
  fillOrigin(document, 'https://people.example');
  expect(get('code').textContent).toBe('curl https://people.example/a https://people.example/b');
  expect(get('p').textContent).toBe('http://localhost:8787');
});
