/** Removes all objects of an earlier format by key prefix, `current` first. */
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { Progress } from '../records.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { sizeOf_bytes, sortObjects } from './bucket-objects.ts';
import { removeObjects } from './prune-versions.ts';

export interface PruneFormatSummary {
  readonly format: number;
  readonly objects: number;
  readonly bytes: number;
  readonly dryRun: boolean;
}

/** @throws BadInput unless the format is an earlier one */
export async function pruneFormat(
  format: number,
  bucket: Bucket,
  { dryRun, progress }: { readonly dryRun: boolean; readonly progress: Progress },
): Promise<PruneFormatSummary> {
  if (!Number.isInteger(format) || format < 1 || format >= FORMAT_VERSION) {
    throw new BadInput(
      '--format',
      null,
      `wants an earlier format than ${FORMAT_VERSION}, the one that this code reads and writes`,
    );
  }
  const objects = sortObjects(await bucket.list('')).formats.get(format) ?? [];
  if (!dryRun) {
    // Workers of this format then report its absence instead of half a dataset.
    const [pointers, others] = [objects.filter(isPointer), objects.filter((object) => !isPointer(object))];
    await removeObjects(pointers, bucket, progress);
    await removeObjects(others, bucket, progress);
  }
  return { format, objects: objects.length, bytes: sizeOf_bytes(objects), dryRun };
}

const isPointer = ({ key }: ListedObject): boolean => /^format-\d+\/current$/.test(key);
