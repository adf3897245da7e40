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

/**
 * Reads a file when something of it is asked for first, and then all of it that the configuration needs. What was gathered is
 * given away, so that each part can be asked for once.
 */
export class DatasetSources {
  readonly #config: Config;
  readonly #options: ReadOptions;
  /** `null` when what they gathered was given away. */
  #roadGatherers: ReturnType<typeof roadGatherers> | null = roadGatherers();
  #builtUpGatherers: ReturnType<typeof builtUpGatherers> | null = builtUpGatherers();
  readonly #read = new Map<string, Promise<ReadSource>>();

  constructor(config: Config, options: ReadOptions) {
    this.#config = config;
    this.#options = options;
  }

  /** @throws BadInput also where there is no road; PlatformProblem as `readFeatures` */
  async roads(): Promise<RoadData & { readonly water: Water }> {
    const source = this.#config.roads;
    const read = await this.#readOnce(source.file);
    const { roads, water } = notGivenAway(this.#roadGatherers);
    this.#roadGatherers = null;
    return { ...roadData(source, roads.gathered(), read), water: water.gathered() };
  }

  /** @throws BadInput, PlatformProblem as `readFeatures` */
  async builtUp(): Promise<BuiltUpData> {
    const source = this.#config.buildings ?? this.#config.roads;
    const read = await this.#readOnce(source.file);
    const { buildings: footprints, landUse } = notGivenAway(this.#builtUpGatherers);
    this.#builtUpGatherers = null;
    const { buildings, left_out } = footprints.gathered();
    if (left_out > 0) {
      this.#options.progress(
        `${left_out} buildings left out, their outlines are incomplete or cross themselves`,
      );
    }
    return {
      buildings: this.#config.buildings ? buildings : null,
      landUse: landUse.gathered(),
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
    const consumers: Consumer[] = [];
    if (file === roads.file) consumers.push(...Object.values(notGivenAway(this.#roadGatherers)));
    if (file === (buildings ?? roads).file) {
      const builtUp = notGivenAway(this.#builtUpGatherers);
      consumers.push(builtUp.landUse);
      if (buildings) consumers.push(builtUp.buildings);
    }
    return consumers;
  }
}

const roadGatherers = () => ({ roads: gatherRoads(), water: gatherWater() });
const builtUpGatherers = () => ({ buildings: gatherBuildings(), landUse: gatherLandUse() });

function notGivenAway<T>(gatherers: T | null): T {
  if (gatherers === null) throw new Error('what was gathered has been given away');
  return gatherers;
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
