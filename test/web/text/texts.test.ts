import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en, type Texts } from '../../../src/web/text/en.ts';
import { chooseLanguage, LANGUAGES } from '../../../src/web/text/languages.ts';

const names = Object.keys(en) as (keyof Texts)[];
const html = readFileSync(join(import.meta.dirname, '../../../src/web/index.html'), 'utf8');
const SAME = new Set<keyof Texts>([
  'title',
  'service',
  'api',
  'secret',
  'asGeojson',
  'asTable',
  'asImage',
  'zone',
  'shortMinutes',
  'sites',
  'pause',
  'site',
]);

describe.each(Object.entries(LANGUAGES))('%s', (code, texts: Texts) => {
  test('has every text, and none that nobody asks for', () => {
    expect(Object.keys(texts).toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      expect(typeof texts[name], name).toBe(typeof en[name]);
      if (typeof texts[name] === 'string') expect(texts[name].trim(), name).not.toBe('');
    }
  });

  test('has in it all that a text takes', () => {
    for (const name of names) {
      const tell = texts[name];
      if (typeof tell !== 'function') continue;
      if (name === 'printed') continue;
      const text = (tell as (...parts: unknown[]) => string)('❶', '❷');
      if (/^(people|minutes|placeKind)/.test(name)) continue;
      const parts = (en[name] as (...parts: unknown[]) => string)('❶', '❷').match(/[❶❷]/gu) ?? [];
      expect(text.match(/[❶❷]/gu)?.toSorted(), name).toEqual(parts.toSorted());
    }
  });

  test('is not left in English', () => {
    if (code === 'en') return;
    const left = names.filter((name) => typeof en[name] === 'string' && texts[name] === en[name]);
    expect(left.filter((name) => !SAME.has(name))).toEqual([]);
  });
});

test('French counts no place in the singular, and has a space before a colon', () => {
  const { fr } = LANGUAGES;
  expect([0, 1, 2].map(fr.placesFound)).toEqual(['0 lieu trouvé', '1 lieu trouvé', '2 lieux trouvés']);
  expect(fr.lettered('A', 'La route')).toBe('A : La route');
});

test('index.html names texts that there are, and holds no text of its own', () => {
  const attributes = [...html.matchAll(/data-(?:label|placeholder|content)="(\w+)"/g)].map(
    ([, name]) => name,
  );
  const contents = [...html.matchAll(/ data-text[^>]*>(\w+)</g)].map(([, name]) => name);
  expect(contents.length).toBeGreaterThan(20);
  for (const name of [...attributes, ...contents])
    expect(typeof en[name as keyof Texts], name).toBe('string');
  const body = html.slice(html.indexOf('<body>'));
  const texts = [...body.matchAll(/<(\w+)(?![^>]* data-text)[^>]*>([^<\s][^<]*)</g)].map(
    ([, , text]) => text,
  );
  expect(texts).toEqual([]);
});

test('the documentation says how each language is asked for', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../src/web/docs/map.md'), 'utf8');
  const named = [...page.matchAll(/\?lang=(\w+)/g)].map(([, code]) => code);
  expect(named.toSorted()).toEqual(Object.keys(LANGUAGES).toSorted());
});

test.each([
  [null, ['fr-CA', 'en'], 'fr'],
  [null, ['xx', 'fr'], 'fr'],
  ['en', ['fr'], 'en'],
  ['xx', ['yy'], 'en'],
  [null, ['constructor'], 'en'],
] as const)('of %s in the address and %j of the visitor, %s', (named, preferred, chosen) => {
  expect(chooseLanguage(named, preferred)).toBe(chosen);
});
