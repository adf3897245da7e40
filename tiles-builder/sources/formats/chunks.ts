/** Streams the bytes of a file, unpacked if its name ends in `.gz`. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BadInput } from '../../base/failures/bad-input.ts';
import { reasonOf, systemFailure } from '../../base/failures/system-failure.ts';

const CHUNK_BYTES = 1 << 18;

export const isGzipped = (file: string): boolean => /\.gz$/i.test(file);

export async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const content = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const chunks = isGzipped(file)
    ? pipeline(content, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
    : content;
  try {
    for await (const chunk of chunks) yield chunk as Buffer;
  } catch (cause) {
    if (systemFailure(cause) !== null || !isGzipped(file)) throw new BadInput(file, null, reasonOf(cause));
    throw new BadInput(file, null, `cannot be unzipped: ${(cause as Error).message}`);
  } finally {
    content.destroy();
  }
}
