import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { didYouMean, nearestName } from '../../../tiles-builder/base/failures/nearest-name.ts';

const NAMES = ['population', 'coverage', 'attribution', 'timezone', 'suppressed', 'device'];

/** One slip. */
const slipped = fc
  .tuple(fc.constantFrom(...NAMES), fc.nat(), fc.constantFrom('leave out', 'double', 'replace', 'exchange'))
  .map(([name, place, slip]) => {
    const i = place % name.length;
    const [before, character, after] = [name.slice(0, i), name[i], name.slice(i + 1)];
    const typed = {
      'leave out': before + after,
      double: before + character + character + after,
      replace: `${before}#${after}`,
      exchange: before + after.slice(0, 1) + character + after.slice(1),
    }[slip];
    return { name, typed };
  });

describe('nearestName', () => {
  test.each([20_261_121, Date.now()])('finds every name with one slip in it (seed %i)', (seed) => {
    fc.assert(
      fc.property(slipped, ({ name, typed }) => {
        expect(nearestName(typed, NAMES)).toBe(name);
      }),
      { seed },
    );
  });

  test('finds none where none is near', () => {
    expect(nearestName('weather', NAMES)).toBeNull();
    expect(nearestName('', NAMES)).toBeNull();
  });
});

test('didYouMean suggests the nearest name, else lists all', () => {
  expect(didYouMean('poulation', NAMES)).toBe('Did you mean population?');
  expect(didYouMean('x', ['aaa', 'bbb'])).toBe('There are aaa, bbb.');
  expect(didYouMean('x', [])).toBeNull();
  expect(
    didYouMean(
      'x',
      Array.from({ length: 40 }, (_, i) => `column ${i}`),
    ),
  ).toMatch(/column 29 and others\.$/);
});
