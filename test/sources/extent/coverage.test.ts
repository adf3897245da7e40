import { describe, expect, test } from 'vitest';
import { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
import { readCoverage } from '../../../tiles-builder/sources/extent/coverage.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';

const scratch = scratchFolder();
const BOW_TIE = { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]] }; // biome-ignore format: a line

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
    // Triangles a quarter of a degree apart share 0.75² of their area.
    ['two features that overlap', [feature, { ...feature, geometry: polygon(east) }], 1 - 0.5 * 0.75 ** 2],
  ])('is the union of %s', async (_, features, degrees2) => {
    const file = scratch('coverage.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const area = new PlanarArea(await readCoverage(file));
    expect(area.area()).toBeCloseTo(degrees2, 6);
    expect([area.contains([0.3, 0.7]), area.contains([0.1, 0.5])]).toEqual([true, true]);
  });
  test('with invalid polygons is refused once, with a command that repairs them', async () => {
    const fault = async (features: readonly object[]): Promise<unknown> =>
      readCoverage(scratch('wards.geojson', JSON.stringify({ type: 'FeatureCollection', features }))).catch(
        ({ message, advice }) => [message, advice].map((text) => text.replaceAll(/[^ ]*\/wards/g, 'wards')),
      );
    const bad = { type: 'Feature', geometry: BOW_TIE };
    const advice = 'Mend it with: ogr2ogr -makevalid wards-valid.gpkg wards.geojson';
    expect(await fault([{ ...bad, id: 'a' }, feature, { ...bad, id: 'b' }])).toEqual([
      'wards.geojson, a, b: rings of polygons have no area or cross themselves',
      advice,
    ]);
    const named = Array.from({ length: 20 }, (_, i) => `feature ${i + 1}`).join(', ');
    expect(await fault(Array.from({ length: 25 }, () => bad))).toEqual([
      `wards.geojson, ${named} and 5 more: rings of polygons have no area or cross themselves`,
      advice,
    ]);
  });
});
