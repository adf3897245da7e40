/** Downloads from a server with the habits of publishers' servers. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { download, type Pace } from '../../tiles-builder/country/download.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import {
  etagOf,
  type Habit,
  type Publishers,
  published,
  startPublishers,
} from '../support/servers/publishers.ts';

const PACE: Pace = { firstWait_ms: 1, longestWait_ms: 2_000 };
const PATH = 'publisher.example/data.bin';
const random = new Random(3);
const contentOf = (bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, () => random.integer(0, 255)));
const CONTENT = contentOf(100_000);

let publishers: Publishers;
beforeAll(async () => {
  publishers = await startPublishers();
});
afterAll(() => publishers.close());

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'data.bin');
  publishers.requests.length = 0;
  publishers.files.clear();
});

const serve = (content: Uint8Array | string, habits: readonly Habit[] = [], more = {}): void =>
  void publishers.files.set(PATH, published(content, { habits: [...habits], ...more }));
const fetchIt = (path = PATH, to = file) => download(publishers.mirror[1] + path, to, () => {}, PACE);

test('a file that is broken off at every tenth byte arrives by ranges, whole', async () => {
  serve(
    CONTENT,
    Array.from({ length: 9 }, () => ({ breaksAfter: 10_000 })),
  );
  const { bytes, sha256 } = await fetchIt();
  expect(readFileSync(file).equals(CONTENT)).toBe(true);
  expect({ bytes, sha256 }).toEqual({
    bytes: CONTENT.length,
    sha256: createHash('sha256').update(CONTENT).digest('hex'),
  });
  expect(publishers.requests).toHaveLength(10);
  expect(publishers.requests.at(-1)).toMatch(/ bytes=[1-9]\d+-$/);
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('a later process goes on with the part that an earlier one left, by the date where there is no ETag', async () => {
  serve(
    CONTENT,
    Array.from({ length: 6 }, () => ({ breaksAfter: 0 })),
    { hasEtag: false },
  );
  publishers.files.get(PATH)!.habits!.unshift({ breaksAfter: 40_000 });
  await expect(fetchIt()).rejects.toThrow(/after \d+ tries/);
  const { size } = statSync(`${file}.part`);
  expect(size).toBeGreaterThan(0);
  publishers.files.get(PATH)!.habits!.length = 0;
  await fetchIt();
  expect(publishers.requests.at(-1)).toBe(`GET ${PATH} bytes=${size}-`);
  expect(readFileSync(file).equals(CONTENT)).toBe(true);
});

test('a part that is whole already is not downloaded again', async () => {
  serve(CONTENT);
  const stopped = new Error('stopped before the check of its checksum ended');
  const fetched = download(
    publishers.mirror[1] + PATH,
    file,
    () => {},
    PACE,
    async () => {
      throw stopped;
    },
  );
  await expect(fetched).rejects.toBe(stopped);
  publishers.requests.length = 0;
  expect(await fetchIt()).toMatchObject({ etag: etagOf(CONTENT), modified: 'Thu, 26 Nov 2026 21:21:00 GMT' });
  expect(publishers.requests).toEqual([`GET ${PATH} bytes=100000-`]);
  expect(readFileSync(file).equals(CONTENT)).toBe(true);
});

test('a new vintage in the middle begins from its start, and is not joined to the old one', async () => {
  const other = contentOf(80_000);
  serve(CONTENT, [{ breaksAfter: 50_000, becomes: other }]);
  await fetchIt();
  expect(readFileSync(file).equals(other)).toBe(true);
});

test.each([
  ['an ETag', true],
  ['a date alone', false],
])('nor is it by a server with %s that ignores If-Range', async (_, hasEtag) => {
  const other = contentOf(120_000);
  serve(CONTENT, [{ breaksAfter: 50_000, becomes: other }], { hasEtag, ignoresIfRange: true });
  await fetchIt();
  expect(readFileSync(file).equals(other)).toBe(true);
});

test('429 is asked again after Retry-After; a long one ends with a message', async () => {
  serve(CONTENT, [{ status: 429, headers: { 'retry-after': '1' } }, { status: 503 }]);
  const start = performance.now();
  await fetchIt();
  expect(performance.now() - start).toBeGreaterThan(1_000);
  serve(CONTENT, [{ status: 429, headers: { 'retry-after': '7200' } }]);
  await expect(fetchIt()).rejects.toThrow('asks for 120 minutes of patience');
});

test('404 ends at once with a message of what can be done', async () => {
  const failure = await fetchIt('publisher.example/gone.bin').catch((cause) => cause);
  expect(failure.message).toMatch(/gone\.bin: is not there any more$/);
  expect(failure.advice).toMatch(/--mirror OLD=NEW/);
  expect(publishers.requests).toHaveLength(1);
});

test('redirects lead to other hosts by https, or by HTTP on this machine; nowhere else', async () => {
  const there = `${publishers.mirror[1].replace('127.0.0.1', 'localhost')}other.example/data.bin`;
  publishers.files.set('other.example/data.bin', published(CONTENT));
  serve('', [{ status: 302, headers: { location: there } }]);
  await fetchIt();
  expect(readFileSync(file).equals(CONTENT)).toBe(true);
  const plain = there.replace('localhost', '[::ffff:127.0.0.1]');
  serve('', [{ status: 302, headers: { location: plain } }]);
  await expect(fetchIt()).rejects.toThrow(/redirects to http:.*, which is not https/);
  // A place in between that is not https could lead anywhere.
  serve('', [{ status: 302, headers: { location: 'http://publisher.example/between' } }]);
  await expect(fetchIt()).rejects.toThrow(/redirects to http:.*, which is not https/);
});

test('a web page in place of the file is refused', async () => {
  publishers.files.set(PATH, published('<!DOCTYPE html>', { contentType: 'text/html; charset=utf-8' }));
  await expect(fetchIt()).rejects.toThrow('answers with a web page in place of the file');
  expect(existsSync(file)).toBe(false);
});

test('a full disk ends the download with its name, and once there is room the rest arrives', async () => {
  const disk = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return console.log('no file system can be mounted here');
  }
  try {
    const to = join(disk, 'data.bin');
    serve(CONTENT);
    await expect(fetchIt(PATH, to)).rejects.toMatchObject({ code: 'ENOSPC', path: `${to}.part` });
    execFileSync('mount', ['-o', 'remount,size=1m', disk]);
    await fetchIt(PATH, to);
    expect(readFileSync(to).equals(CONTENT)).toBe(true);
    expect(publishers.requests[1]).toMatch(/ bytes=[1-9]\d+-$/);
  } finally {
    execFileSync('umount', [disk]);
  }
});
