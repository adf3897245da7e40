import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import type { Polygon } from '../../src/geo/positions.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import type { TileSource } from '../../src/storage/tile-source.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const zone: Polygon = [rectangle(11.9, 57.6, 12.1, 57.8)];

test('the work of a request is the objects that it read and their bytes; the next one finds them in memory', async () => {
  const people = new Map(
    Array.from({ length: 50 }, (_, i) => [latLngToCell(57.6 + 0.004 * i, 11.9 + 0.004 * i, 12), 3]),
  );
  const { manifest, source } = countDataset({ living: tilesOf(people) });
  const read: number[] = [];
  const noting: TileSource = {
    read: async (key) => {
      const bytes = await source.read(key);
      if (bytes) read.push(bytes.byteLength);
      return bytes;
    },
  };
  const loaded = new LoadedObjects(MAX_LOADED_BYTES);
  const readerOf = () => new DatasetReader(manifest, noting, loaded);
  const first = readerOf();
  const counted = await countPeople('living', [zone], first);
  expect(read.length).toBeGreaterThan(1);
  expect(first.work.bytes).toBe(read.reduce((sum, bytes) => sum + bytes));
  expect(first.work.objects).toBe(read.length);
  const next = readerOf();
  expect(await countPeople('living', [zone], next)).toEqual(counted);
  expect(next.work).toMatchObject({ objects: 0, rounds: 0, bytes: 0 });
});
