import { describe, expect, test } from 'vitest';
import { readCoverage } from '../../../tiles-builder/read/extent/coverage.ts';
import { scratchFolder } from '../../support/scratch-file.ts';

const scratch = scratchFolder();

describe('a coverage', () => {
  const ring = [
    [0, 0],
    [0, 1],
    [1, 1],
    [0, 0],
  ];
  const reversed = [...ring].reverse();
  const feature = { type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [ring] } };
  test.each([
    ['a bare polygon', feature.geometry, 1],
    ['a feature', feature, 1],
    ['a collection', { type: 'FeatureCollection', features: [feature, feature] }, 2],
    ['a multipolygon', { type: 'MultiPolygon', coordinates: [[ring], [reversed]] }, 2],
  ])('is %s', async (_, json, polygons) => {
    const zone = await readCoverage(scratch('coverage.geojson', JSON.stringify(json)));
    expect(zone).toEqual(Array.from({ length: polygons }, () => [reversed]));
  });
  test.each([
    [{ type: 'Point', coordinates: [0, 0] }, /a Polygon or MultiPolygon expected/],
    [{ type: 'FeatureCollection', features: [] }, /has no polygon/],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      },
      /no area or crosses itself/,
    ],
  ])('is not %j', async (json, reason) => {
    await expect(readCoverage(scratch('coverage.geojson', JSON.stringify(json)))).rejects.toThrow(reason);
  });
});
