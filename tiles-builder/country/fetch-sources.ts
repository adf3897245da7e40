/**
 * Fetches the files of a country one at a time: from the cache, from the user, or by download. It compares them with
 * `sources.lock.json` and the publisher's checksum.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BadInput } from '../base/failures/bad-input.ts';
import { PlatformProblem } from '../base/failures/problem.ts';
import { link } from '../base/files/link.ts';
import { readJson } from '../base/files/read-json.ts';
import type { Progress } from '../base/records.ts';
import { download, hashOf, headersAt, isSafe, type Pace, Unreachable } from './download.ts';

/** A file that a publisher offers. */
export interface Source {
  readonly title: string;
  readonly address: string;
  /** Name of the file, if the address does not end with it. */
  readonly name?: string | undefined;
  readonly licence: string;
  readonly attribution: string;
  /** The publisher has its MD5 at the address with `.md5`. */
  readonly hasMd5?: boolean;
}

export interface FetchOptions {
  /** Folder that caches the files of all countries. */
  readonly downloads: string;
  readonly lockFile: string;
  /** Addresses of other servers: each starts with the first, and gets the second in its place. */
  readonly mirrors: readonly (readonly [string, string])[];
  /** Folder with files that the user has already. */
  readonly from: string | null;
  /** Takes what publishers have now, in place of what the lock says. */
  readonly update: boolean;
  readonly progress: Progress;
  readonly say: (line: string) => void;
  readonly pace?: Pace;
}

export interface LockedSource {
  readonly address: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  /** Value of the publisher's `Last-Modified`. */
  readonly modified: string | null;
  readonly downloaded_at: string;
}

/** Reads `sources.lock.json`, which says from which bytes of which addresses a country was built. */
export const readLock = (file: string): LockedSource[] =>
  existsSync(file) ? (readJson(file) as { sources: LockedSource[] }).sources : [];

