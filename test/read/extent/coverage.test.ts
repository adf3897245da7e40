import { describe, expect, test } from 'vitest';
import { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
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
  const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings });
  const multipolygon = (...rings: number[][][]) => ({
    type: 'Feature',
    properties: null,
    geometry: { type: 'MultiPolygon', coordinates: rings.map((own) => [own]) },
  });
  const feature = { type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [ring] } };
  test.each([
    ['a bare polygon', feature.geometry],
    ['a feature', feature],
  ])('is %s', async (_, json) => {
    expect(await readCoverage(scratch('coverage.geojson', JSON.stringify(json)))).toEqual([[reversed]]);
  });

  const east = ring.map(([lon, lat]) => [lon + 0.25, lat]);
  test.each([
    ['a border as a relation and as a closed way', [feature, feature], 0.5],
    ['a multipolygon of the same twice', [multipolygon(ring, reversed)], 0.5],
    // Triangles half as wide as high at each height: a quarter of a degree apart they share 0.75² of their area.
    ['two features that overlap', [feature, { ...feature, geometry: polygon(east) }], 1 - 0.5 * 0.75 ** 2],
  ])('is the union of %s', async (_, features, degrees2) => {
    const file = scratch('coverage.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const area = new PlanarArea(await readCoverage(file));
    expect(area.area()).toBeCloseTo(degrees2, 6);
    expect([area.contains([0.3, 0.7]), area.contains([0.1, 0.5])]).toEqual([true, true]);
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
