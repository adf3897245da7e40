/** Sources of a country: cached, locked, checked, given by the user. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkAddress } from '../../tiles-builder/country/check-addresses.ts';
import {
  cachedFile,
  type FetchOptions,
  fetchSources,
  readLock,
  type Source,
} from '../../tiles-builder/country/fetch-sources.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { type Publishers, published, startPublishers } from '../support/servers/publishers.ts';

const described = { title: 'A table', licence: 'CC BY 4.0', attribution: 'An office' };
const TABLE: Source = { ...described, address: 'https://office.example/2025/table.csv' };
const EXTRACT: Source = { ...described, address: 'https://maps.example/part.osm.pbf', hasMd5: true };
const PATH = 'office.example/2025/table.csv';
const MAP = 'maps.example/part.osm.pbf';
const MAP_BYTES = '\0\0\0\rOSMHeader and the rest';

let publishers: Publishers;
beforeAll(async () => {
  publishers = await startPublishers();
});
afterAll(() => publishers.close());

let options: FetchOptions;
beforeEach(() => {
  publishers.files.clear();
  publishers.requests.length = 0;
  const folder = temporaryFolderOfTest();
  mkdirSync(join(folder, 'country'));
  options = {
    downloads: join(folder, 'downloads'),
    lockFile: join(folder, 'country/sources.lock.json'),
    mirrors: [publishers.mirror],
    from: null,
    update: false,
    progress: () => {},
    say: () => {},
    pace: { firstWait_ms: 1, longestWait_ms: 100 },
  };
});

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
const contentOf = (source: Source): string => readFileSync(cachedFile(source, options.downloads), 'utf8');

function publishMap(md5 = md5Of(MAP_BYTES), content = MAP_BYTES): void {
  publishers.files.set(MAP, published(content));
  publishers.files.set(`${MAP}.md5`, published(`${md5}  part-latest.osm.pbf\n`));
}

test('sources are downloaded one at a time, and locked with address, bytes, hash, date and ETag', async () => {
  publishers.files.set(PATH, published('a,b\n1,2\n'));
  publishMap();
  await fetchSources([EXTRACT, TABLE], options);
  expect(publishers.mostAtOnce).toBe(1);
  expect(readLock(options.lockFile)).toEqual([
    expect.objectContaining({ address: EXTRACT.address, sha256: sha256Of(MAP_BYTES) }),
    {
      ...{ address: TABLE.address, bytes: 8, sha256: sha256Of('a,b\n1,2\n') },
      ...{ etag: expect.stringMatching(/^"/), modified: 'Thu, 26 Nov 2026 21:21:00 GMT' },
      downloaded_at: expect.stringMatching(/^20/),
    },
  ]);
});

test('another vintage is said by check, and taken by --update alone', async () => {
  publishers.files.set(PATH, published('a,b\n1,2\n'));
  await fetchSources([TABLE], options);
  publishers.files.set(PATH, published('a,b\n3,4\n', { modified: 'Fri, 27 Nov 2026 21:21:00 GMT' }));
  await fetchSources([TABLE], options);
  expect(contentOf(TABLE)).toBe('a,b\n1,2\n');
  expect(await checkAddress(TABLE, options)).toMatchObject({ state: 'changed' });
  await fetchSources([TABLE], { ...options, update: true });
  expect(contentOf(TABLE)).toBe('a,b\n3,4\n');
});

test('a cached file that was changed is downloaded again, and refused where it is not the locked one', async () => {
  publishers.files.set(PATH, published('a,b\n1,2\n'));
  await fetchSources([TABLE], options);
  writeFileSync(cachedFile(TABLE, options.downloads), 'a,b\n9,9\n');
  await fetchSources([TABLE], options);
  expect(contentOf(TABLE)).toBe('a,b\n1,2\n');
  writeFileSync(cachedFile(TABLE, options.downloads), 'a,b\n9,9\n');
  publishers.files.set(PATH, published('a,b\n5,6\n'));
  await expect(fetchSources([TABLE], options)).rejects.toThrow(/is not the file of 20/);
  await fetchSources([TABLE], { ...options, update: true });
  expect(contentOf(TABLE)).toBe('a,b\n5,6\n');
});

test('a whole extract is not downloaded again where its MD5 did not arrive', async () => {
  publishMap();
  const md5 = publishers.files.get(`${MAP}.md5`)!;
  publishers.files.delete(`${MAP}.md5`);
  await expect(fetchSources([EXTRACT], options)).rejects.toThrow(/md5: is not there any more/);
  publishers.files.set(`${MAP}.md5`, md5);
  await fetchSources([EXTRACT], options);
  expect(publishers.requests.filter((request) => request.startsWith(`GET ${MAP} bytes=`))).toEqual([
    `GET ${MAP} bytes=${MAP_BYTES.length}-`,
  ]);
});

test('a wrong MD5 is refused', async () => {
  publishMap(md5Of('another one'));
  await expect(fetchSources([EXTRACT], options)).rejects.toThrow(/has another MD5/);
  expect(existsSync(cachedFile(EXTRACT, options.downloads))).toBe(false);
});

test('a folder of the user serves files by their names, without the network', async () => {
  const folder = temporaryFolderOfTest();
  writeFileSync(join(folder, 'table.csv'), 'a,b\n7,8\n');
  await fetchSources([TABLE], { ...options, from: folder });
  expect(publishers.requests).toEqual([]);
  expect(contentOf(TABLE)).toBe('a,b\n7,8\n');
});

test('a server that answers GET alone is downloaded from, and unclear to check', async () => {
  publishers.files.set(PATH, published('a,b\n1,2\n', { refusesHead: true }));
  expect(await checkAddress(TABLE, options)).toMatchObject({ state: 'unclear', message: 'answers 405' });
  await fetchSources([TABLE], options);
  expect(contentOf(TABLE)).toBe('a,b\n1,2\n');
});
