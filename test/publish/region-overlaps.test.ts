import { expect, test } from 'vitest';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { datasetVersion } from '../../tiles-builder/dataset/dataset-folder.ts';
import { readStateOf } from '../../tiles-builder/publish/bucket-state.ts';
import { describeOverlaps, overlapsOf } from '../../tiles-builder/publish/region-overlaps.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { type Offset, type StreetTown, streetTown } from '../support/datasets/street-dataset.ts';

const village = (
  region: string,
  west_m: number,
  east_m: number,
  near: [number, number] = [14, 52],
): StreetTown => {
  const census: [Offset, Offset] = [
    [west_m, -1_000],
    [east_m, 1_000],
  ];
  const town = streetTown({ near, region, version: `${region}-${'0'.repeat(16)}`, census });
  // Manifests are named by their content.
  const { version: _, ...content } = town.manifest;
  const manifest = { ...content, version: datasetVersion(content) };
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  return { ...town, manifest, objects: new Map([[manifestKey(manifest.version), bytes]]) };
};

async function overlapsWith(
  own: StreetTown,
  live: readonly StreetTown[],
  damaged: readonly StreetTown[] = [],
) {
  const bucket = new R2Model().client();
  await bucket.put(CURRENT_KEY, await currentInMemory(live));
  for (const { manifest, objects } of live) {
    const key = manifestKey(manifest.version);
    if (!damaged.some((one) => one.manifest === manifest)) await bucket.put(key, objects.get(key)!);
  }
  const { regions } = await readStateOf(bucket);
  return overlapsOf(own.manifest, regions, bucket);
}

const own = village('m-own', -1_000, 100);

test('overlaps are reported by kind of data', async () => {
  const before = village('a-first', 0, 1_000);
  const after = village('z-last', -500, 0);
  const beside = village('n-beside', 100, 1_000);
  const far = village('f-far', -1_000, 1_000, [20, 52]);
  const overlaps = await overlapsWith(own, [before, after, beside, far, village('m-own', -900, 0)]);
  expect(overlaps.map(({ region }) => region)).toEqual(['a-first', 'n-beside', 'z-last']);
  // Roads 4 × 4 km, people 0.1 × 2, none, 0.5 × 2 km.
  for (const [index, people_km2] of [0.2, 0, 1].entries()) {
    const { shared_km2 } = overlaps[index]!;
    expect(shared_km2.roads).toBeCloseTo(16, 0);
    expect(shared_km2.living).toBeCloseTo(people_km2, 2);
    expect(shared_km2.working).toBeCloseTo(people_km2, 2);
  }
  const lines = describeOverlaps(overlaps);
  expect(lines[0]).toMatch(
    /^ {2}overlaps a-first: roads 16 km², living 0\.20 km², working 0\.20 km²\. For living and working, the region/,
  );
  expect(lines[1]).toMatch(/^ {2}overlaps n-beside: roads 16 km²\.$/);
});

test('a live region whose manifest is damaged does not stop a publication', async () => {
  const damaged = village('a-damaged', -1_000, 0);
  expect(await overlapsWith(own, [damaged], [damaged])).toEqual([]);
});
