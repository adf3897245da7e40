/** `sources.lock.json`: which bytes of which addresses a country was built from. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { BadInput } from '../base/failures/bad-input.ts';
import { readJson } from '../base/files/read-json.ts';

const sourceSchema = v.strictObject({
  address: v.string(),
  bytes: v.number(),
  sha256: v.string(),
  etag: v.nullable(v.string()),
  /** `Last-Modified` of the publisher. */
  modified: v.nullable(v.string()),
  downloaded_at: v.string(),
});

export type LockedSource = v.InferOutput<typeof sourceSchema>;

const lockSchema = v.strictObject({ sources: v.array(sourceSchema) });

export function readLock(file: string): LockedSource[] {
  if (!existsSync(file)) return [];
  const parsed = v.safeParse(lockSchema, readJson(file));
  if (parsed.success) return parsed.output.sources;
  const advice = 'Remove the file: the next run writes another one.';
  throw new BadInput(file, v.getDotPath(parsed.issues[0]), parsed.issues[0].message, advice);
}

export function writeLock(file: string, sources: readonly LockedSource[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const sorted = [...sources].sort((a, b) => (a.address < b.address ? -1 : 1));
  writeFileSync(`${file}.part`, `${JSON.stringify({ sources: sorted }, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}
