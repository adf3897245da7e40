import { expect, test } from 'vitest';
import { countBody } from '../../src/response/count-body.ts';

test('people are whole persons, the nearest number of them', () => {
  for (const [people, counted] of [
    [0.4, 0],
    [0.6, 1],
    [1234.5, 1235],
    [1234.499, 1234],
  ]) {
    const body = JSON.parse(countBody('livingcount', { people, gridZone: null }, null, null));
    expect(body).toEqual({ success: true, error: '', livingcount: counted });
  }
});
