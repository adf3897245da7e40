import { existsSync } from 'node:fs';
import { leftoversOfDataset } from '../dataset/install-dataset.ts';
import { type Leftover, removeLeftovers } from '../files/atomic-folder.ts';
import { destinationOf } from '../files/destination.ts';
import type { Shard } from '../steps/shard.ts';
import { StepsFolder, stepsFolderOf } from '../steps/steps-folder.ts';

/**
 * Removes unfinished files that an ended process left, found by the PID in their names.
 * @throws PlatformProblem where another process locks the steps
 */
export function removeLeftoversOf(
  process: number,
  dataset: string,
  shard: Shard,
  steps = stepsFolderOf(dataset),
): void {
  const isOwn = ({ pid, isAbandoned }: Leftover): boolean => pid === process && isAbandoned;
  removeLeftovers(leftoversOfDataset(destinationOf(dataset)).filter(isOwn));
  if (!existsSync(steps)) return;
  const place = new StepsFolder(steps, shard);
  try {
    removeLeftovers(place.leftovers().filter(isOwn));
  } finally {
    place.close();
  }
}
