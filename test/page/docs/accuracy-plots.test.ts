import { expect, test } from 'vitest';
import { accuracyPlot } from '../../../tiles-builder/page/docs/accuracy-plots.ts';

const MEASUREMENTS = `
| census made coarser | shifts | units | footprint | simple | livingcount | without attributes |
|---|---|---|---|---|---|---|
| Town, 1 km to 2 km | 4 | 99 | 2,000 | 1,000 | 500 | none |
| Village | 4 | 99 | 10 | 20 | 12 | 9 |
`;

/** By place on the axis, 0 to 1. */
const dotsOf = (svg: string): [string, number][] =>
  [...svg.matchAll(/<circle cx="([\d.]+)"[^>]*><title>([^<]*)</g)].map(([, x, title]) => [title, Number(x)]);

test('draws the ratio to the better simple method where the axis has it', () => {
  const svg = accuracyPlot('living-errors', MEASUREMENTS);
  const [[town, atTown], [village, atVillage]] = dotsOf(svg);
  expect([town, village]).toEqual(['Town, 1 km to 2 km: 50.0', 'Village: 120.0']);
  const ticks = new Map(
    [...svg.matchAll(/<text class="tick" x="([\d.]+)"[^>]*>(-?\d+)</g)].map(([, x, tick]) => [
      tick,
      Number(x),
    ]),
  );
  expect(atVillage).toBe(ticks.get('120'));
  expect(atTown).toBeCloseTo((ticks.get('40')! + ticks.get('60')!) / 2, 0);
});

test('fails where the measurements lack what is drawn', () => {
  expect(() => accuracyPlot('living-coverage', MEASUREMENTS)).toThrow(/zones by/);
  expect(() => accuracyPlot('living-errors', MEASUREMENTS.replace('| 500 |', '| 5,000 |'))).toThrow(
    /beyond the axis/,
  );
  expect(() => accuracyPlot('living-errors', MEASUREMENTS.replace('| 500 |', '| – |'))).toThrow(/no figure/);
});
