import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { UNITS_PER_DEGREE } from '../../tiles-builder/geometry/coordinate-units.ts';
import { PartitionSpill } from '../../tiles-builder/partitions/partition-spill.ts';
import { partitionsNearBox } from '../../tiles-builder/partitions/partitions.ts';
import {
  readSites,
  type SitesOfArea,
  spillPoint,
  spillWide,
  WideOutlines,
} from '../../tiles-builder/registers/site-records.ts';

const BLOCKS = 3;
const SITES = 500;
const VERTICES = 500;

function block(number: number): Zone {
  const ring = Array.from({ length: VERTICES }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / VERTICES;
    return [11.97 + 0.01 * number + 0.002 * Math.cos(angle), 57.7 + 0.001 * Math.sin(angle)];
  });
  return [[[...ring, ring[0]]]];
}
const blocks = Array.from({ length: BLOCKS }, (_, number) => block(number));

function newSpill(): PartitionSpill {
  const folder = mkdtempSync(join(tmpdir(), 'site-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return new PartitionSpill(join(folder, 'sites'));
}

function spillAll(
  order: readonly number[],
  mostKnown?: number,
): { readonly spill: PartitionSpill; readonly outlines: number } {
  const spill = newSpill();
  const outlines = new WideOutlines(spill, mostKnown);
  const listed = { isSchool: false, band: null, present: 1, most: Infinity, register: 0 };
  for (const i of order) {
    const site = { ...listed, name: `site ${i}`, people: 10 + i };
    if (i % 10 === 0) spillPoint(spill, { ...site, position: [11.97, 57.7 + i / 1e6] });
    else spillWide(spill, site, outlines.of(blocks[i % BLOCKS]));
  }
  spill.finish();
  return { spill, outlines: outlines.count };
}

/** Outline numbers depend on the file's order. */
const described = ({ points, wide, outlines, numbers }: SitesOfArea): unknown => ({
  points,
  wide: wide.map(({ number, ...site }) => ({ ...site, outline: numbers.indexOf(number) })),
  vertices: outlines.vertices,
});

test('an outline is stored once, for any number and order of its sites', () => {
  const order = Array.from({ length: SITES }, (_, i) => i);
  const { spill, outlines } = spillAll(order);
  expect(outlines).toBe(BLOCKS);
  const [area] = spill.partitions();
  const bytes = spill.read(area);
  expect(bytes.length).toBeLessThan(SITES * 100 + BLOCKS * VERTICES * 8);
  const sites = readSites(bytes);
  expect(sites.outlines.count).toBe(BLOCKS);
  expect([sites.points.length, sites.wide.length]).toEqual([SITES / 10, SITES * 0.9]);
  for (const { name, number } of sites.wide) {
    const [first] = sites.outlines.verticesOf(sites.numbers.indexOf(number));
    const lon = sites.outlines.vertices[2 * first] / UNITS_PER_DEGREE;
    expect(lon).toBeCloseTo(11.972 + 0.01 * (Number(name.slice(5)) % BLOCKS), 6);
  }
  const reversed = spillAll(order.toReversed()).spill;
  expect(described(readSites(reversed.read(area)))).toEqual(described(sites));
});

test('sites of one outline stay together where more outlines are listed than are known at once', () => {
  const order = Array.from({ length: SITES }, (_, i) => i);
  const all = spillAll(order);
  const [area] = all.spill.partitions();
  for (const some of [order, order.toReversed()]) {
    const { spill, outlines } = spillAll(some, BLOCKS - 1);
    expect(outlines).toBeGreaterThan(BLOCKS);
    expect(described(readSites(spill.read(area)))).toEqual(described(readSites(all.spill.read(area))));
  }
});

test('outlines with equal records reach into the same partitions', () => {
  const square = (lon: number): Zone => {
    const vertices = [[0, 0], [1e-3, 0], [1e-3, 1e-3], [0, 1e-3], [0, 0]]; // biome-ignore format: a line
    return [[vertices.map(([x, y]): [number, number] => [lon + x, 57.7 + y])]];
  };
  const areasNear = (lon: number): string => partitionsNearBox(boundingBoxOf(square(lon).flat())).join();
  let [west, east] = [11.97, 12.97];
  for (let i = 0; i < 40; i++) {
    const middle = (west + east) / 2;
    if (areasNear(middle) === areasNear(west)) west = middle;
    else east = middle;
  }
  expect(areasNear(west)).not.toBe(areasNear(east));
  const [one, other] = [west, east].map((lon) => new WideOutlines(newSpill()).of(square(lon)));
  expect(one).toEqual(other);
});
