import { describe, expect, test } from 'vitest';
import { readZone } from '../../src/zone/read-zone.ts';
import { square } from '../support/zones/rectangle.ts';
import { failureOf } from './zone-text.ts';

describe('a zone may name WGS84 as its coordinate reference system, and no other', () => {
  const plain = { type: 'Polygon', coordinates: [square(2, 48, 0.1)] };
  const named = (name: unknown): object => ({ type: 'name', properties: { name } });

  test.for([
    'CRS84',
    'OGC:CRS84',
    'EPSG:4326',
    'epsg:4326',
    'EPSG:4979',
    'WGS84',
    'WGS 84',
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84',
    'urn:ogc:def:crs:OGC::CRS84h',
    'urn:ogc:def:crs:EPSG::4326',
    'urn:ogc:def:crs:EPSG:8.9:4326',
    'urn:x-ogc:def:crs:EPSG:4326',
    'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    'https://www.opengis.net/def/crs/EPSG/0/4326',
    'http://www.opengis.net/gml/srs/epsg.xml#4326',
  ])('%s', (name) => {
    const expected = readZone(JSON.stringify(plain));
    expect(readZone(JSON.stringify({ ...plain, crs: named(name) }))).toEqual(expected);
    expect(readZone(JSON.stringify({ ...plain, crs: name }))).toEqual(expected);
    const feature = { type: 'Feature', geometry: { ...plain, crs: named(name) }, crs: null };
    expect(readZone(JSON.stringify(feature))).toEqual(expected);
    expect(expected.ok).toBe(true);
  });

  test('the older form with a code', () => {
    const crs = (code: number): object => ({ type: 'EPSG', properties: { code } });
    expect(readZone(JSON.stringify({ ...plain, crs: crs(4326) })).ok).toBe(true);
    expect(failureOf(JSON.stringify({ ...plain, crs: crs(2154) })).message).toContain('EPSG:2154');
  });

  test.for([
    'EPSG:3857',
    'EPSG:2154',
    'urn:ogc:def:crs:EPSG::3035',
    'urn:ogc:def:crs:OGC:1.3:CRS27',
    'http://www.opengis.net/def/crs/EPSG/0/3857',
    'EPSG:43260',
    'EPSG:14326',
    'x EPSG:4326',
  ])('not %s, even before its coordinates are looked at', (name) => {
    const mercator = { type: 'Polygon', coordinates: [square(222_000, 6_100_000, 1_000)] };
    for (const geometry of [plain, mercator]) {
      for (const zone of [
        { ...geometry, crs: named(name) },
        { type: 'Feature', geometry, crs: named(name) },
        { type: 'Feature', geometry: { ...geometry, crs: named(name) } },
      ]) {
        const { kind, message } = failureOf(JSON.stringify(zone));
        expect(kind).toBe('bad-request');
        expect(message).toMatch(/^zone: its crs is /);
        expect(message).toContain(name);
      }
    }
  });

  test('nor something that is no name', () => {
    const link = { type: 'link', properties: { href: 'http://example.com/crs/42' } };
    for (const crs of [link, {}, 4326, true, 'x'.repeat(10_000)]) {
      const { kind, message } = failureOf(JSON.stringify({ ...plain, crs }));
      expect(kind).toBe('bad-request');
      expect(message.length).toBeLessThan(250);
    }
  });
});
