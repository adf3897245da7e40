import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Zone } from '../../../src/geo/positions.ts';
import {
  readSites,
  type SitesInPartition,
  SiteWriter,
} from '../../../tiles-builder/daytime/registers/site-records.ts';
import { UNITS_PER_DEGREE } from '../../../tiles-builder/geometry/coordinate-units.ts';
import { PartitionSpill } from '../../../tiles-builder/partitions/partition-spill.ts';

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
const LISTED = { isSchool: false, band: null, present: 1, most: Infinity, register: 0 };
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
  const writer = new SiteWriter(spill, mostKnown);
  for (const i of order) {
    const site = { ...LISTED, name: `site ${i}`, people: 10 + i };
    if (i % 10 === 0) writer.addPoint({ ...site, position: [11.97, 57.7 + i / 1e6] });
    else writer.addOutlined(site, blocks[i % BLOCKS]);
  }
  spill.finish();
  return { spill, outlines: writer.outlines };
}

/** Outline numbers depend on the file's order. */
const described = ({ points, outlined, outlines, numbers }: SitesInPartition): unknown => ({
  points,
  outlined: outlined.map(({ number, ...site }) => ({ ...site, outline: numbers.indexOf(number) })),
  vertices: outlines.vertices,
});

test('an outline is stored once, for any number and order of its sites', () => {
  const order = Array.from({ length: SITES }, (_, i) => i);
  const { spill, outlines } = spillAll(order);
  expect(outlines).toBe(BLOCKS);
  const [partition] = spill.partitions();
  const bytes = spill.read(partition);
  expect(bytes.length).toBeLessThan(SITES * 100 + BLOCKS * VERTICES * 8);
  const sites = readSites(bytes);
  expect(sites.outlines.count).toBe(BLOCKS);
  expect([sites.points.length, sites.outlined.length]).toEqual([SITES / 10, SITES * 0.9]);
  for (const { name, number } of sites.outlined) {
    const [first] = sites.outlines.verticesOf(sites.numbers.indexOf(number));
    const lon = sites.outlines.vertices[2 * first] / UNITS_PER_DEGREE;
    expect(lon).toBeCloseTo(11.972 + 0.01 * (Number(name.slice(5)) % BLOCKS), 6);
  }
  const reversed = spillAll(order.toReversed()).spill;
  expect(described(readSites(reversed.read(partition)))).toEqual(described(sites));
});

test('sites of one outline stay together where more outlines are listed than are known at once', () => {
  const order = Array.from({ length: SITES }, (_, i) => i);
  const all = spillAll(order);
  const [partition] = all.spill.partitions();
  for (const some of [order, order.toReversed()]) {
    const { spill, outlines } = spillAll(some, BLOCKS - 1);
    expect(outlines).toBeGreaterThan(BLOCKS);
    expect(described(readSites(spill.read(partition)))).toEqual(
      described(readSites(all.spill.read(partition))),
    );
  }
});
