/** Roads as steps: the contraction, which machines can share, the tiles of each travel mode, and the basemap. */
import { basename, join } from 'node:path';
import type { RoadLayer } from '../../src/format/manifest.ts';
import { MAX_TRAVEL_TIME_S } from '../../src/format/road-model.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { NumberSet } from '../numbers/number-set.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { storedGraph, storeGraph } from '../roads/graph/stored-graph.ts';
import type { TimedGraph } from '../roads/graph/timed-graph.ts';
import { type ContractedDistrict, contractDistrict } from '../roads/hierarchy/contract-district.ts';
import { districtGraph } from '../roads/hierarchy/contract-steps.ts';
import { ContractedFolders, writeContracted } from '../roads/hierarchy/contracted-file.ts';
import { DISTRICT_DEPTH, placeGraph, tilesAtDepth } from '../roads/hierarchy/place-graph.ts';
import { writeRoadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles } from '../roads/tiles/cut-road-tiles.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { cutBasemap } from '../tiles/basemap/cut-basemap.ts';
import { Reading } from './reading-step.ts';
import { datasetPartOf, writeFigures } from './step-files.ts';
import { STEP_WEIGHTS } from './step-weights.ts';

const GRAPH_FOLDER = 'graph';

/** Where {@link graphStep} leaves the cells beside its roads. */
export const roadsideIn = (folder: string): string => join(folder, 'roadside');

/** The graph of a travel mode, and the cells beside its roads. */
export const graphStep = (travel: Travel, reading: Step): Step => ({
  name: `${travel}-graph`,
  from: travel,
  needs: [reading],
  weight: STEP_WEIGHTS.graph[travel],
  begin:
    async ({ folderOf, progress }) =>
    async (folder) => {
      progress(`Build ${travel} roads`);
      const { roads, known } = new Reading(folderOf(reading)).roads();
      const besides = new NumberSet();
      storeGraph(join(folder, GRAPH_FOLDER), buildRoadGraph(roads, travel, known, besides));
      writeRoadsideCells(roads, besides, roadsideIn(folder));
    },
});

/** The tiles of a travel mode: the tile set, and its entry of the manifest as figures. */
export function roadTilesStep(travel: Travel, graph: Step): Step {
  const graphIn = ({ folderOf }: Surroundings): TimedGraph =>
    storedGraph(join(folderOf(graph), GRAPH_FOLDER));
  let toContract: GraphToContract | null = null;
  const graphToContract = (surroundings: Surroundings): GraphToContract => {
    toContract ??= placedGraph(graphIn(surroundings), MAX_TRAVEL_TIME_S[travel] * 1000);
    return toContract;
  };
  const contraction: Step = {
    name: `${travel}-contraction`,
    from: null,
    needs: [graph],
    weight: STEP_WEIGHTS.contraction[travel],
    parts: async (surroundings) => graphToContract(surroundings).cells,
    begin: async (surroundings) => {
      const { contract } = graphToContract(surroundings);
      return async (folder, cell) => writeContracted(folder, cell, contract(cell));
    },
  };
  return {
    name: travel,
    from: null,
    needs: [graph, contraction],
    weight: STEP_WEIGHTS.tiles[travel],
    begin: async (surroundings) => {
      const { partsOf, progress } = surroundings;
      toContract = null;
      const folders = new Map(partsOf(contraction).map((folder) => [basename(folder), folder]));
      const contracted = new ContractedFolders((cell) => folders.get(cell)!);
      return async (folder) => {
        progress(`Cut ${travel} tiles`);
        const { add, finish } = outputInto(datasetPartOf(folder), progress).open(travel);
        const figures = await cutRoadTiles(graphIn(surroundings), travel, add, {
          scratch: folder,
          contracted,
        });
        writeFigures(folder, { ...figures, ...finish() } satisfies RoadLayer);
      };
    },
  };
}

/** A graph whose districts can be contracted one by one. */
interface GraphToContract {
  /** Of the districts, in the order of the tree. */
  readonly cells: readonly Cell[];
  readonly contract: (cell: Cell) => ContractedDistrict;
}

function placedGraph(graph: TimedGraph, maxUseful_ms: number): GraphToContract {
  const placed = placeGraph(graph);
  const districts = new Map(
    tilesAtDepth(placed.tree, DISTRICT_DEPTH).map((tile) => [placed.tree.cells[tile], tile]),
  );
  return {
    cells: [...districts.keys()],
    contract: (cell) => contractDistrict(districtGraph(graph, placed, districts.get(cell)!, maxUseful_ms)),
  };
}

/** The basemap: the tile set, and its entry of the manifest as figures. */
export const basemapStep = (reading: Step): Step => ({
  name: 'basemap',
  from: null,
  needs: [reading],
  weight: STEP_WEIGHTS.basemap,
  begin:
    async ({ folderOf, progress }) =>
    async (folder) => {
      progress('Draw the basemap');
      const read = new Reading(folderOf(reading));
      const { add, finish } = outputInto(datasetPartOf(folder), progress).open('basemap');
      cutBasemap(read.mapFeatures(), read.coverages.roads, add, progress);
      writeFigures(folder, finish());
    },
});
