/**
 * Reads roads, buildings, land use and basemap of a dataset, each file once for all that consume its features, and finds
 * their coverage.
 */
import type { Ring, Zone } from '../../src/geo/positions.ts';
import type { Config } from './config/config.ts';
import { readCoverage } from './extent/coverage.ts';
import { extentOf } from './extent/extent.ts';
import type { Consumer, ReadOptions, ReadSource } from './features.ts';
import type { LayerSource } from './formats/layer.ts';
import { gatherBordersAndCoasts } from './gather/gather-borders-and-coasts.ts';
import { gatherRoads } from './gather/gather-roads.ts';
import { readFeatures, requireRoadFormat } from './read-features.ts';
import { type RoadData, roadDataOf } from './road-data.ts';

export interface BuiltUpConsumers {
  readonly takesBuildings: Consumer;
  readonly takesLandUse: Consumer;
  readonly takesStreets: Consumer;
  readonly takesUsesByDay: readonly Consumer[];
  readonly finish: () => void;
  readonly leftOut: number;
  readonly outlines: () => Iterable<Ring>;
}

export class DatasetSources {
  readonly #config: Config;
  readonly #options: ReadOptions;
  readonly #ofRoads: readonly Consumer[];
  readonly #read = new Map<string, Promise<ReadSource>>();
  #roads: Promise<RoadData> | undefined;
  readonly #builtUp: BuiltUpConsumers;
  #builtUpCoverage: Promise<Zone> | undefined;
  #roadGatherers: RoadGatherers | null = {
    roads: gatherRoads(),
    bordersAndCoasts: gatherBordersAndCoasts(),
  };
  readonly #bordersAndCoasts = gatherBordersAndCoasts();

  constructor(
    config: Config,
    options: ReadOptions,
    builtUp: BuiltUpConsumers,
    ofRoads: readonly Consumer[] = [],
  ) {
    this.#config = config;
    this.#options = options;
    this.#builtUp = builtUp;
    this.#ofRoads = ofRoads;
  }

  roads(): Promise<RoadData> {
    this.#roads ??= this.#makeRoads();
    return this.#roads;
  }

  builtUpCoverage(): Promise<Zone> {
    this.#builtUpCoverage ??= this.#findBuiltUpCoverage();
    return this.#builtUpCoverage;
  }

  async #makeRoads(): Promise<RoadData> {
    const source = this.#config.roads;
    requireRoadFormat(source.file);
    const read = await this.#readOnce(source);
    const { roads, bordersAndCoasts } = stillThere(this.#roadGatherers);
    this.#roadGatherers = null;
    return roadDataOf(source, roads.gathered(), read, bordersAndCoasts.gathered());
  }

  async #findBuiltUpCoverage(): Promise<Zone> {
    const { buildings: source, roads } = this.#config;
    const read = await this.#readOnce(source ?? roads);
    const isOneFile = !source || isSameLayer(source, roads);
    if (!isOneFile) await this.#readOnce(roads);
    this.#builtUp.finish();
    const { leftOut } = this.#builtUp;
    if (leftOut > 0) {
      this.#options.progress(
        `${leftOut} buildings left out, their outlines are incomplete or cross themselves`,
      );
    }
    if (!source) return (await this.roads()).coverage;
    if (source.coverage !== undefined) return readCoverage(source.coverage);
    return isOneFile
      ? (await this.roads()).extent.zone
      : extentOf(source.file, this.#builtUp.outlines, read, this.#bordersAndCoasts.gathered()).zone;
  }

  #readOnce(source: LayerSource): Promise<ReadSource> {
    const layer = describeLayer(source);
    let read = this.#read.get(layer);
    if (!read) {
      read = readFeatures(source, this.#consumersOf(source), this.#options);
      this.#read.set(layer, read);
    }
    return read;
  }

  #consumersOf(source: LayerSource): Consumer[] {
    const { roads, buildings } = this.#config;
    const consumers: Consumer[] = [];
    const hasRoads = isSameLayer(source, roads);
    if (hasRoads) {
      const { takesStreets, takesUsesByDay } = this.#builtUp;
      const ofRoads = Object.values(stillThere(this.#roadGatherers));
      consumers.push(...ofRoads, takesStreets, ...takesUsesByDay, ...this.#ofRoads);
    }
    if (isSameLayer(source, buildings ?? roads)) {
      consumers.push(this.#builtUp.takesLandUse);
      if (buildings) consumers.push(this.#builtUp.takesBuildings);
      if (!hasRoads) consumers.push(this.#bordersAndCoasts);
    }
    return consumers;
  }
}

const describeLayer = ({ file, layer, crs, geometry, attributes }: LayerSource): string =>
  JSON.stringify([file, layer, crs, geometry, attributes]);
const isSameLayer = (a: LayerSource, b: LayerSource): boolean => describeLayer(a) === describeLayer(b);

interface RoadGatherers {
  readonly roads: ReturnType<typeof gatherRoads>;
  readonly bordersAndCoasts: ReturnType<typeof gatherBordersAndCoasts>;
}

function stillThere<T>(gatherers: T | null): T {
  if (gatherers === null) throw new Error('what was gathered is no longer kept');
  return gatherers;
}
