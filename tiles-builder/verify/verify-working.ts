/** Checks that working people rest on enough persons, cell by cell where the file beside the dataset says whose they are. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { cellToParent } from 'h3-js';
import type { CountTile } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { type Cell, COUNT_TILE_RESOLUTION, cellFromKey, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { PRIVACY } from '../working/parameters.ts';
import { privacyFileOf, readPrivacyFile } from '../working/privacy-file.ts';
import { checkPrivacy } from './check-privacy.ts';
import type { DatasetReadBack } from './dataset-read-back.ts';

/** Where the tiles of a dataset have working people. */
export class WorkingPeople {
  /** The areas in which the threshold is proven that have any. */
  readonly areas = new Set<Cell>();

  add({ cell, keys }: CountTile): void {
    for (const key of keys) {
      const occupied = cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION);
      this.areas.add(cellToParent(occupied, PRIVACY.finest_resolution));
    }
  }
}

/**
 * @returns what was found right, as a sentence
 * @throws Error with what was found wrong
 */
export function verifyWorking({ folder, manifest }: DatasetReadBack, people: WorkingPeople): string {
  return manifest.registers ? verifyRegisters(manifest.registers) : verifyPrivacy(folder, manifest, people);
}

/** What the build found; sites are not kept, so that it cannot be shown anew. */
function verifyRegisters({ smallest_group_people, min_people }: NonNullable<Manifest['registers']>): string {
  if (smallest_group_people === 0) return 'working: from registers; no site is counted';
  if (smallest_group_people < min_people)
    throw new Error(`a figure of sites is of ${smallest_group_people} people, fewer than ${min_people}`);
  return `working: from registers; the build grouped sites until each figure was of ${smallest_group_people} people or more`;
}

function verifyPrivacy(folder: string, { version }: Manifest, people: WorkingPeople): string {
  const file = privacyFileOf(folder, version);
  if (!existsSync(file)) return `working: ${basename(file)} is not here, so that the threshold is not proven`;
  const groups = readPrivacyFile(file);
  if (groups.version !== version) throw new Error(`${basename(file)} is of version ${groups.version}`);
  const smallest = checkPrivacy(groups, people.areas);
  return `working: every figure rests on ${smallest} persons or more, in ${groups.groups.length} groups`;
}
