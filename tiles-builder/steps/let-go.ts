/** Memory that steps have left behind. A process that waits for its threads makes nothing, and so would keep it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** A collection takes longer than what small steps do, and frees nothing that matters beneath this. */
const WORTH_COLLECTING_BYTES = 8 * 2 ** 20;

/** The least that was in use since nothing was left to free. */
let least_bytes = Number.POSITIVE_INFINITY;

/** Frees what nothing refers to any more, where much has been made since the last time. */
export function letGo(): void {
  least_bytes = Math.min(least_bytes, inUse_bytes());
  if (inUse_bytes() - least_bytes < WORTH_COLLECTING_BYTES) return;
  collect();
  least_bytes = inUse_bytes();
}

function inUse_bytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
