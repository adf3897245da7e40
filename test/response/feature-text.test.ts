import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { featureText } from '../../src/response/feature-text.ts';

const degrees = (most: number) =>
  fc.oneof(
    fc.constantFrom(0, -0, 1e-6, -1e-6, 0.1, -0.000_1, 10, 99.999_999, most, -most),
    fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6),
  );
const ring = fc.array(fc.tuple(degrees(180), degrees(90)), { maxLength: 8 });
const zone = fc.array(fc.array(ring, { maxLength: 3 }), { maxLength: 3 });

describe('the text of a zone', () => {
  test('is that of JSON.stringify', () => {
    fc.assert(
      fc.property(zone, (polygons) => {
        const geometry =
          polygons.length === 1
            ? { type: 'Polygon', coordinates: polygons[0] }
            : { type: 'MultiPolygon', coordinates: polygons };
        const feature = { type: 'Feature', properties: {}, geometry };
        expect(featureText(polygons)).toBe(JSON.stringify(feature));
      }),
      { numRuns: 500 },
    );
  });
});
