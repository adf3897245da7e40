import { existsSync } from 'node:fs';
import { leftoversOfDataset } from '../dataset/install-dataset.ts';
import { destinationOf } from '../files/destination.ts';
import { removeAbandonedFolders } from '../files/temporary-folder.ts';
import { type Leftover, removeLeftovers } from '../files/whole-folder.ts';
import { ALONE } from '../steps/share.ts';
import { StepsFolder } from '../steps/steps-folder.ts';
import { stepsFolderOf } from './build-dataset.ts';

export interface Cleaned {
  /** Paths of steps and leftovers. */
  readonly removed: readonly string[];
  /** What processes of this machine or others may be at work on. */
  readonly left: readonly Leftover[];
}

/**
 * Removes the steps of a dataset, what builds have left beside it, and temporary data of processes that were killed. The dataset
 * itself stays.
 * @param steps where steps were kept, if not beside the dataset
 * @throws PlatformProblem where a build is at work there
 */
export function cleanSteps(dataset: string, steps = stepsFolderOf(dataset)): Cleaned {
  const out = destinationOf(dataset);
  const removed = [...removeLeftovers(leftoversOfDataset(out)), ...removeAbandonedFolders()];
  if (existsSync(steps)) {
    const place = new StepsFolder(steps, ALONE);
    try {
      removed.push(...removeLeftovers(place.leftovers()));
      for (const name of place.names()) {
        place.remove(name);
        removed.push(place.folderOf(name));
      }
    } finally {
      place.close();
    }
  }
  return { removed, left: leftoversOfDataset(out) };
}
