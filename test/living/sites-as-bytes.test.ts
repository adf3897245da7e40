import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPackedFile, writePackedFile } from '../../tiles-builder/base/files/packed-file.ts';
import { sitesFromBytes, sitesToBytes } from '../../tiles-builder/living/sites-as-bytes.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { areasOfTown } from '../support/towns/town-sites.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';

test('sites are restored from their file to the last bit', () => {
  const rectangle = rectanglesOn(localPlane([10, 50]));
  const buildings = Array.from({ length: 7 }, (_, i) => ({
    id: 'b',
    footprint: [[rectangle(40 * i, 0, 12 + i, 11), rectangle(40 * i + 3, 3, 4, 4)]],
    tags: { building: i % 2 === 0 ? 'house' : 'yes', ...(i === 3 && { 'building:flats': '1987' }) },
  }));
  const street = {
    line: [
      [10, 50.001],
      [10.01, 50.001],
    ] as const,
    tags: { highway: 'residential' },
  };
  const folder = temporaryFolderOfTest();
  const areas = areasOfTown({ buildings, streets: [street] }, false);
  expect(areas.reduce((sum, { overfull }) => sum + overfull, 0)).toBe(1);
  for (const sites of areas) {
    writePackedFile(join(folder, sites.partition), sitesToBytes(sites));
    expect(sitesFromBytes(sites.partition, readPackedFile(join(folder, sites.partition)))).toEqual(sites);
    expect(new Set(sites.mapped)).toEqual(new Set([0, 1]));
  }
});
