import { existsSync } from 'node:fs';
import { type Leftover, removeLeftovers } from '../base/files/atomic-folder.ts';
import { destinationOf } from '../base/files/destination.ts';
import { StepsFolder, stepsFolderOf } from '../base/steps/steps-folder.ts';
import { leftoversOfDataset } from '../dataset/install-dataset.ts';

/**
 * Removes unfinished files that an ended process left, found by the PID in their names.
 * @throws PlatformProblem if another process locks the steps
 */
export function removeLeftoversOf(process: number, dataset: string, steps = stepsFolderOf(dataset)): void {
  const isOwn = ({ pid, isAbandoned }: Leftover): boolean => pid === process && isAbandoned;
  removeLeftovers(leftoversOfDataset(destinationOf(dataset)).filter(isOwn));
  if (!existsSync(steps)) return;
  const place = new StepsFolder(steps);
  try {
    removeLeftovers(place.leftovers().filter(isOwn));
  } finally {
    place.close();
  }
}
