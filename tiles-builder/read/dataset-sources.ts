/** The features that a dataset is made of. A file that several parts of a configuration name is read once for all of them. */
import type { Ring, Zone } from '../../src/geo/positions.ts';
import type { Config } from '../config/config.ts';
import type { Building } from '../records.ts';
import { readCoverage } from './extent/coverage.ts';
import { extentOf } from './extent/extent.ts';
import type { Area, Consumer, ReadSource } from './features.ts';
import { gatherBuildings } from './gather/gather-buildings.ts';
import { gatherLandUse } from './gather/gather-land-use.ts';
import { gatherRoads } from './gather/gather-roads.ts';
import { gatherSurroundings } from './gather/gather-surroundings.ts';
import { type ReadOptions, readFeatures } from './read-features.ts';
import { type RoadData, roadDataOf } from './road-data.ts';

export interface BuiltUpData {
  /** `null` where the configuration names no buildings: then people are put along the roads. */
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
  readonly #ofRoads: Consumer;
  readonly #read = new Map<string, Promise<ReadSource>>();
  #roads: Promise<RoadData> | undefined;
  #builtUp: Promise<BuiltUpData> | undefined;
  /** `null` when what they gathered has been made into features. */
  #roadGatherers: RoadGatherers | null = {
    roads: gatherRoads(),
    surroundings: gatherSurroundings(),
  };
  #builtUpGatherers: BuiltUpGatherers | null = {
    buildings: gatherBuildings(),
    landUse: gatherLandUse(),
    surroundings: gatherSurroundings(),
  };

  /** @param ofRoads takes of the file with the roads what it wants, beside what is gathered here */
  constructor(config: Config, options: ReadOptions, ofRoads: Consumer = {}) {
    this.#config = config;
    this.#options = options;
    this.#ofRoads = ofRoads;
  }

  /** @throws BadInput also where there is no road; PlatformProblem as `readFeatures` */
  roads(): Promise<RoadData> {
    this.#roads ??= this.#makeRoads();
    return this.#roads;
  }

  /** @throws BadInput, PlatformProblem as `readFeatures` */
  builtUp(): Promise<BuiltUpData> {
    this.#builtUp ??= this.#makeBuiltUp();
    return this.#builtUp;
  }

  async #makeRoads(): Promise<RoadData> {
    const source = this.#config.roads;
    const read = await this.#readOnce(source.file);
    const { roads, surroundings } = stillThere(this.#roadGatherers);
    this.#roadGatherers = null;
    return roadDataOf(source, roads.gathered(), read, surroundings.gathered());
  }

  async #makeBuiltUp(): Promise<BuiltUpData> {
    const { buildings: source, roads } = this.#config;
    const read = await this.#readOnce((source ?? roads).file);
    const gatherers = stillThere(this.#builtUpGatherers);
    this.#builtUpGatherers = null;
    const landUse = gatherers.landUse.gathered();
    if (!source) return { buildings: null, landUse, coverage: (await this.roads()).coverage };
    const { buildings, left_out } = gatherers.buildings.gathered();
    if (left_out > 0) {
      this.#options.progress(
        `${left_out} buildings left out, their outlines are incomplete or cross themselves`,
      );
    }
    const outlines = (): Ring[] => buildings.flatMap(({ footprint }) => footprint.flat());
    const coverage =
      source.coverage !== undefined
        ? readCoverage(source.coverage)
        : source.file === roads.file
          ? (await this.roads()).extent.zone
          : extentOf(source.file, outlines, read, gatherers.surroundings.gathered()).zone;
    return { buildings, landUse, coverage };
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
    if (file === roads.file) consumers.push(...Object.values(stillThere(this.#roadGatherers)), this.#ofRoads);
    if (file === (buildings ?? roads).file) {
      const builtUp = stillThere(this.#builtUpGatherers);
      consumers.push(builtUp.landUse);
      if (buildings) consumers.push(builtUp.buildings);
      if (file !== roads.file) consumers.push(builtUp.surroundings);
    }
    return consumers;
  }
}

interface RoadGatherers {
  readonly roads: ReturnType<typeof gatherRoads>;
  readonly surroundings: ReturnType<typeof gatherSurroundings>;
}

interface BuiltUpGatherers {
  readonly buildings: ReturnType<typeof gatherBuildings>;
  readonly landUse: ReturnType<typeof gatherLandUse>;
  readonly surroundings: ReturnType<typeof gatherSurroundings>;
}

function stillThere<T>(gatherers: T | null): T {
  if (gatherers === null) throw new Error('what was gathered is no longer kept');
  return gatherers;
}
