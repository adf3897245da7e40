/** From the coordinates of files to WGS84, beside PROJ; and what is asked for where that is not sure. */
import { describe, expect, test } from 'vitest';
import { projectionOf, type StatedCrs } from '../../../tiles-builder/read/formats/projection.ts';
import { describeWithGdal, gdal } from '../../support/ogr.ts';

const METRES_PER_DEGREE = 111_320;

/** Codes that censuses and buildings are published in, with a place in the area of each. */
const CODES: readonly (readonly [code: string, lon: number, lat: number, within_m: number])[] = [
  ['EPSG:2154', 2.55, 44.33, 0.01],
  ['EPSG:3035', 9.5, 47.1, 0.01],
  ['EPSG:3857', -46.6, -23.5, 0.01],
  ['EPSG:4258', 14.5, 50.1, 0.01],
  ['EPSG:4269', -74.0, 40.7, 0.01],
  ['EPSG:2263', -73.97, 40.75, 0.01],
  ['EPSG:26918', -74.0, 40.7, 0.01],
  ['EPSG:5070', -93.3, 44.9, 0.01],
  ['EPSG:25832', 9.2, 48.8, 0.01],
  ['EPSG:25830', -3.7, 40.4, 0.01],
  ['EPSG:32633', 15.0, 60.0, 0.01],
  ['EPSG:2193', 174.8, -41.3, 0.01],
  ['EPSG:3067', 24.9, 60.2, 0.01],
  ['EPSG:3006', 18.06, 59.33, 0.01],
  ['EPSG:2180', 21.0, 52.2, 0.01],
  ['EPSG:3763', -8.6, 41.15, 0.01],
  ['EPSG:2975', 55.45, -20.9, 0.01],
  ['EPSG:5490', -61.0, 14.6, 0.01],
  ['EPSG:2056', 7.44, 46.95, 1],
  ['EPSG:28992', 4.9, 52.37, 1],
  ['EPSG:31370', 4.35, 50.85, 1],
  ['EPSG:27700', -1.5, 52.5, 5],
  ['EPSG:31467', 9.2, 48.8, 5],
  ['EPSG:5514', 14.42, 50.09, 15],
];

describeWithGdal('a code', () => {
  test.each(CODES)('%s is where PROJ puts it', (code, lon, lat, within_m) => {
    const options = ['-s_srs', 'EPSG:4326', '-t_srs', code, '-output_xy'];
    const [x, y] = gdal('gdaltransform', options, `${lon} ${lat}`).trim().split(' ').map(Number);
    const project = projectionOf('file', { code }, undefined);
    const [foundLon, foundLat] = project ? project([x, y]) : [x, y];
    const east_m = (foundLon - lon) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
    expect(Math.hypot(east_m, (foundLat - lat) * METRES_PER_DEGREE)).toBeLessThan(within_m);
  });

  test.each([
    ['EPSG:2154', 2.55, 44.33],
    ['EPSG:32633', 15.0, 60.0],
    ['EPSG:26918', -74.0, 40.7],
    ['EPSG:2263', -73.97, 40.75],
    ['EPSG:2193', 174.8, -41.3],
  ])(
    'well-known text of %s as ESRI writes it, without any code, leads to the same place',
    (code, lon, lat) => {
      const wkt = gdal('gdalsrsinfo', ['-o', 'wkt_esri', code]).trim();
      expect(wkt).not.toMatch(/AUTHORITY|\bID\[/);
      const options = ['-s_srs', 'EPSG:4326', '-t_srs', code, '-output_xy'];
      const [x, y] = gdal('gdaltransform', options, `${lon} ${lat}`).trim().split(' ').map(Number);
      const [foundLon, foundLat] = projectionOf('file', { wkt }, undefined)!([x, y]);
      expect(Math.abs(foundLon - lon)).toBeLessThan(2e-5);
      expect(Math.abs(foundLat - lat)).toBeLessThan(2e-5);
    },
  );
});

describe('a CRS', () => {
  const wkt1 = (datum: string): string =>
    `PROJCS["local",GEOGCS["own",${datum},PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],` +
    'PARAMETER["False_Easting",400000],PARAMETER["False_Northing",-100000],PARAMETER["Central_Meridian",-2],' +
    'PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49],UNIT["Meter",1]]';
  const AIRY = 'DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]]';
  const BESSEL = 'DATUM["own",SPHEROID["Bessel 1841",6377397.155,299.1528128],TOWGS84[598,73,418,0,0,0,0]]';

  test('whose definition is damaged is named in a line, and asked for', () => {
    const damaged = wkt1(BESSEL).replace('PROJECTION[', 'PROJECTIOM[').replace('"local"', '"lo\ncal"');
    expect(() => projectionOf('file', { wkt: `${damaged}\n` }, undefined)).toThrow(
      /^file: its coordinate reference system lo cal cannot be read$/,
    );
  });

  test.each<[string, StatedCrs]>([
    ['nobody names', {}],
    ['is a datum of its own without a way to WGS84', { wkt: wkt1(AIRY) }],
    [
      'is WKT2 without a code',
      { wkt: 'PROJCRS["local",BASEGEOGCRS["own",DATUM["x",ELLIPSOID["GRS 1980",6378137,298.257222101]]]]' },
    ],
    ['needs a grid that is not there', { code: 'EPSG:27200' }],
    ['is of 1927, and needs a grid', { code: 'EPSG:4267' }],
    ['has its axes the other way round', { code: 'EPSG:2053' }],
    ['is in no list', { code: 'EPSG:99999' }],
    ['is a mere name', { code: 'NONE:0', wkt: 'undefined' }],
  ])('that %s is asked for', (_, stated) => {
    let advice: string | null = null;
    try {
      projectionOf('file', stated, undefined);
    } catch (error) {
      advice = (error as { advice: string }).advice;
    }
    expect(advice).toMatch(/ogr2ogr -t_srs EPSG:4326/);
  });

  test('in well-known text counts where it says how to come to WGS84, a code in it before that', () => {
    expect(projectionOf('file', { wkt: wkt1(BESSEL) }, undefined)).not.toBeNull();
    const coded = `${wkt1(AIRY).slice(0, -1)},AUTHORITY["EPSG","27700"]]`;
    const [byCode, byText] = [{ code: 'EPSG:27700' }, { wkt: coded }].map((stated) =>
      projectionOf('file', stated, undefined)!([400_000, 300_000]),
    );
    expect(byText).toEqual(byCode);
  });

  test('that the configuration names counts before what the file says; one that is not known is refused', () => {
    expect(projectionOf('file', { code: 'EPSG:2154' }, 'EPSG:4326')).toBeNull();
    expect(projectionOf('file', {}, 'epsg:2154')!([700_000, 6_600_000])).toEqual([
      expect.closeTo(3, 9),
      expect.closeTo(46.5, 9),
    ]);
    expect(() => projectionOf('file', {}, 'Lambert 93')).toThrow(/"crs": LAMBERT 93 is not known/);
  });
});
