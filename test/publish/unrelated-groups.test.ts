import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { type PublishSummary, publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { withdrawRegion } from '../../tiles-builder/publish/withdraw-region.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { reported } from '../support/processes/reported.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const quiet = (): void => {};
const content = { pedestrian: 'a', motorized: 'a', basemap: 'a' };

let bucket: R2Model;
let folders: string;
beforeEach(() => {
  bucket = new R2Model();
  folders = temporaryFolderOfTest();
});

/** @param groups names of own and followed groups, a letter each; none without people at work */
function publish(
  region: string,
  groups: string,
  more: { west?: number; named?: string[]; simulated?: boolean; to?: Bucket } = {},
): Promise<PublishSummary> {
  const { west = 10, named = [], simulated = false, to = bucket.client() } = more;
  const [own, followed] = [...groups].map((letter) => letter.repeat(64));
  const square = [[rectangle(west, 52, west + 0.1, 52.1)]];
  const registers: Manifest['registers'] =
    own && followed
      ? {
          ...{ staff: 100, pupils: 0, at_home: 0, people_nowhere: 0, bands_deviation: 0 },
          ...{ min_people: 10, smallest_group_people: 10 },
          groups: { own, followed },
        }
      : undefined;
  const coverage = { roads: square, living: null, working: square };
  const folder = join(folders, `${region}-${groups}-${west}`);
  writeTinyDataset(folder, {
    region,
    content,
    more: { simulated, coverage, ...(registers && { registers }) },
  });
  return publishDataset(folder, to, quiet, { withoutGroupsOf: new Set(named) });
}

const isRefused = async (publishing: Promise<PublishSummary>, version: string): Promise<void> => {
  const refused = await reported(publishing);
  expect(refused).toMatch(/counts people at work in \d+ km² that the region town counts in other groups/);
  expect(refused).toContain(`--without-groups-of ${version}`);
};

test('a region that counts the same persons in other groups is published only where the other version is named', async () => {
  const { version } = await publish('town', 'aa');
  await isRefused(publish('country', 'bb'), version);
  await isRefused(publish('country', 'bb', { named: ['town-0000000000000000'] }), version);
  expect(await publish('country', 'bb', { named: [version] })).toMatchObject({
    liveRegions: ['country', 'town'],
  });
});

test.each([
  ['follows that version', 'cb', {}],
  ['follows the same one', 'ca', { west: 10.05 }],
  ['lies next to it', 'cc', { west: 10.15 }],
  ['is simulated', 'cc', { simulated: true }],
])('… not where it %s', async (_, groups, more) => {
  await publish('town', 'ba');
  expect(await publish('country', groups, more)).toMatchObject({ liveRegions: ['country', 'town'] });
});

test('… nor after the other one was withdrawn, under its name or another', async () => {
  const { version } = await publish('town', 'aa');
  await withdrawRegion('town', bucket.client(), Date.now());
  await isRefused(publish('town', 'bb'), version);
  await isRefused(publish('renamed', 'bb'), version);
  expect(await publish('town', 'ca')).toMatchObject({ liveRegions: ['town'] });
});

test('… nor after a version without people at work', async () => {
  const { version } = await publish('town', 'aa');
  await publish('town', '');
  await isRefused(publish('town', 'bb'), version);
  await isRefused(publish('country', 'bb'), version);
  expect(await publish('town', 'ba')).toMatchObject({ liveRegions: ['town'] });
});

test('… nor where the other one went live during the upload', async () => {
  const client = bucket.client();
  let version = '';
  const put: Bucket['put'] = async (key, ...more) => {
    if (key.includes('/pedestrian/') && version === '') ({ version } = await publish('town', 'aa'));
    return client.put(key, ...more);
  };
  const to = new Proxy(client, { get: (of, name) => (name === 'put' ? put : Reflect.get(of, name, of)) });
  const refused = await reported(publish('country', 'bb', { to }));
  expect(refused).toContain(`--without-groups-of ${version}`);
});
