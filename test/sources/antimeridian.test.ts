import { expect, test } from 'vitest';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import type { Consumer } from '../../tiles-builder/sources/features.ts';
import { readFeatures } from '../../tiles-builder/sources/read-features.ts';
import { scratchFolder } from '../support/files/scratch-file.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type TestOsm, writeOsmPbf } from '../support/files/write-osm-pbf.ts';

const write = scratchFolder();
const scratch = temporaryFolder();

async function read(osm: TestOsm): Promise<string[]> {
  const taken: string[] = [];
  const consumer: Consumer = {
    lines: {
      wants: ({ highway }) => highway !== undefined,
      take: ({ id }) => taken.push(`line ${id}`),
    },
    areas: { wants: ({ building }) => building !== undefined, take: ({ id }) => taken.push(id) },
  };
  const file = write('at-180.osm.pbf', writeOsmPbf(osm));
  await readFeatures({ file }, [consumer], { progress: () => {}, scratch });
  return taken;
}

const corners = (east: number): NonNullable<TestOsm['nodes']> => [
  { id: 1, lon: 179.999, lat: -16.5 },
  { id: 2, lon: east, lat: -16.5 },
  { id: 3, lon: east, lat: -16.4999 },
  { id: 4, lon: 179.999, lat: -16.4999 },
];
const road = { id: 7, nodes: [1, 2], tags: { highway: 'residential' } };
const house = { id: 8, nodes: [1, 2, 3, 4, 1], tags: { building: 'house' } };

test('a road or a building across the antimeridian is refused by name, one up to it is not', async () => {
  expect(await read({ nodes: corners(180), ways: [road, house] })).toEqual(['line 7', 'way/8']);
  for (const way of [road, house]) {
    const refused = read({ nodes: corners(-179.999), ways: [way] });
    await expect(refused).rejects.toThrow(BadInput);
    await expect(refused).rejects.toThrow(`at-180.osm.pbf, way/${way.id}: crosses the antimeridian`);
    await expect(refused).rejects.toMatchObject({ advice: expect.stringContaining('two regions') });
  }
});
