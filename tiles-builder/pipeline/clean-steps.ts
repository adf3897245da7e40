import { existsSync } from 'node:fs';
import { type Leftover, removeLeftovers } from '../base/files/atomic-folder.ts';
import { destinationOf } from '../base/files/destination.ts';
import { removeAbandonedFolders } from '../base/files/temporary-folder.ts';
import { StepsFolder, stepsFolderOf } from '../base/steps/steps-folder.ts';
import { leftoversOfDataset } from '../dataset/install-dataset.ts';

/** Removes a dataset's intermediate steps, leftovers of its builds, and temporary data of killed processes. */
export interface Cleaned {
  readonly removed: readonly string[];
  /** Leftovers that other processes may be using. */
  readonly left: readonly Leftover[];
}

/** @throws PlatformProblem if a build uses them */
export function cleanSteps(dataset: string, steps = stepsFolderOf(dataset)): Cleaned {
  const out = destinationOf(dataset);
  const removed = [...removeLeftovers(leftoversOfDataset(out)), ...removeAbandonedFolders()];
  if (existsSync(steps)) {
    const place = new StepsFolder(steps);
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
