import { expect, test } from 'vitest';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import { roadThrough } from '../roads/hierarchy/random-graph.ts';
import { alone } from '../support/roads/alone.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';

const places = Array.from({ length: 401 }, (_, node) => [5 + node * 0.0125, 45 + node * 0.009] as const);
const tiles = new RoadTilesInMemory(roadThrough(places, 4_000), 3_600_000);

const asked = (time_s: number) =>
  computeIsochrone({ origin: [7.5, 46.8], travel: 'motorized', time_s }, alone(tiles));

test('a drive that reaches too far to compute is refused, with the limit', async () => {
  expect(await asked(300)).toMatchObject({ ok: true });
  const refused = await asked(3_600);
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'cannot-serve' } });
  const [, most_km2] = /at most (\d+) km²/.exec(JSON.stringify(refused))!;
  // A disc of an hour at 130 km/h has a box of 68,000 km²; the roads' own box is some 400 km wide.
  expect(Number(most_km2)).toBeGreaterThan(40_000);
  expect(Number(most_km2)).toBeLessThan(400 * 400);
});
