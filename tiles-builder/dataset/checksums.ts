/** Computes the SHA-256 and MD5 of objects, in hexadecimal digits, to list and to compare them. */
import { createHash } from 'node:crypto';
import type { ListedObject } from '../../src/format/object-list.ts';

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Returns the ETag that a single-part upload has. */
export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

export const listedObject = (name: string, bytes: Uint8Array): ListedObject => ({
  name,
  bytes: bytes.byteLength,
  sha256: sha256Of(bytes),
  md5: md5Of(bytes),
});

export function isAsListed(bytes: Uint8Array, listed: ListedObject): boolean {
  return (
    bytes.byteLength === listed.bytes && sha256Of(bytes) === listed.sha256 && md5Of(bytes) === listed.md5
  );
}