function writeLock(file: string, sources: readonly LockedSource[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const sorted = [...sources].sort((a, b) => (a.address < b.address ? -1 : 1));
  writeFileSync(`${file}.part`, `${JSON.stringify({ sources: sorted }, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}

const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');

export const fileNameOf = ({ address, name }: Pick<Source, 'address' | 'name'>): string =>
  name ?? basename(new URL(withoutQuery(address)).pathname);

/** Returns the path in the cache, by host and path of the address. */
export function cachedFile(source: Pick<Source, 'address' | 'name'>, downloads: string): string {
  const { hostname, pathname } = new URL(withoutQuery(source.address));
  return join(downloads, hostname, dirname(pathname), fileNameOf(source));
}

/** @throws BadInput if the address is not https */
export function mirrored(address: string, mirrors: FetchOptions['mirrors']): string {
  const found = mirrors.find(([start]) => address.startsWith(start));
  const asked = found === undefined ? address : found[1] + address.slice(found[0].length);
  if (!isSafe(asked)) throw new BadInput(asked, null, 'is not https');
  return asked;
}

/**
 * @returns what is locked, in the order of `sources`
 * @throws Unreachable, BadInput if a file is not the one that was locked
 */
export async function fetchSources(
  sources: readonly Source[],
  options: FetchOptions,
): Promise<LockedSource[]> {
  const locked = new Map(readLock(options.lockFile).map((source) => [source.address, source]));
  const fetched: LockedSource[] = [];
  for (const source of sources) {
    const found = await fetchSource(source, locked.get(source.address), options);
    fetched.push(found);
    locked.set(source.address, found);
    writeLock(options.lockFile, [...locked.values()]);
  }
  return fetched;
}

async function fetchSource(
  source: Source,
  locked: LockedSource | undefined,
  options: FetchOptions,
): Promise<LockedSource> {
  const file = cachedFile(source, options.downloads);
  const given = options.from === null ? null : join(options.from, fileNameOf(source));
  if (given !== null && existsSync(given)) return take(given, file, source, locked, options);
  const cached = await readCached(file, source.address);
  if (cached !== null && !options.update) {
    requireSame(file, cached, locked);
    return cached;
  }
  if (cached !== null && (await isUnchanged(source, cached, options))) return cached;
  return downloadChecked(source, file, locked, options);
}

async function take(
  given: string,
  file: string,
  source: Source,
  locked: LockedSource | undefined,
  options: FetchOptions,
): Promise<LockedSource> {
  const [bytes, sha256] = [statSync(given).size, await hashOf(given, 'sha256')];
  const found = {
    address: source.address,
    bytes,
    sha256,
    etag: null,
    modified: null,
    downloaded_at: statSync(given).mtime.toISOString(),
  };
  if (!options.update) requireSame(given, found, locked);
  if (locked?.sha256 === sha256 && existsSync(file)) return locked;
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  link(given, file);
  remember(file, found);
  return found;
}

function remember(file: string, source: LockedSource): void {
  writeFileSync(`${file}.source.json.part`, `${JSON.stringify(source)}\n`);
  renameSync(`${file}.source.json.part`, `${file}.source.json`);
}

/** `null` if the file is missing, or has been changed since. */
async function readCached(file: string, address: string): Promise<LockedSource | null> {
  if (!existsSync(file) || !existsSync(`${file}.source.json`)) return null;
  const known = readJson(`${file}.source.json`) as LockedSource;
  const isIntact =
    known.address === address &&
    statSync(file).size === known.bytes &&
    (await hashOf(file, 'sha256')) === known.sha256;
  return isIntact ? known : null;
}

function requireSame(file: string, found: LockedSource, locked: LockedSource | undefined): void {
  if (locked === undefined || locked.sha256 === found.sha256) return;
  throw new BadInput(
    file,
    null,
    `is not the file of ${locked.downloaded_at.slice(0, 10)} from which this country was built`,
    'Start with --update to build from the new one.',
  );
}

async function isUnchanged(source: Source, cached: LockedSource, options: FetchOptions): Promise<boolean> {
  if (cached.etag === null) return false;
  const { etag } = await headersAt(mirrored(source.address, options.mirrors), options.pace);
  return etag === cached.etag;
}

/** Its note is written first: a file with another one is not used. */
async function downloadChecked(
  source: Source,
  file: string,
  locked: LockedSource | undefined,
  options: FetchOptions,
): Promise<LockedSource> {
  const address = mirrored(source.address, options.mirrors);
  let found: LockedSource;
  await download(address, file, options.progress, options.pace, async (part, downloaded) => {
    if (source.hasMd5 && (await hashOf(part, 'md5')) !== (await publishedMd5(address, file, options))) {
      rmSync(part);
      throw new PlatformProblem(
        `${address}: has another MD5 than ${address}.md5 says`,
        'Try again later: the publisher may be replacing it.',
      );
    }
    found = { address: source.address, ...downloaded, downloaded_at: new Date().toISOString() };
    if (!options.update) requireSame(file, found, locked);
    remember(file, found);
  });
  return found!;
}

async function publishedMd5(
  address: string,
  file: string,
  { progress, pace }: FetchOptions,
): Promise<string> {
  await download(`${address}.md5`, `${file}.md5`, progress, pace);
  const [, md5] = /^([0-9a-f]{32})\b/.exec(readFileSync(`${file}.md5`, 'utf8')) ?? [];
  if (md5 !== undefined) return md5;
  throw new PlatformProblem(`${address}.md5: holds no MD5`);
}

export interface Size {
  /** `null` if the publisher does not say. */
  readonly bytes: number | null;
  /** The file is in the cache, or given by the user. */
  readonly isHere: boolean;
}

export async function sizeOf(source: Source, options: FetchOptions): Promise<Size> {
  const { from, downloads, mirrors, pace } = options;
  const places = [...(from === null ? [] : [join(from, fileNameOf(source))]), cachedFile(source, downloads)];
  const here = places.find((file) => existsSync(file));
  if (here !== undefined) return { bytes: statSync(here).size, isHere: true };
  try {
    const { bytes } = await headersAt(mirrored(source.address, mirrors), pace);
    return { bytes, isHere: false };
  } catch (cause) {
    if (!(cause instanceof Unreachable && cause.refusesHead)) throw cause;
    return { bytes: null, isHere: false };
  }
}
