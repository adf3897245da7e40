import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { ratioOver } from './ratio-over.ts';

test('the standard error of a ratio is how far it is off, over many drawings of its parts', () => {
  const random = new Random(16);
  const TRUE = 0.9;
  const drawings = Array.from({ length: 2_000 }, () =>
    ratioOver(
      Array.from({ length: 12 }, () => {
        const zones = random.integer(20, 60);
        // Zones of one part share an error.
        return [zones * (TRUE + 0.05 * random.normal()), zones];
      }),
    ),
  );
  const root = (squares: number[]): number =>
    Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  const deviation = root(drawings.map(({ ratio }) => (ratio - TRUE) ** 2));
  const standardError = root(drawings.map(({ standard_error }) => standard_error! ** 2));
  expect(deviation).toBeGreaterThan(0.013);
  expect(standardError / deviation).toBeGreaterThan(0.94);
  expect(standardError / deviation).toBeLessThan(1.06);
});

test('one part tells the ratio, and nothing of chance', () => {
  expect(ratioOver([[9, 12]])).toEqual({ ratio: 0.75, standard_error: null });
});
