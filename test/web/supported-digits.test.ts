import fc from 'fast-check';
import { expect, test } from 'vitest';
import { supportedCount } from '../../src/web/supported-digits.ts';

test.each([
  // Particle Data Group's examples: 0.827 ± 0.119, 0.827 ± 0.367.
  [827, 827 - 119, 827 + 119, 830, 700, 950],
  [827, 827 - 367, 827 + 367, 800, 400, 1_200],
  [1_234, 1_234 - 354, 1_234 + 354, 1_230, 880, 1_590],
  [1_234, 1_234 - 355, 1_234 + 355, 1_200, 800, 1_600],
  [1_234, 1_234 - 951, 1_234 + 951, 1_200, 200, 2_200],
  [123_456, 110_000, 140_000, 123_000, 110_000, 140_000],
  [47, 12, 85, 50, 10, 90],
  [9_999, 9_999, 9_999, 9_999, 9_999, 9_999],
  [0, 0, 40, 0, 0, 40],
])('%d between %d and %d is %d between %d and %d', (people, low, high, shown, shownLow, shownHigh) => {
  const interval = { low: shownLow, high: shownHigh };
  expect(supportedCount(people, { low, high })).toEqual({ people: shown, interval });
});

test('nothing is rounded where no interval is known', () => {
  expect(supportedCount(1_234, null)).toEqual({ people: 1_234, interval: null });
});

test('rounding moves a count by a seventh of the uncertainty at most, widens intervals, and leaves nobody out', () => {
  fc.assert(
    fc.property(fc.nat(1e8), fc.nat(1e7), fc.nat(1e7), (people, below, above) => {
      const given = { low: Math.max(0, people - below), high: people + above };
      const { people: shown, interval } = supportedCount(people, given);
      expect(Math.abs(shown - people)).toBeLessThanOrEqual((given.high - given.low) / 2 / 7);
      expect(interval!.low).toBeLessThanOrEqual(Math.min(given.low, shown));
      expect(interval!.high).toBeGreaterThanOrEqual(Math.max(given.high, shown));
      expect(shown > 0).toBe(people > 0);
    }),
    { seed: 32 },
  );
});
