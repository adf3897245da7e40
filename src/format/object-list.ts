/** Writes and reads the list of a tile set's objects, text with a line for each: SHA-256, MD5, bytes, name. */
import { DamagedTile } from './envelope.ts';

export interface ListedObject {
  readonly name: string;
  readonly bytes: number;
  /** The hash is hexadecimal. */
  readonly sha256: string;
  /** The entity tag in the bucket, hexadecimal. */
  readonly md5: string;
}

const LINE = /^([0-9a-f]{64}) ([0-9a-f]{32}) (0|[1-9]\d{0,15}) ([a-z0-9][a-z0-9.-]*)$/;

/** @param objects ascending by name */
export const writeObjectList = (objects: readonly ListedObject[]): Uint8Array =>
  new TextEncoder().encode(
    objects.map(({ sha256, md5, bytes, name }) => `${sha256} ${md5} ${bytes} ${name}\n`).join(''),
  );

export function readObjectList(list: Uint8Array): ListedObject[] {
  const text = new TextDecoder().decode(list);
  if (text !== '' && !text.endsWith('\n')) throw new DamagedTile('list', 'of objects is cut off');
  let previous = '';
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, sha256, md5, bytes, name] = LINE.exec(line) ?? [];
      if (name === undefined || name <= previous) {
        throw new DamagedTile('list', `of objects is damaged after ${previous || 'its beginning'}`);
      }
      previous = name;
      return { sha256, md5, bytes: Number(bytes), name };
    });
}
