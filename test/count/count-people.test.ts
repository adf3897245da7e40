import { cellToLatLng, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import type { Polygon, Position, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { bruteCount, contains } from '../support/zones/brute-count.ts';

const random = new Random(2026);

const people = new Map(
  Array.from({ length: 6_000 }, () => [
    latLngToCell(48 + random.between(-0.4, 0.4), 7 + random.between(-0.5, 0.5), 12),
    random.integer(1, 50_000) / 1000,
  ]),
);
const layer = tilesOf(people);
const dataset = countDataset({ living: layer, working: layer });

const count = async (which: Layer, zone: Zone): Promise<number> =>
  (await countPeople(which, zone, dataset.reader())).people;

function circle(lon: number, lat: number, radius: number, count: number): Position[] {
  const ring = Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count;
    return [lon + radius * Math.cos(angle), lat + radius * 0.67 * Math.sin(angle)];
  });
  return [...ring, ring[0]];
}

describe('a wide zone', () => {
  test('with a hole counts as by brute force, and reads tiles along its edge only', async () => {
    const zone: Polygon = [circle(7, 48, 0.45, 97), circle(7.05, 48.02, 0.2, 31).reverse()];
    const expected = bruteCount(zone, [], people);
    const centred = [...people].filter(([cell]) => {
      const [lat, lon] = cellToLatLng(cell);
      return contains(zone, [lon, lat]);
    });
    const reader = dataset.reader();
    const living = await countPeople('living', [zone], reader);
    expect(living.people).toBeCloseTo(expected.living, 6);
    expect(await count('working', [zone])).toBeCloseTo(
      centred.reduce((sum, [, each]) => sum + each, 0),
      6,
    );
    expect(reader.work.tiles).toBeLessThan(0.8 * layer.length);
  });

  test('that covers every tile reads none', async () => {
    const reader = dataset.reader();
    const all = [...people.values()].reduce((sum, each) => sum + each, 0);
    const { people: counted } = await countPeople('living', [[circle(7, 48, 3, 50)]], reader);
    expect(counted).toBeCloseTo(all, 6);
    expect(reader.work).toMatchObject({ tiles: 0, rounds: 1 });
  });

  test('far from all people counts nobody, and reads nothing', async () => {
    const reader = dataset.reader();
    expect(await countPeople('living', [[circle(-60, 10, 0.4, 50)]], reader)).toEqual({
      people: 0,
      units: { cut: [], isWhole: false, edgeVariance: 0, borderChange: 0 },
      gridZone: null,
    });
    expect(reader.work.objects).toBe(0);
  });
});

describe('zones that split a zone', () => {
  test('have counts that add up to its count', async () => {
    for (let i = 0; i < 4; i++) {
      const ring = circle(
        7 + random.between(-0.2, 0.2),
        48 + random.between(-0.2, 0.2),
        random.between(0.02, 0.2),
        24,
      );
      const middle: Position = [ring[0][0] - 0.01, ring[0][1] + 0.002];
      const cuts = [0, 5, 11, 17, 24];
      const parts = cuts.slice(1).map((to, k): Polygon => {
        const arc = ring.slice(cuts[k], to + 1);
        return [[middle, ...arc, middle]];
      });
      for (const which of ['living', 'working'] as const) {
        const whole = await count(which, [[ring]]);
        let sum = 0;
        for (const part of parts) sum += await count(which, [part]);
        expect(Math.abs(sum - whole)).toBeLessThanOrEqual(1e-9 * Math.max(1, whole));
        expect(await count(which, parts)).toBeCloseTo(whole, 6);
      }
    }
  });
});
