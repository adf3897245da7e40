import { expect, test } from 'vitest';
import type { Line, PolygonFeature } from '../../../tiles-builder/sources/features.ts';
import { gatherBordersAndCoasts } from '../../../tiles-builder/sources/gather/gather-borders-and-coasts.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const ROADS = 5_000;
const highway = { highway: 'residential' };

const lineAt = (id: number, lon: number, tags: Record<string, string>): Line => ({
  id,
  tags,
  nodes: Uint32Array.of(2 * id, 2 * id + 1),
  lon: Int32Array.of(lon * 1e7, lon * 1e7 + 100),
  lat: Int32Array.of(0, 100),
});

const border = (id: string, west: number, east: number, order: number): PolygonFeature => ({
  id,
  tags: { boundary: 'administrative' },
  order,
  polygons: [[rectangle(west, -1, east, 1)]],
});

test('retains borders around most of the roads, in any order, and no other', () => {
  const gatherer = gatherBordersAndCoasts();
  for (let i = 0; i < ROADS; i++) gatherer.lines!.take(lineAt(i, (10 * i) / ROADS, highway));
  for (const area of [
    border('commune', 1, 2, 2),
    border('country', -5, 15, 1),
    border('canton', -1, 9.9, 0),
    border('half a canton', 0, 4, 3),
  ]) {
    expect(gatherer.areas!.wants(area.tags)).toBe(true);
    gatherer.areas!.take(area);
  }
  expect(gatherer.gathered().borders.map(({ id }) => id)).toEqual(['canton', 'country']);
});
