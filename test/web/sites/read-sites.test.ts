import { expect, test } from 'vitest';
import { readSites } from '../../../src/web/sites/read-sites.ts';
import { en } from '../../../src/web/text/en.ts';

function sitesIn(text: string): [string, string][] {
  const sites = readSites(text, en);
  if ('fault' in sites) throw new Error(sites.fault);
  return sites.map(({ id, place }) => {
    if ('fault' in place) return [id, place.fault];
    if (place.option === 'isochrone') return [id, place.origin.join(' ')];
    return [id, place.parts.map((rings) => rings.map((ring) => ring.length).join('+')).join(', ')];
  });
}

test.each([
  ['commas', 'name,longitude,latitude\na,11.5,57.25\n'],
  ['a byte order mark, Windows lines and other names', '\uFEFFID;Lng;Lat\r\na;11,5;57,25\r\n\r\n'],
  ['tabs, as from a spreadsheet, without a header', 'a\t11.5\t57.25'],
  ['French names and a column more', 'ville\tLatitude\tnom\tLongitude\nx\t57,25\ta\t11,5'],
  ['WKT of a point', 'name;wkt\na;POINT (11.5 57.25)'],
  ['EWKT', 'wkt,name\nSRID=4326;POINT(11.5 57.25),a'],
])('%s', (_, text) => {
  expect(sitesIn(text)).toEqual([['a', '11.5 57.25']]);
});

test('zones are WKT in a column or alone, quoted or not, of one part or several, with holes', () => {
  const polygon = 'POLYGON((11 57,12 57,12 58,11 57))';
  const holed = 'POLYGON((11 57,12 57,12 58,11 58,11 57),(11.2 57.2,11.3 57.2,11.3 57.3,11.2 57.2))';
  const parts = 'MULTIPOLYGON(((11 57,12 57,12 58,11 57)),((13 57,14 57,14 58,13 57)))';
  expect(sitesIn(`name\twkt\na\t${polygon}\nb\t${holed}\nc\t${parts}`)).toEqual([
    ['a', '3'],
    ['b', '4+3'],
    ['c', '3, 3'],
  ]);
  expect(sitesIn(`a\t${polygon}\nb\t${polygon}`)).toEqual([
    ['a', '3'],
    ['b', '3'],
  ]);
  expect(sitesIn(`"${polygon}",a`)).toEqual([['a', '3']]);
  expect(sitesIn(polygon)).toEqual([['row 1', expect.stringMatching(/./)]]);
});

test.each([
  ['', en.noDegrees],
  ['57.5', en.noDegrees],
  ['181,57', en.noDegrees],
  ['11,91', en.noDegrees],
  ['11,', en.noDegrees],
  ['11 E,57 N', en.noDegrees],
])('a row with %j names no place', (cells, fault) => {
  expect(sitesIn(`name,lon,lat\na,${cells}`)).toEqual([['a', fault]]);
});

test.each([
  ['LINESTRING(1 2,3 4)', en.noShapes],
  ['POLYGON((1 2,', en.noWkt],
  ['about here', en.noWkt],
  ['SRID=3006;POINT(1 2)', en.otherCrs('EPSG:3006')],
  ['GEOMETRYCOLLECTION(POINT(1 2),POINT(3 4))', en.noWkt],
])('WKT %s names no place', (wkt, fault) => {
  expect(sitesIn(`name|wkt\na|${wkt}`.replaceAll('|', '\t'))).toEqual([['a', fault]]);
});

test.each(['', '\n\n', 'name,lon,lat', 'name,lon\na,11', 'a letter\nto somebody'])(
  '%j is no table',
  (text) => {
    expect(readSites(text, en)).toEqual({ fault: en.noTable });
  },
);
