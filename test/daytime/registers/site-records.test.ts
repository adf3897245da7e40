import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSites, type Site, SiteWriter } from '../../../tiles-builder/daytime/registers/site-records.ts';
import { PartitionSpill } from '../../../tiles-builder/partitions/partition-spill.ts';

test('sites are read as they were written, in an order that does not depend on the register', () => {
  const sites = Array.from(
    { length: 50 },
    (_, i): Site => ({
      ...{ register: i % 3, name: `site ${i}`, isSchool: i % 2 === 0, people: 10 + i },
      ...{ band: i % 5 === 0 ? i : null, present: 0.5, most: i % 7 === 0 ? 12 : Infinity },
      position: [11.97, Math.round(577e6 + (i >> 1)) / 1e7],
    }),
  );
  const [one, other] = [sites, sites.toReversed()].map((order) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-records-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const spill = new PartitionSpill(join(folder, 'sites'));
    const writer = new SiteWriter(spill);
    for (const site of order) writer.add(site);
    spill.finish();
    return spill.partitions().flatMap((partition) => readSites(spill.read(partition)));
  });
  expect(one).toEqual(other);
  expect(new Set(one)).toEqual(new Set(sites));
});
