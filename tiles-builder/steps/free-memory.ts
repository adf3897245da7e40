/**
 * Forces garbage collection between steps: a process that waits for its threads allocates nothing, and V8 would never collect.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Short steps leave little garbage, and collecting takes as long as they do. */
const INTERVAL_MS = 250;

let collectedAt_ms = Number.NEGATIVE_INFINITY;

export function freeMemory(): void {
  collect();
  collectedAt_ms = performance.now();
}

/** Collects garbage unless it was collected within the last {@link INTERVAL_MS}. */
export function freeMemoryAtIntervals(): void {
  if (performance.now() - collectedAt_ms >= INTERVAL_MS) freeMemory();
}
