/** Roads as steps: the contraction, which machines can share, the tiles of each travel mode, and the basemap. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Basemap, RoadLayer } from '../../src/format/manifest.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import type { DatasetSources } from '../read/dataset-sources.ts';
import type { Progress } from '../records.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import type { TimedGraph } from '../roads/graph/timed-graph.ts';
import { type Families, familiesOf } from '../roads/hierarchy/build-hierarchy.ts';
import { readContracted, writeContracted } from '../roads/hierarchy/contracted-file.ts';
import { roadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles, hierarchyOptions } from '../roads/tiles/cut-road-tiles.ts';
import type { Step } from '../steps/step.ts';
import { cutBasemapTiles } from '../tiles/basemap/cut-basemap-tiles.ts';
import { streetFeatures } from '../tiles/basemap/street-features.ts';
import { waterFeatures } from '../tiles/basemap/water-features.ts';
import { writeCells } from './cells-file.ts';
import { writeFigures } from './step-files.ts';
import { WEIGHTS } from './weights.ts';

/** Cells of the standard grid with roads that people step off, in the folder of {@link roadTilesStep}. */
export const ROADSIDE_FILE = 'roadside.cells';
const CONTRACTED_FILE = 'contracted';

/** The tiles of a travel mode: the tile set, its entry of the manifest as figures, and {@link ROADSIDE_FILE}. */
export function roadTilesStep(travel: Travel, features: DatasetSources, from: unknown): Step {
  let graph: TimedGraph | null = null;
  let families: Families | null = null;
  const graphOf = async (progress: Progress): Promise<TimedGraph> => {
    if (graph) return graph;
    const { roads, known } = await features.roads();
    progress(`Build ${travel} roads`);
    graph = buildRoadGraph(roads, travel, known);
    return graph;
  };
  const familiesIn = async (progress: Progress): Promise<Families> => {
    families ??= familiesOf(await graphOf(progress), hierarchyOptions(travel, availableParallelism()));
    return families;
  };
  const contraction: Step = {
    name: `${travel}-contraction`,
    from,
    needs: [],
    weight: WEIGHTS.contraction[travel],
    parts: async ({ progress }) => (await familiesIn(progress)).cells,
    begin: async ({ progress }) => {
      const { contract } = await familiesIn(progress);
      return async (folder, cell) => writeContracted(join(folder, CONTRACTED_FILE), await contract(cell));
    },
  };
  return {
    name: travel,
    from,
    needs: [contraction],
    weight: WEIGHTS.tiles[travel],
    begin: async ({ partsOf, progress }) => {
      families = null;
      const contracted = partsOf(contraction);
      const roads = await graphOf(progress);
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
export const basemapStep = (features: DatasetSources, from: unknown): Step => ({
  name: 'basemap',
  from,
  needs: [],
  weight: WEIGHTS.basemap,
  begin: async ({ progress }) => {
    const { roads, coverage, water } = await features.roads();
    return async (folder) => {
      progress('Draw the basemap');
      const drawn = [...waterFeatures(water, coverage), ...streetFeatures(roads)];
      const { add, finish } = outputInto(datasetPartOf(folder), progress).open('basemap');
      writeFigures(folder, { ...cutBasemapTiles(drawn, coverage, add), ...finish() } satisfies Basemap);
    };
  },
});
