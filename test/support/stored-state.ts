/** What a bucket holds after publications: what is live, what is missing of it, and what nobody uses. */
import { type Current, readCurrent } from '../../src/format/current.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { prefixesOf } from '../../tiles-builder/publish/bucket-objects.ts';
import { proveWhole } from '../../tiles-builder/publish/read-stored.ts';

/** @throws where there is no `current`, or a damaged one */
export async function currentOf(bucket: Bucket): Promise<Current> {
  const stored = await bucket.get(CURRENT_KEY);
  if (!stored) throw new Error(`no ${CURRENT_KEY}`);
  return readCurrent(stored.bytes);
}

/** What is missing of all versions that are live or kept whole. */
export async function faultsOf(bucket: Bucket): Promise<string[]> {
  const { regions, kept } = await currentOf(bucket);
  const faults: string[] = [];
  for (const stored of [...regions, ...kept.filter(({ state }) => state === 'whole')]) {
    faults.push(...(await proveWhole(stored, bucket)).faults);
  }
  return faults;
}

/** Keys of objects that no entry of `current` mentions. */
export async function garbageOf(bucket: Bucket): Promise<string[]> {
  const { regions, kept } = await currentOf(bucket);
  const used = new Set([...regions, ...kept].flatMap(prefixesOf));
  return (await bucket.list(''))
    .map(({ key }) => key)
    .filter((key) => key !== CURRENT_KEY && !used.has(key.slice(0, key.lastIndexOf('/') + 1)));
}
