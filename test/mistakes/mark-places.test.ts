import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { findMistakes } from './find-mistakes.ts';
import { markPlaces } from './mark-places.ts';

const marked = (source: string): string =>
  markPlaces(
    source,
    findMistakes(source).map(({ place }, id) => ({ ...place, id })),
    './note.ts',
  );

function run(source: string): { logged: unknown[]; reached: Set<number> } {
  const logged: unknown[] = [];
  const reached = new Set<number>();
  const program = marked(source).replace(/^import [^;]*;/, '');
  new Function('log', 'noteReached', program)(
    (value: unknown) => logged.push(value),
    (id: number) => reached.add(id),
  );
  return { logged, reached };
}

test('a program that notes its places does what it did, and notes those that were evaluated alone', () => {
  const source = 'const a = [1, 2].some((b) => b > 1 + 1) ? 3 : 4 * 5; log(a); log(null?.max(7).length);';
  const places = findMistakes(source).map(({ place }) => source.slice(place.start, place.end));
  const { logged, reached } = run(source);
  expect(logged).toEqual([20, undefined]);
  expect(new Set([...reached].map((id) => places[id]))).toEqual(
    new Set([
      '1',
      '2',
      '(b) => b > 1 + 1',
      'b > 1 + 1',
      '1 + 1',
      '4',
      '5',
      '4 * 5',
      '[1, 2].some((b) => b > 1 + 1)',
      'log(a)',
      'log(null?.max(7).length)',
    ]),
  );
});

test('every file of the project that notes its places is a program still', () => {
  const root = join(import.meta.dirname, '../..');
  for (const file of globSync('{src,tiles-builder}/**/*.ts', { cwd: root }).filter((_, i) => i % 5 === 0)) {
    expect(parseSync(file, marked(readFileSync(join(root, file), 'utf8'))).errors, file).toEqual([]);
  }
});
