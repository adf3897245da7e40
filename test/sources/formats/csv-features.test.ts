import { describe, expect, test } from 'vitest';
import { openCsv } from '../../../tiles-builder/sources/formats/csv-features.ts';
import type { LayerSource } from '../../../tiles-builder/sources/formats/layer.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { featuresIn } from './features-in.ts';

const scratch = scratchFolder();

async function read(text: string, source: Partial<LayerSource> = {}) {
  const layer = await openCsv({ file: scratch('features.csv', text), ...source });
  const { features, sizes } = await featuresIn(layer);
  return { layer, features, sizes, first: features[0] };
}

const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });

describe('geometries are found by their columns', () => {
  test.each<[header: string, row: string, source: Partial<LayerSource>, geometry: unknown, crs: unknown]>([
    ['lat,lon', '1,2', {}, point(2, 1), 'OGC:CRS84'],
    ['Latitude,LONGITUDE', '1,2', {}, point(2, 1), 'OGC:CRS84'],
    ['lng,lat', '1,2', {}, point(1, 2), 'OGC:CRS84'],
    ['y,x', '1,2', {}, point(2, 1), undefined],
    ['easting;northing', '1,5;-2,25', {}, point(1.5, -2.25), undefined],
    ['lon,lat,x,y', '1,2,3,4', {}, point(1, 2), 'OGC:CRS84'],
    ['lon,lat,x,y', '1,2,3,4', { geometry: ['x', 'y'] }, point(3, 4), undefined],
    ['lon,lat,x,y', '1,2,3,4', { geometry: ['lon', 'lat'] }, point(1, 2), 'OGC:CRS84'],
    ['lon,lat,WKT', '1,2,POINT (5 6)', {}, point(5, 6), undefined],
    ['name,geom', 'a,SRID=2154;POINT (5 6)', {}, point(5, 6), 'EPSG:2154'],
    ['shape,geom', 'srid = 3035 ; POINT (5 6),POINT (7 8)', { geometry: 'shape' }, point(5, 6), 'EPSG:3035'],
  ])('%s: %s with %j', async (header, row, source, geometry, crs) => {
    const { first, layer } = await read(`${header}\n${row}\n`, source);
    expect(first.geometry).toEqual(geometry);
    expect(layer.crs.code).toBe(crs);
  });
});

test.each<[string, Partial<LayerSource>, RegExp]>([
  ['', {}, /is empty/],
  ['a,b\n1,2\n', {}, /has no column with geometries; its columns are a, b/],
  ['lon,b\n1,2\n', {}, /has no column with geometries/],
  ['lon,lat\n1,2\n', { geometry: ['lon', 'lot'] }, /has no column lot/],
  ['lon,lat\n1,\n', {}, /line 2: "1" and "" are no coordinates/],
  ['lon,lat\n1,north\n', {}, /line 2: "1" and "north" are no coordinates/],
  ['lon,lat,a\n1,2,3\n4,5\n', {}, /line 3: ends before the column a/],
  ['wkt\n1\nPOINT (1\n', {}, /line 2: its WKT cannot be read/],
  ['wkt\nCIRCULARSTRING (0 0, 1 1, 2 0)\n', {}, /line 2: its WKT cannot be read/],
])('%j with %j is refused', async (text, source, reason) => {
  await expect(read(text, source)).rejects.toThrow(reason);
});
