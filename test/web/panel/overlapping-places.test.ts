import { expect, test } from 'vitest';
import type { AnsweredRow } from '../../../src/web/count-result.ts';
import { overlappingPlaces } from '../../../src/web/panel/overlapping-places.ts';
import { around } from '../answers.ts';

test('overlaps of answers are found once, however often they are shown, and again for another answer', () => {
  let reads = 0;
  const answered = (index: number, lon: number): AnsweredRow => {
    const { coordinates } = around([lon, 0], 0.001);
    const geometry = { type: 'Polygon', get coordinates() { reads++; return coordinates; } }; // biome-ignore format: a line
    const total = { kind: 'total', isochrone: { geometry } };
    const row = { index, reach: null, place: { option: 'isochrone' } };
    return { row, results: [total] } as unknown as AnsweredRow;
  };
  const [one, other, apart] = [0, 0.001, 1].map((lon, i) => answered(Math.min(i, 1), lon));
  for (let shown = 0; shown < 3; shown++) {
    expect(overlappingPlaces([one, { ...other }])).toEqual(['A', 'B']);
    expect(reads).toBe(2);
  }
  expect(overlappingPlaces([one, apart])).toEqual([]);
  expect(reads).toBe(4);
});
