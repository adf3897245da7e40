import { expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { detailsOf } from '../../src/response/details.ts';

const knots = [
  { people: 0, low: 0, high: 0 },
  { people: 100, low: 80, high: 130 },
];
const manifest = { sources: [], error_model: { living: null, working: { knots } } } as unknown as Manifest;

test.for([
  [false, { low: 80, high: 130 }],
  [true, { low: 80, high: null }],
] as const)('the interval of an isochrone, cut: %j', ([cut, interval]) => {
  const isochrone = {
    zone: [],
    origin: [1, 2],
    originDistance_m: 0,
    nodesSettled: 0,
    entered: [],
    cut,
  } as const;
  const count = { people: 100, units: null, gridZone: [] };
  const dataset = { region: { built_at: '2026-01-01T00:00:00Z' }, manifest, count, coveredShare: 1 };
  expect(detailsOf([dataset], 'working', [], { ...isochrone, roads: [manifest] })).toMatchObject({
    cut,
    interval,
  });
});
