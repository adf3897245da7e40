/**
 * Verifies working counts by the groups file, if present: each group has at least k persons, and tiles sum to the groups'
 * figures.
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { CountTile } from '../../src/format/count-tile.ts';
import { type Cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { type GroupsFile, groupsFileOf, readGroupsFile } from '../daytime/groups-file.ts';
import { areaAround } from '../daytime/partition-columns.ts';
import { numberAtResolution, numberOfKey, numbersBelow, partitionOf } from '../partitions/partitions.ts';
import { AREAS_IN_PARTITION, checkGroups, TilesOfGroups } from './check-groups.ts';
import type { DatasetReadBack } from './dataset-read-back.ts';

const CELLS_IN_TILE = numbersBelow(COUNT_TILE_RESOLUTION, GRID_RESOLUTION);

export class WorkingGroups {
  readonly #dataset: DatasetReadBack;
  #groups: GroupsFile | null = null;
  #tiles: TilesOfGroups | null = null;
  #fault: unknown = null;

  constructor(dataset: DatasetReadBack) {
    this.#dataset = dataset;
    if (dataset.manifest.working) this.#noteFault(() => this.#readGroups());
  }

  take(tiles: Iterable<CountTile>): void {
    if (this.#tiles === null || this.#fault !== null) return;
    const millipersons = new Float64Array(AREAS_IN_PARTITION);
    let partition: Cell | undefined;
    for (const { cell, keys, runningTotals } of tiles) {
      partition = partitionOf(cell);
      const first = numberAtResolution(cell, COUNT_TILE_RESOLUTION) * CELLS_IN_TILE;
      let before = 0;
      for (const [i, key] of keys.entries()) {
        millipersons[areaAround(first + numberOfKey(key))] += runningTotals[i] - before;
        before = runningTotals[i];
      }
    }
    if (partition !== undefined) this.#noteFault(() => this.#tiles!.check(partition, millipersons));
  }

  /** Call this after all tiles. */
  verify(): string {
    this.#noteFault(() => this.#tiles?.finish());
    if (this.#fault !== null) throw this.#fault;
    const { folder, manifest } = this.#dataset;
    if (this.#groups === null) {
      const file = basename(groupsFileOf(folder, manifest.version));
      return `working: ${file} is not here, so that the threshold is not proven`;
    }
    const smallest = checkGroups(this.#groups);
    const count = this.#groups.groups.length;
    if (manifest.registers) {
      return count === 0
        ? 'working: from registers; no site at a point is counted'
        : `working: from registers; every figure of sites at points is of ${Math.floor(smallest)} people or more, in ${count} groups`;
    }
    return `working: every figure rests on ${smallest} persons or more, in ${count} groups, and the tiles have their people alone`;
  }

  #readGroups(): void {
    const { folder, manifest } = this.#dataset;
    const file = groupsFileOf(folder, manifest.version);
    if (!existsSync(file)) return;
    const groups = readGroupsFile(file);
    if (groups.version !== manifest.version)
      throw new Error(`${basename(file)} is of version ${groups.version}`);
    this.#groups = groups;
    if (!manifest.registers) this.#tiles = new TilesOfGroups(groups);
  }

  #noteFault(examine: () => void): void {
    try {
      examine();
    } catch (error) {
      this.#fault ??= error;
    }
  }
}
