import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import fc from 'fast-check';
import type { Feature, MultiPolygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import type { Polygon, Position, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { insetZone } from '../../tiles-builder/geometry/inset-zone.ts';
import { detailedBorder } from '../support/zones/detailed-border.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const MARGIN_M = 400;
const METRES_PER_DEGREE = 111_195;

const contains = (zone: Zone, position: Position): boolean => {
  const feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: zone as unknown as MultiPolygon['coordinates'] },
  } satisfies Feature<MultiPolygon>;
  return booleanPointInPolygon([...position], feature);
};

function around([lon, lat]: Position, radius_m: number): Position[] {
  const metresPerLon = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return Array.from({ length: 24 }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / 24;
    return [
      lon + (radius_m * Math.cos(angle)) / metresPerLon,
      lat + (radius_m * Math.sin(angle)) / METRES_PER_DEGREE,
    ];
  });
}

describe.each([Date.now() & 0x7fffffff])('seed %i', (seed) => {
  test('no place outside is inside, and all places deeper than the margin are', () => {
    const middles = fc.tuple(fc.integer({ min: -170, max: 170 }), fc.integer({ min: -66, max: 66 }));
    fc.assert(
      fc.property(middles, fc.nat(), ([lon, lat], borderSeed) => {
        const shape = { mean_m: 12_000, levels: 10 };
        const [shell] = detailedBorder([lon, lat], { ...shape, seed: borderSeed });
        const [hole] = detailedBorder([lon, lat], { mean_m: 2_500, levels: 7, seed: borderSeed + 1 });
        const zone: Polygon[] = [[shell!, hole!.toReversed()]];
        const inset = insetZone(zone, MARGIN_M);
        expect(inset.flat(2).length).toBeLessThan(shell!.length / 2);
        const random = new Random(borderSeed);
        for (let i = 0; i < 300; i++) {
          const place: Position = [lon + random.between(-0.3, 0.3), lat + random.between(-0.17, 0.17)];
          const inside = contains(zone, place);
          const stated = contains(inset, place);
          if (stated) expect({ place, inside }).toEqual({ place, inside: true });
          // Sampling may miss a border.
          const isDeep =
            inside &&
            [0.25, 0.5, 0.75, 1, 1.05].every((share) =>
              around(place, share * MARGIN_M).every((at) => contains(zone, at)),
            );
          if (isDeep) expect({ place, stated }).toEqual({ place, stated: true });
        }
      }),
      { seed, numRuns: 12 },
    );
  });
});

test('polygons that share an edge are one area', () => {
  const box = (west: number, east: number): Polygon => [rectangle(west, 46, east, 46.2)];
  const inset = insetZone([box(2, 2.1037), box(2.1037, 2.3)], 200);
  expect(inset).toHaveLength(1);
  expect(contains(inset, [2.1037, 46.1])).toBe(true);
});
