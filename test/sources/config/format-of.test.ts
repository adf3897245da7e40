/** How formats are told apart, as documented. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endingsOf, LAYER_FORMATS, layerFormatOf } from '../../../tiles-builder/sources/config/format-of.ts';

test('the end of the name alone, in upper or lower case, determines the format', () => {
  expect(layerFormatOf('/data/BUILDINGS.SHP')).toBe('shapefile');
  expect(layerFormatOf('cadastre.json.gz')).toBe('geojson');
  expect(layerFormatOf('squares.v2.csv.gz')).toBe('csv');
  for (const file of ['roads.gpkg.gz', 'gpkg', 'a.shp.xml', 'town.osm.pbf', 'people.tif', 'all.zip'])
    expect(layerFormatOf(file), file).toBeUndefined();
});

test('no ending is that of two formats, and the documentation names each', () => {
  const endings = LAYER_FORMATS.flatMap(endingsOf);
  expect(new Set(endings).size).toBe(endings.length);
  const page = readFileSync(join(import.meta.dirname, '../../../src/web/docs/sources.md'), 'utf8');
  const named = endings.filter((ending) => page.includes(`\`.${ending.replace(/\.gz$/, '')}\``));
  expect(named).toEqual(endings);
});
