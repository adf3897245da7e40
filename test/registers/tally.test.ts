import { expect, test } from 'vitest';
import type { PointSite, WideSite } from '../../tiles-builder/registers/site-records.ts';
import { addSite, emptyTally, peopleOfTally, TallyInside } from '../../tiles-builder/registers/tally.ts';

const BANDS = [
  { least: 20, mean: 30, variance: 9, deviation: 3 },
  { least: 10_000, mean: 10_000, variance: 0, deviation: 10_000 },
];
const site = (lon: number, settings: Partial<PointSite> = {}): PointSite => ({
  ...{ register: 0, name: 'a', isSchool: false, band: 0, people: 0, present: 1, most: Infinity },
  position: [lon, 0],
  ...settings,
});
const isCovered = ([lon]: readonly [number, number]): boolean => lon < 10;

test('bands leave open what is counted, and not what a national file has elsewhere', () => {
  const inside = new TallyInside();
  const abroad = Array.from({ length: 500 }, () => site(20));
  const wide: WideSite = { ...site(0), number: 4 };
  const head = site(3, { band: 1, most: 2_000 });
  const shares = new Map([[4, { covered: 0.5, share: 0.5, byRoom: true }]]);
  const area = new TallyInside().addArea(
    { points: [site(1), site(2, { present: 0.5 }), head, ...abroad], wide: [wide] },
    isCovered,
    shares,
    BANDS,
  );
  inside.add(area);
  inside.add(area);
  // One site, and half of one twice; the head office counts fully.
  expect(inside.deviation(BANDS)).toBeCloseTo(2 * 2 * 3, 9);
});

test('of people without a place as many may be inside as of those with one, register by register', () => {
  const area = new TallyInside().addArea(
    {
      points: [site(1), site(20), site(20), site(20), site(1, { register: 1, band: null, people: 50 })],
      wide: [],
    },
    isCovered,
    new Map(),
    BANDS,
  );
  const placed = emptyTally();
  for (let i = 0; i < 4; i++) addSite(placed, site(0));
  expect(area.shareOf(0, peopleOfTally(placed, BANDS))).toBe(0.25);
  expect(area.shareOf(1, 50)).toBe(1);
  expect(area.shareOf(2, 0)).toBe(1);
});
