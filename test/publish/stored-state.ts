/** Inspects a bucket after publications. */
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { prefixesOf } from '../../tiles-builder/publish/bucket-objects.ts';
import { type BucketState, keptListOf, readStateOf } from '../../tiles-builder/publish/current-document.ts';
import { verifyStored } from '../../tiles-builder/publish/read-stored.ts';

/** @throws where `current` is absent or damaged */
export async function currentOf(bucket: Bucket): Promise<BucketState> {
  if (!(await bucket.head(CURRENT_KEY))) throw new Error(`no ${CURRENT_KEY}`);
  return readStateOf(bucket);
}

export async function faultsOf(bucket: Bucket): Promise<string[]> {
  const { regions, kept } = await currentOf(bucket);
  const faults: string[] = [];
  for (const stored of [...regions, ...kept.filter(({ state }) => state === 'whole')]) {
    faults.push(...(await verifyStored(stored, bucket)).faults);
  }
  return faults;
}

/** Keys of unreferenced objects. */
export async function garbageOf(bucket: Bucket): Promise<string[]> {
  const { regions, kept } = await currentOf(bucket);
  const used = new Set([...regions, ...kept].flatMap(prefixesOf));
  const documents = [CURRENT_KEY, await keptListOf(bucket)];
  return (await bucket.list(''))
    .map(({ key }) => key)
    .filter((key) => !documents.includes(key) && !used.has(key.slice(0, key.lastIndexOf('/') + 1)));
}
