/** Memory that steps have left behind. A process that waits for its threads makes nothing, and so would keep it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** In less time steps leave little, and collecting it would take as long as they do. */
const PAUSE_MS = 250;

let collectedAt_ms = Number.NEGATIVE_INFINITY;

/** Frees what nothing refers to any more. */
export function letGo(): void {
  collect();
  collectedAt_ms = performance.now();
}

/** The same between steps, of which several may be done in a moment: not again at once. */
export function letGoNowAndThen(): void {
  if (performance.now() - collectedAt_ms >= PAUSE_MS) letGo();
}
