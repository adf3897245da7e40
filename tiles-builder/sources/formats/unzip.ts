/** Unzips an archive's only or named feature file with its sidecar files, checking sizes and CRC-32. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { BadInput } from '../../base/failures/bad-input.ts';
import { isDiskFull, reasonOf } from '../../base/failures/system-failure.ts';
import { isRaster, layerFormatOf } from '../config/format-of.ts';
import { chooseLayer } from './choose-layer.ts';

const PART_OF_SHAPEFILE = /\.(shp|dbf|prj|cpg)$/i;
const MOST_ENTRIES = 100_000;

export interface Unzipped {
  readonly file: string;
  readonly isChosen: boolean;
  readonly remove: () => void;
}

/**
 * @param layer file name without extension
 * @throws BadInput if the archive is damaged, or has no readable file or several; ErrnoException for a full disk
 */
export async function unzip(archive: string, layer: string | undefined, scratch: string): Promise<Unzipped> {
  return withEntries(archive, scratch, (entries) => {
    const candidates = entries.filter(
      ({ fileName }) => holdsFeatures(fileName) && !/(^|\/)(__MACOSX\/|\.)/.test(fileName),
    );
    const names = candidates.map(({ fileName }) => nameOf(fileName));
    if (names.length === 0) throw new BadInput(archive, null, 'holds no file of features that is read');
    const isChosen = names.length > 1;
    const chosen = candidates[names.indexOf(chooseLayer(archive, names, isChosen ? layer : undefined))];
    const parts = PART_OF_SHAPEFILE.test(chosen.fileName)
      ? entries.filter(
          ({ fileName }) => PART_OF_SHAPEFILE.test(fileName) && stemOf(fileName) === stemOf(chosen.fileName),
        )
      : [chosen];
    return { chosen, isChosen, parts };
  });
}

/**
 * @param path of the member, whose folders may have other names
 * @throws as {@link unzip}
 */
export async function unzipMember(archive: string, path: string, scratch: string): Promise<Unzipped> {
  return withEntries(archive, scratch, (entries) => {
    const chosen =
      entries.find(({ fileName }) => fileName === path) ??
      entries.find(({ fileName }) => basename(fileName) === basename(path));
    if (chosen) return { chosen, isChosen: true, parts: [chosen] };
    const names = entries.map(({ fileName }) => fileName);
    throw new BadInput(archive, null, `has no member ${path}; it has ${names.slice(0, 10).join(', ')}`);
  });
}

interface Choice {
  readonly chosen: Entry;
  readonly isChosen: boolean;
  readonly parts: readonly Entry[];
}

async function withEntries(
  archive: string,
  scratch: string,
  choose: (entries: readonly Entry[]) => Choice,
): Promise<Unzipped> {
  const zip = await open(archive);
  const folder = mkdtempSync(join(scratch, 'unzipped-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const { chosen, isChosen, parts } = choose(await entriesOf(zip));
    for (const part of parts) await unpack(zip, part, join(folder, basename(part.fileName)));
    return { file: join(folder, basename(chosen.fileName)), isChosen, remove };
  } catch (cause) {
    remove();
    if (cause instanceof BadInput || isDiskFull(cause)) throw cause;
    throw new BadInput(archive, null, reasonOf(cause, 'cannot be unzipped'));
  } finally {
    zip.close();
  }
}

const holdsFeatures = (path: string): boolean =>
  (layerFormatOf(path) !== undefined || isRaster(path)) && !/\.txt(\.gz)?$/i.test(path);
const nameOf = (path: string): string => basename(path).slice(0, -extname(path).length);
const stemOf = (path: string): string => path.slice(0, -extname(path).length).toLowerCase();

async function open(archive: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(archive, { autoClose: false, lazyEntries: true });
  } catch (cause) {
    throw new BadInput(archive, null, reasonOf(cause, 'is no zip archive, or is cut off'));
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entries.push(entry) > MOST_ENTRIES) throw new Error('it has too many entries');
  }
  return entries;
}

/** The library checks no checksums, and crashes where a stream fails twice. */
async function unpack(zip: ZipFile, entry: Entry, into: string): Promise<void> {
  const unpacker = UNPACKERS[entry.compressionMethod];
  if (!unpacker || entry.isEncrypted())
    throw new Error(`its ${entry.fileName} is encrypted, or packed unusually`);
  const stored = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  await pipeline(stored, unpacker(), (chunks) => checked(entry, chunks), createWriteStream(into));
}

const UNPACKERS: Readonly<Record<number, () => Transform>> = {
  0: () => new PassThrough(),
  8: () => createInflateRaw(),
};

async function* checked(entry: Entry, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [bytes, checksum] = [0, 0];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    checksum = crc32(chunk, checksum);
    if (bytes <= entry.uncompressedSize) yield chunk;
    else break;
  }
  if (bytes === entry.uncompressedSize && checksum === entry.crc32) return;
  throw new Error(`its ${entry.fileName} is damaged`);
}
