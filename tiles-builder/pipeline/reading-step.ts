/**
 * Defines the step that reads all sources of features once, and writes buildings and land use by partition, roads in columns,
 * and the basemap's features by pack.
 */
import { join } from 'node:path';
import type { Zone } from '../../src/geo/positions.ts';
import type { Step } from '../base/steps/step.ts';
import { BuiltUpSpill } from '../partitions/built-up/built-up-spill.ts';
import type { Config } from '../sources/config/config.ts';
import { readDataset } from '../sources/dataset-sources.ts';
import type { RoadData } from '../sources/road-data.ts';
import { storedRoads, storeRoads } from '../sources/stored-roads.ts';
import { MapFeatures } from '../tiles/basemap/gather-map-features.ts';
import { readFigures, writeFigures } from './step-files.ts';

/** Areas where buildings, land use and streets are complete, and where roads are. */
export interface ReadCoverages {
  readonly roads: Zone;
  readonly builtUp: Zone;
}

const ROADS_FOLDER = 'roads';
const BUILT_UP_FOLDER = 'built-up';
const MAP_FEATURES_FOLDER = 'map-features';

export const readingStep = (config: Config, from: unknown): Step => ({
  name: 'reading',
  module: import.meta.url,
  from,
  needs: [],
  begin:
    async ({ progress }) =>
    async (folder) => {
      const builtUp = new BuiltUpSpill(join(folder, BUILT_UP_FOLDER));
      const mapFeatures = new MapFeatures(join(folder, MAP_FEATURES_FOLDER));
      const options = { progress, scratch: folder };
      const read = await readDataset(config, options, builtUp, mapFeatures.consumers);
      const { roads } = read;
      const coverages: ReadCoverages = { roads: roads.coverage, builtUp: read.builtUpCoverage };
      storeRoads(join(folder, ROADS_FOLDER), roads);
      mapFeatures.finish(roads.coverage);
      writeFigures(folder, coverages);
    },
});

export class Reading {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get coverages(): ReadCoverages {
    return readFigures<ReadCoverages>(this.#folder);
  }

  /** Reads on each call, to free memory after use. */
  roads(): RoadData {
    return storedRoads(join(this.#folder, ROADS_FOLDER));
  }

  get builtUpFolder(): string {
    return join(this.#folder, BUILT_UP_FOLDER);
  }

  builtUp(): BuiltUpSpill {
    return BuiltUpSpill.taken(this.builtUpFolder);
  }

  get mapFeaturesFolder(): string {
    return join(this.#folder, MAP_FEATURES_FOLDER);
  }
}
