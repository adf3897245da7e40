/** One share of the contraction of a dataset's roads, for builds that are spread over machines. */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { MAX_TRAVEL_TIME_S } from '../../../src/format/road-model.ts';
import { TRAVELS } from '../../../src/format/tile-sets.ts';
import type { Config } from '../../config/config.ts';
import { buildFingerprint, describeSources } from '../../dataset/describe-sources.ts';
import { readRoadData } from '../../read/road-data.ts';
import type { Progress } from '../../records.ts';
import { buildRoadGraph } from '../graph/build-road-graph.ts';
import { RoadThreads } from '../road-threads.ts';
import { contractDistricts, type Share } from './contract-steps.ts';
import { type AboutShare, shareFile } from './contracted-folder.ts';
import { placeGraph } from './place-graph.ts';

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
  const threads = new RoadThreads(availableParallelism());
  let tiles = 0;
  let bytes = 0;
  try {
    for (const travel of TRAVELS) {
      progress(`Contract ${travel} roads`);
      const graph = buildRoadGraph(roads, travel, known);
      const file = shareFile(folder, travel, share);
      const about: AboutShare = { fingerprint };
      const options = { maxUseful_ms: MAX_TRAVEL_TIME_S[travel] * 1000, threads, share, about };
      const written = await contractDistricts(graph, placeGraph(graph), file, options);
      tiles += written.tiles;
      bytes += written.bytes;
    }
  } finally {
    await threads.close();
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
