import { describe, expect, test } from 'vitest';
import {
  type Project,
  projectionOf,
  type StatedCrs,
} from '../../../tiles-builder/sources/formats/projection.ts';
import { deviation_m, referenceSystems } from '../../../tiles-builder/sources/formats/reference-systems.ts';
import { describeWithGdal, gdal } from '../../support/files/ogr.ts';

const METRES_PER_DEGREE = 111_320;

const CODES: readonly (readonly [code: string, lon: number, lat: number, within_m: number])[] = [
  ['EPSG:2154', 2.55, 44.33, 0.01],
  ['EPSG:3035', 9.5, 47.1, 0.01],
  ['EPSG:2263', -73.97, 40.75, 0.01],
  ['EPSG:5070', -93.3, 44.9, 0.01],
  ['EPSG:3067', 24.9, 60.2, 0.01],
  ['EPSG:2056', 7.44, 46.95, 1],
  ['EPSG:28992', 4.9, 52.37, 1],
  ['EPSG:27700', -1.5, 52.5, 5],
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

const SAME: Project = ([x, y]) => [x, y];
const ACCEPTED = [...referenceSystems().keys()];

test('every accepted code reproduces its control points to 5 m', () => {
  expect(ACCEPTED).toHaveLength(4949);
  for (const [code, { controlPoints }] of referenceSystems()) {
    expect(deviation_m(projectionOf('file', { code }, undefined) ?? SAME, controlPoints), code).toBeLessThan(
      5,
    );
  }
});

const LAMBERT_93 =
  'PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137.0,298.257222101]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],' +
  'PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],' +
  'PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",44.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]';

describe('a CRS', () => {
  const wkt1 = (datum: string): string =>
    `PROJCS["local",GEOGCS["own",${datum},PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],` +
    'PARAMETER["False_Easting",400000],PARAMETER["False_Northing",-100000],PARAMETER["Central_Meridian",-2],' +
    'PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49],UNIT["Meter",1]]';
  const AIRY = 'DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]]';

  test.each<[string, StatedCrs]>([
    ['nobody names', {}],
    ['is a datum of its own without a way to WGS84', { wkt: wkt1(AIRY) }],
    [
      'is WKT2 without a code',
      { wkt: 'PROJCRS["local",BASEGEOGCRS["own",DATUM["x",ELLIPSOID["GRS 1980",6378137,298.257222101]]]]' },
    ],
    ['needs a grid that is not there', { code: 'EPSG:27200' }],
    ['is of 1927, and needs a grid', { code: 'EPSG:4267' }],
    ['is 79 m off', { code: 'EPSG:6991' }],
    ['is 178 m off', { code: 'EPSG:5682' }],
    ['is 1,620 m off', { code: 'EPSG:6204' }],
    ['is 2,660 km off', { code: 'EPSG:2065' }],
    ['is on a datum of which PROJ knows the place to 6 m', { code: 'EPSG:5514' }],
    ['is on a datum of which PROJ knows the place to 10 m', { code: 'EPSG:23030' }],
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
    expect(advice).toMatch(stated.code || stated.wkt ? /ogr2ogr .*-t_srs EPSG:4326/ : /"crs"/);
  });

  test.each([
    ['homes.shp', 'ogr2ogr -s_srs EPSG:5514 -t_srs EPSG:4326 "homes.shp.gpkg" "homes.shp"'],
    ['people.tif', 'gdalwarp -r sum -s_srs EPSG:5514 -t_srs EPSG:4326 "people.tif" "wgs84-people.tif"'],
  ])('of %s that is not accepted is refused with the command that converts the file', (file, command) => {
    for (const [stated, named] of [
      [{ code: 'EPSG:5514' }, undefined],
      [{}, 'EPSG:5514'],
    ] as const) {
      expect(() => projectionOf(`folder/${file}`, stated, named)).toThrow(
        expect.objectContaining({ advice: expect.stringContaining(command) }),
      );
    }
  });

  test('in well-known text without a code is refused where it reproduces no control points', () => {
    const GRS80 = 'DATUM["ETRS89",SPHEROID["GRS 1980",6378137,298.257222101]]';
    expect(() => projectionOf('file', { wkt: wkt1(GRS80) }, undefined)).toThrow(/in local, which is not/);
    const bent = LAMBERT_93.replace('"Latitude_Of_Origin",46.5', '"Latitude_Of_Origin",46.6');
    expect(projectionOf('file', { wkt: LAMBERT_93 }, undefined)).not.toBeNull();
    expect(() => projectionOf('file', { wkt: bent }, undefined)).toThrow(/is not among/);
  });

  test('that the configuration names counts before what the file says; one that is not known is refused', () => {
    expect(projectionOf('file', { code: 'EPSG:2154' }, 'EPSG:4326')).toBeNull();
    expect(projectionOf('file', {}, 'epsg:2154')!([700_000, 6_600_000])).toEqual([
      expect.closeTo(3, 9),
      expect.closeTo(46.5, 9),
    ]);
    expect(() => projectionOf('file', {}, 'Lambert 93')).toThrow(
      /has coordinates in LAMBERT 93, which is not among/,
    );
  });
});
