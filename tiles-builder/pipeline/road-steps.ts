/** Defines the steps of roads (graph and contraction hierarchy by travel mode, tiles by province) and of the basemap. */
import { join } from 'node:path';
import type { Basemap, RoadLayer } from '../../src/format/manifest.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { NumberSet } from '../base/numbers/number-set.ts';
import type { Step, StepContext } from '../base/steps/step.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { openTileSet } from '../dataset/tile-set-writer.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { storedGraph, storeGraph } from '../roads/graph/stored-graph.ts';
import type { TimedGraph } from '../roads/graph/timed-graph.ts';
import { contractDistricts } from '../roads/hierarchy/contract-steps.ts';
import {
  type PlacedGraph,
  PROVINCE_DEPTH,
  placeGraph,
  tilesAtDepth,
} from '../roads/hierarchy/place-graph.ts';
import { writeRoadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles, longestUseful_ms, threadsFor } from '../roads/tiles/cut-road-tiles.ts';
import type { SpeedFactors } from '../sources/gather/road-tags.ts';
import { cutBasemap } from '../tiles/basemap/cut-basemap.ts';
import { Reading } from './reading-step.ts';
import { writeFigures } from './step-files.ts';

const GRAPH_FOLDER = 'graph';
const CONTRACTED_FOLDER = 'contracted';

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

export function roadTilesStep(travel: Travel, graph: Step): Step {
  const graphIn = ({ folderOf }: StepContext): TimedGraph => storedGraph(join(folderOf(graph), GRAPH_FOLDER));
  const contraction = contractionStep(travel, graph, graphIn);
  return {
    name: travel,
    module: import.meta.url,
    needs: [graph, contraction],
    begin: async (context) => async (folder) => {
      const { partsOf, threads, progress } = context;
      progress(`Cut ${travel} tiles`);
      const contracted = partsOf(contraction).map((part) => join(part, CONTRACTED_FOLDER));
      const { add, finish } = openTileSet(datasetPartOf(folder), travel);
      const figures = await cutRoadTiles(graphIn(context), travel, add, {
        scratch: folder,
        threads,
        contracted,
      });
      writeFigures(folder, { ...figures, ...finish() } satisfies RoadLayer);
    },
  };
}

function contractionStep(travel: Travel, graph: Step, graphIn: (context: StepContext) => TimedGraph): Step {
  let whole: { readonly graph: TimedGraph; readonly placed: PlacedGraph } | null = null;
  const placedIn = (context: StepContext): { graph: TimedGraph; placed: PlacedGraph } => {
    if (whole) return whole;
    const found = graphIn(context);
    whole = { graph: found, placed: placeGraph(found) };
    return whole;
  };
  return {
    name: `${travel}-contraction`,
    module: import.meta.url,
    needs: [graph],
    label: `Contract ${travel} roads`,
    parts: async (context) => {
      const { tree } = placedIn(context).placed;
      return tilesAtDepth(tree, PROVINCE_DEPTH).map((province) => tree.cells[province]);
    },
    begin: async (context) => {
      const { graph: roads, placed } = placedIn(context);
      whole = null;
      const threads = threadsFor(roads, context.threads);
      const options = { maxUseful_ms: longestUseful_ms(travel), threads };
      return async (folder, cell) => {
        const province = placed.tree.cells.indexOf(cell);
        await contractDistricts(roads, placed, join(folder, CONTRACTED_FOLDER), options, province);
      };
    },
  };
}

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
