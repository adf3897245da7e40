/** Opens the local bucket of callers' keys. */
import { chmodSync, mkdirSync } from 'node:fs';
import type { Bucket } from '../bucket.ts';
import { openLocalBucket } from '../local-bucket.ts';
import { LOCAL_STATE } from '../local-runtime.ts';

/** @param persistTo becomes readable by its owner alone */
export function openLocalKeys(persistTo = LOCAL_STATE): Promise<Bucket> {
  mkdirSync(persistTo, { recursive: true });
  chmodSync(persistTo, 0o700);
  return openLocalBucket(persistTo, 'KEYS');
}
