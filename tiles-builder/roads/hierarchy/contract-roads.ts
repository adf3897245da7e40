/** One share of the contraction of a dataset's roads, for builds that are spread over machines. */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { TRAVELS } from '../../../src/format/tile-sets.ts';
import type { Config } from '../../config/config.ts';
import { buildFingerprint, describeSources } from '../../dataset/describe-sources.ts';
import { readRoadData } from '../../read/road-data.ts';
import type { Progress } from '../../records.ts';
import { buildRoadGraph } from '../graph/build-road-graph.ts';
import { hierarchyOptions } from '../tiles/cut-road-tiles.ts';
import { contractShare, type Share } from './build-hierarchy.ts';
import { writeContracted } from './contracted-folder.ts';

export interface ContractSummary {
  readonly folder: string;
  readonly region: string;
  readonly share: Share;
  /** Of both travel modes. */
  readonly tiles: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** @throws BadInput where the roads cannot be built from */
export async function contractRoads(
  config: Config,
  share: Share,
  folder: string,
  progress: Progress,
): Promise<ContractSummary> {
  const startedAt = performance.now();
  progress('Check sources');
  const fingerprint = await buildFingerprint(config, await describeSources(config));
  mkdirSync(folder, { recursive: true });
  const { roads, known } = await readRoadData(config.roads, { progress, scratch: folder });
  let tiles = 0;
  let bytes = 0;
  for (const travel of TRAVELS) {
    progress(`Contract ${travel} roads`);
    const graph = buildRoadGraph(roads, travel, known);
    const contracted = await contractShare(graph, hierarchyOptions(travel, availableParallelism()), share);
    bytes += writeContracted(folder, travel, share, { fingerprint, tiles: contracted });
    tiles += contracted.size;
  }
  return {
    folder,
    region: config.name,
    share,
    tiles,
    bytes,
    seconds: (performance.now() - startedAt) / 1000,
  };
}
