import { existsSync } from 'node:fs';
import { type Leftover, removeLeftovers } from '../base/files/atomic-folder.ts';
import { destinationOf } from '../base/files/destination.ts';
import { removeAbandonedFolders } from '../base/files/temporary-folder.ts';
import { StepsFolder, stepsFolderOf } from '../base/steps/steps-folder.ts';
import { leftoversOfDataset } from '../dataset/install-dataset.ts';

export interface Cleaned {
  readonly removed: readonly string[];
  /** Leftovers that other processes may be using. */
  readonly left: readonly Leftover[];
}

/**
 * Removes a dataset's intermediate steps, leftovers of its builds, and temporary data of killed processes.
 * @throws PlatformProblem if a build uses them
 */
export function cleanSteps(dataset: string, steps = stepsFolderOf(dataset)): Cleaned {
  const out = destinationOf(dataset);
  const removed = [...removeLeftovers(leftoversOfDataset(out)), ...removeAbandonedFolders()];
  inSteps(steps, (place) => {
    removed.push(...removeLeftovers(place.leftovers()));
    for (const name of place.names()) {
      place.remove(name);
      removed.push(place.folderOf(name));
    }
  });
  return { removed, left: leftoversOfDataset(out) };
}

/**
 * Removes unfinished files that an ended process left, found by the PID in their names.
 * @throws PlatformProblem if another process locks the steps
 */
export function removeLeftoversOf(process: number, dataset: string, steps = stepsFolderOf(dataset)): void {
  const isOwn = ({ pid, isAbandoned }: Leftover): boolean => pid === process && isAbandoned;
  removeLeftovers(leftoversOfDataset(destinationOf(dataset)).filter(isOwn));
  inSteps(steps, (place) => removeLeftovers(place.leftovers().filter(isOwn)));
}

function inSteps(steps: string, use: (place: StepsFolder) => void): void {
  if (!existsSync(steps)) return;
  const place = new StepsFolder(steps);
  try {
    use(place);
  } finally {
    place.close();
  }
}
