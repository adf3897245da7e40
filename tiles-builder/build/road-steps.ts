/** Roads as steps: the contraction, which machines can share, the tiles of each travel mode, and the basemap. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RoadLayer } from '../../src/format/manifest.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import type { TimedGraph } from '../roads/graph/timed-graph.ts';
import { type Families, familiesOf } from '../roads/hierarchy/build-hierarchy.ts';
import { readContracted, writeContracted } from '../roads/hierarchy/contracted-file.ts';
import { roadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles, hierarchyOptions } from '../roads/tiles/cut-road-tiles.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { cutBasemap } from '../tiles/basemap/cut-basemap.ts';
import { writeCells } from './cells-file.ts';
import { Reading } from './reading-step.ts';
import { writeFigures } from './step-files.ts';
import { STEP_WEIGHTS } from './step-weights.ts';

/** Cells of the standard grid with roads that people step off, in the folder of {@link roadTilesStep}. */
export const ROADSIDE_FILE = 'roadside.cells';
const CONTRACTED_FILE = 'contracted';

/** The tiles of a travel mode: the tile set, its entry of the manifest as figures, and {@link ROADSIDE_FILE}. */
export function roadTilesStep(travel: Travel, reading: Step): Step {
  let graph: TimedGraph | null = null;
  let families: Families | null = null;
  const graphOf = ({ folderOf, progress }: Surroundings): TimedGraph => {
    if (graph) return graph;
    progress(`Build ${travel} roads`);
    const { roads, known } = new Reading(folderOf(reading)).roads();
    graph = buildRoadGraph(roads, travel, known);
    return graph;
  };
  const familiesIn = (surroundings: Surroundings): Families => {
    families ??= familiesOf(graphOf(surroundings), hierarchyOptions(travel, availableParallelism()));
    return families;
  };
  const contraction: Step = {
    name: `${travel}-contraction`,
    from: null,
    needs: [reading],
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
    needs: [reading, contraction],
    weight: STEP_WEIGHTS.tiles[travel],
    begin: async (surroundings) => {
      const { partsOf, progress } = surroundings;
      families = null;
      const contracted = partsOf(contraction);
      const roads = graphOf(surroundings);
      return async (folder) => {
        writeCells(join(folder, ROADSIDE_FILE), roadsideCells(roads));
        progress(`Cut ${travel} tiles`);
        const known = new Map(contracted.flatMap((part) => [...readContracted(join(part, CONTRACTED_FILE))]));
        const { add, finish } = outputInto(datasetPartOf(folder), progress).open(travel);
        const { figures } = await cutRoadTiles(roads, travel, add, { known });
        writeFigures(folder, { ...figures, ...finish() } satisfies RoadLayer);
        graph = null;
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
