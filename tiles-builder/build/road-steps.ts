/** Roads as steps: the contraction, which machines can share, the tiles of each travel mode, and the basemap. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RoadLayer } from '../../src/format/manifest.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { NumberSet } from '../numbers/number-set.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { storedGraph, storeGraph } from '../roads/graph/stored-graph.ts';
import type { TimedGraph } from '../roads/graph/timed-graph.ts';
import { type Families, familiesOf } from '../roads/hierarchy/build-hierarchy.ts';
import { readContracted, writeContracted } from '../roads/hierarchy/contracted-file.ts';
import { writeRoadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles, hierarchyOptions } from '../roads/tiles/cut-road-tiles.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { cutBasemap } from '../tiles/basemap/cut-basemap.ts';
import { Reading } from './reading-step.ts';
import { writeFigures } from './step-files.ts';
import { STEP_WEIGHTS } from './step-weights.ts';

const GRAPH_FOLDER = 'graph';
const CONTRACTED_FILE = 'contracted';

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
  let families: Families | null = null;
  const familiesIn = (surroundings: Surroundings): Families => {
    families ??= familiesOf(graphIn(surroundings), hierarchyOptions(travel, availableParallelism()));
    return families;
  };
  const contraction: Step = {
    name: `${travel}-contraction`,
    from: null,
    needs: [graph],
    weight: STEP_WEIGHTS.contraction[travel],
    parts: async (surroundings) => familiesIn(surroundings).cells,
    begin: async (surroundings) => {
      const { contract } = familiesIn(surroundings);
      return async (folder, cell) => writeContracted(join(folder, CONTRACTED_FILE), await contract(cell));
    },
  };
  return {
    name: travel,
    from: null,
    needs: [graph, contraction],
    weight: STEP_WEIGHTS.tiles[travel],
    begin: async (surroundings) => {
      const { partsOf, progress } = surroundings;
      families = null;
      const contracted = partsOf(contraction);
      return async (folder) => {
        progress(`Cut ${travel} tiles`);
        const known = new Map(contracted.flatMap((part) => [...readContracted(join(part, CONTRACTED_FILE))]));
        const { add, finish } = outputInto(datasetPartOf(folder), progress).open(travel);
        const { figures } = await cutRoadTiles(graphIn(surroundings), travel, add, { known });
        writeFigures(folder, { ...figures, ...finish() } satisfies RoadLayer);
      };
    },
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
