import { Window } from 'happy-dom';
import { expect, test, vi } from 'vitest';
import { addSearch } from '../../../../src/web/docs/script/search.ts';
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

test('examples ask the service that serves them, and each can be copied', async () => {
  open(
    '<p>http://localhost:8787</p><div class="code"><code>npm start</code></div><div class="code"><code>curl http://localhost:8787/a http://localhost:8787/b</code></div>',
  );
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  vi.useFakeTimers();
  await runAgain('../../src/web/docs/script/docs.ts');
  const [, second] = document.querySelectorAll('button');
  second.click();
  await vi.advanceTimersByTimeAsync(0);
  expect([copied, second.textContent]).toEqual([
    ['curl https://people.example/a https://people.example/b'],
    'Copied',
  ]);
  expect(get('p').textContent).toBe('http://localhost:8787');
  vi.useRealTimers();
});
