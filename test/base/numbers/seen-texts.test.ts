import { expect, test } from 'vitest';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { SeenTexts } from '../../../tiles-builder/base/numbers/seen-texts.ts';

test.each([3, Date.now() % 1e9])('texts are known again, as a set knows them (seed %i)', (seed) => {
  const random = new Random(seed);
  const [seen, known] = [new SeenTexts(), new Set<string>()];
  for (let i = 0; i < 30_000; i++) {
    const text = `site ${random.integer(0, 40_000)}`;
    expect(seen.add(text)).toBe(!known.has(text));
    known.add(text);
  }
  expect(seen.add('')).toBe(true);
  expect(seen.add('')).toBe(false);
});
