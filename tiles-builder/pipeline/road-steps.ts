/** Defines the steps of roads (graph and contraction hierarchy by travel mode, tiles by province) and of the basemap. */
import { join } from 'node:path';
import type { Basemap, RoadLayer } from '../../src/format/manifest.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { NumberSet } from '../base/numbers/number-set.ts';
import type { Step } from '../base/steps/step.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { openTileSet } from '../dataset/tile-set-writer.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { storedGraph, storeGraph } from '../roads/graph/stored-graph.ts';
import { writeRoadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles } from '../roads/tiles/cut-road-tiles.ts';
import type { SpeedFactors } from '../sources/gather/road-tags.ts';
import { cutBasemap } from '../tiles/basemap/cut-basemap.ts';
import { Reading } from './reading-step.ts';
import { writeFigures } from './step-files.ts';

const GRAPH_FOLDER = 'graph';

export const roadsideIn = (folder: string): string => join(folder, 'roadside');

export const graphStep = (travel: Travel, reading: Step, factors: SpeedFactors = {}): Step => ({
  name: `${travel}-graph`,
  module: import.meta.url,
  from: [travel, factors],
  needs: [reading],
  begin:
    async ({ folderOf, progress }) =>
    async (folder) => {
      progress(`Build ${travel} roads`);
      const { roads, known } = new Reading(folderOf(reading)).roads();
      const frontageNodes = new NumberSet();
      storeGraph(join(folder, GRAPH_FOLDER), buildRoadGraph(roads, travel, known, frontageNodes, factors));
      writeRoadsideCells(roads, frontageNodes, roadsideIn(folder));
    },
});

export const roadTilesStep = (travel: Travel, graph: Step): Step => ({
  name: travel,
  module: import.meta.url,
  needs: [graph],
  begin:
    async ({ folderOf, threads, progress }) =>
    async (folder) => {
      const { add, finish } = openTileSet(datasetPartOf(folder), travel);
      const roads = storedGraph(join(folderOf(graph), GRAPH_FOLDER));
      const figures = await cutRoadTiles(roads, travel, add, { scratch: folder, threads, progress });
      writeFigures(folder, { ...figures, ...finish() } satisfies RoadLayer);
    },
});

export const basemapStep = (reading: Step): Step => ({
  name: 'basemap',
  module: import.meta.url,
  needs: [reading],
  begin:
    async ({ folderOf, progress, threads }) =>
    async (folder) => {
      progress('Draw the basemap');
      const read = new Reading(folderOf(reading));
      const { add, finish } = openTileSet(datasetPartOf(folder), 'basemap');
      const scratch = join(folder, 'names-by-letter');
      const output = { add, progress, scratch, threads };
      const content = await cutBasemap(read.mapFeaturesFolder, read.coverages.roads, output);
      writeFigures(folder, { ...finish(), ...content } satisfies Basemap);
    },
});
