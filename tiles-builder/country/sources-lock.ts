/** `sources.lock.json`: which bytes of which addresses a country was built from. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readJson } from '../base/files/read-json.ts';

export interface LockedSource {
  readonly address: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  /** `Last-Modified` of the publisher. */
  readonly modified: string | null;
  readonly downloaded_at: string;
}

export const readLock = (file: string): LockedSource[] =>
  existsSync(file) ? (readJson(file) as { sources: LockedSource[] }).sources : [];

export function writeLock(file: string, sources: readonly LockedSource[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const sorted = [...sources].sort((a, b) => (a.address < b.address ? -1 : 1));
  writeFileSync(`${file}.part`, `${JSON.stringify({ sources: sorted }, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}
