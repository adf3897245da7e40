/** The features that a dataset is made of. A file that several parts of a configuration name is read once for all of them. */
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../bad-input.ts';
import type { Config, SourceConfig } from '../config.ts';
import type { Building } from '../records.ts';
import { coverageOf } from '../sources/coverage.ts';
import type { OsmRoads } from '../sources/osm-roads.ts';
import type { Area, Consumer, ReadSource } from './features.ts';
import { gatherBuildings } from './gather/gather-buildings.ts';
import { gatherLandUse } from './gather/gather-land-use.ts';
import { gatherRoads } from './gather/gather-roads.ts';
import { gatherWater, type Water } from './gather/gather-water.ts';
import { type ReadOptions, readFeatures } from './read-features.ts';

export interface RoadData {
  readonly roads: OsmRoads;
  /** Where no road means that there is none. */
  readonly coverage: Zone;
}

export interface BuiltUpData {
  /** `null` where the configuration names no buildings. */
  readonly buildings: readonly Building[] | null;
  /** Areas that say something of the buildings in them. */
  readonly landUse: readonly Area[];
  /** Where the above are complete. */
  readonly coverage: Zone;
}

/** Reads a file when something of it is asked for first, and then all of it that the configuration needs. */
export class DatasetSources {
  readonly #config: Config;
  readonly #options: ReadOptions;
  readonly #roads = gatherRoads();
  readonly #water = gatherWater();
  readonly #buildings = gatherBuildings();
  readonly #landUse = gatherLandUse();
  readonly #read = new Map<string, Promise<ReadSource>>();

  constructor(config: Config, options: ReadOptions) {
    this.#config = config;
    this.#options = options;
  }

  /** @throws BadInput also where there is no road; PlatformProblem as `readFeatures` */
  async roads(): Promise<RoadData & { readonly water: Water }> {
    const source = this.#config.roads;
    const read = await this.#readOnce(source.file);
    return { ...roadData(source, this.#roads.gathered(), read), water: this.#water.gathered() };
  }

  /** @throws BadInput, PlatformProblem as `readFeatures` */
  async builtUp(): Promise<BuiltUpData> {
    const source = this.#config.buildings ?? this.#config.roads;
    const read = await this.#readOnce(source.file);
    const { buildings, left_out } = this.#buildings.gathered();
    if (left_out > 0) {
      this.#options.progress(
        `${left_out} buildings left out, their outlines are incomplete or cross themselves`,
      );
    }
    return {
      buildings: this.#config.buildings ? buildings : null,
      landUse: this.#landUse.gathered(),
      coverage: coverageOf(source, read),
    };
  }

  #readOnce(file: string): Promise<ReadSource> {
    let read = this.#read.get(file);
    if (!read) {
      read = readFeatures(file, this.#consumersOf(file), this.#options);
      this.#read.set(file, read);
    }
    return read;
  }

  #consumersOf(file: string): Consumer[] {
    const { roads, buildings } = this.#config;
    return [
      ...(file === roads.file ? [this.#roads, this.#water] : []),
      ...(file === buildings?.file ? [this.#buildings] : []),
      ...(file === (buildings ?? roads).file ? [this.#landUse] : []),
    ];
  }
}

/**
 * The roads of a dataset alone.
 * @throws BadInput also where there is none; PlatformProblem as `readFeatures`
 */
export async function readRoadData(source: SourceConfig, options: ReadOptions): Promise<RoadData> {
  const roads = gatherRoads();
  const read = await readFeatures(source.file, [roads], options);
  return roadData(source, roads.gathered(), read);
}

function roadData(source: SourceConfig, roads: OsmRoads, read: ReadSource): RoadData {
  if (roads.ways.length === 0) throw new BadInput(source.file, null, 'has no way with a highway tag');
  return { roads, coverage: coverageOf(source, read) };
}
