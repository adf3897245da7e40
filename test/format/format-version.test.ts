import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { writeCountTile } from '../../src/format/count-tile.ts';
import { writeCurrent } from '../../src/format/current.ts';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { writeMapPack } from '../../src/format/map-pack.ts';
import { type NameEntry, writeNames } from '../../src/format/name-index.ts';
import { writePack } from '../../src/format/pack.ts';

/** Objects with encodings of their own; a schema says all of the others. */
function* samples(): Generator<Uint8Array> {
  const [cell, tile] = [5, 6].map((resolution) => latLngToCell(57.7, 12, resolution));
  const tilesOf = (unit: number) => new Map(unit === 1 ? [[5, 2_000]] : []);
  const units = { of: [1, 1, 2, 1], tilesOf, ratioClassOf: (unit: number) => unit };
  const count = writeCountTile('living', tile, [1, 5, 9, 700], [40, 1_000, 7, 90_000], units);
  yield writePack('living', cell, new Map([[tile, count]]));
  yield writeMapPack({ zoom: 11, x: 1033, y: 704 }, ({ x, y }) => Uint8Array.of(x, y))!;
  const pages: Uint8Array[] = [];
  const names: NameEntry[] = [
    { key: 'ab', name: 'Ab', kind: 'city', lon: 2, lat: 3, near: 'B', order: 4, within: 'b c' },
  ];
  writeNames(names, (_, page) => void pages.push(page));
  yield* pages;
  const set = '0123456789abcdef';
  const sets = { living: set, working: null, pedestrian: set, motorized: null, basemap: null };
  const boxes = { roads: { west: 1, south: 2, east: 3, north: 4 }, living: null, working: null };
  const stored = { region: 'a', version: 'a-0123456789abcdef', sets, manifest_sha256: 'ab'.repeat(32) };
  const times = { built_at: '2026-01-02T00:00:00.000Z', since: '2026-01-03T00:00:00.000Z' };
  const kept = { ...stored, ...times };
  const removal = { began_ms: 5, ended: false };
  const current = { regions: [{ ...kept, boxes }], kept: [kept], history_sha256: 'b', removal };
  yield writeCurrent({ ...current, writes: ['d'] });
}

test('the version of the format is raised where schemas or encodings change', () => {
  const hash = createHash('sha256');
  for (const file of globSync(join(import.meta.dirname, '../../src/format/schema/*.fbs')).sort())
    hash.update(readFileSync(file, 'utf8').replaceAll(/\s*\/\/.*/g, ''));
  for (const sample of samples()) hash.update(sample);
  const found = `${FORMAT_VERSION} ${hash.digest('hex').slice(0, 16)}`;
  expect(found, 'Raise FORMAT_VERSION, and put what was found here').toBe('20 4aa814b6993554af');
});
