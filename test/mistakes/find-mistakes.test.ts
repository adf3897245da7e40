import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { findMistakes } from './find-mistakes.ts';

const mistaken = (source: string): string[] =>
  findMistakes(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

test('a mistake is one operator, number, condition, function or statement that is another or gone', () => {
  expect(mistaken('const a = b < 2 ? c : !d;')).toEqual([
    'const a = !(b < 2) ? c : !d;',
    'const a = b <= 2 ? c : !d;',
    'const a = b < (2 + 1) ? c : !d;',
  ]);
  expect(mistaken('if (a && b) throw c;')).toEqual(['if (!(a && b)) throw c;', 'if (a || b) throw c;']);
  expect(mistaken('sum += Math.min(a, b);')).toEqual([
    ';',
    'sum -= Math.min(a, b);',
    'sum += Math.max(a, b);',
  ]);
  expect(mistaken('const a = { 1: true };')).toEqual(['const a = { 1: false };']);
});

test('types and imports hold none', () => {
  expect(mistaken("import { a } from './1.ts';\ntype A = 1 | 2;\nlet b: 3 = c as 4;")).toEqual([]);
  expect(mistaken('const a = (b + c) as number;')).toEqual(['const a = (b - c) as number;']);
});

test('each mistake in the code is a program still, and no other', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('{src,tiles-builder}/**/*.ts', { cwd: root });
  let tried = 0;
  for (const file of files.filter((_, i) => i % 10 === 0)) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const [i, changed] of mistaken(source).entries()) {
      if (i % 5 !== 0) continue;
      tried++;
      expect(changed).not.toBe(source);
      expect(parseSync(file, changed).errors, `${file}: mistake ${i}`).toEqual([]);
    }
  }
  expect(tried).toBeGreaterThan(300);
});
