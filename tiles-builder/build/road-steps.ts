/** Roads as steps: the graph of each travel mode, its contraction, which machines can share, its tiles; and the basemap. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RoadLayer } from '../../src/format/manifest.ts';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { storedGraph, storeGraph } from '../roads/graph/stored-graph.ts';
import { type Families, familiesOf } from '../roads/hierarchy/build-hierarchy.ts';
import { readContracted, writeContracted } from '../roads/hierarchy/contracted-file.ts';
import { roadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles, hierarchyOptions } from '../roads/tiles/cut-road-tiles.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { cutBasemap } from '../tiles/basemap/cut-basemap.ts';
import { readCells, writeCells } from './cells-file.ts';
import { Reading } from './reading-step.ts';
import { writeFigures } from './step-files.ts';
import { STEP_WEIGHTS } from './step-weights.ts';

const ROADSIDE_FILE = 'roadside.cells';
const CONTRACTED_FILE = 'contracted';

/** The graph of a travel mode, as `storedGraph` reads it. */
export const graphStep = (travel: Travel, reading: Step): Step => ({
  name: `${travel}-graph`,
  from: null,
  needs: [reading],
  weight: STEP_WEIGHTS.graph[travel],
  begin:
    async ({ folderOf, progress }) =>
    async (folder) => {
      const { roads, known } = new Reading(folderOf(reading)).roads();
      progress(`Build ${travel} roads`);
      storeGraph(folder, buildRoadGraph(roads, travel, known));
    },
});

/** The cells beside the roads of all travel modes, as {@link readRoadside} reads them. */
export const roadsideStep = (graphs: Readonly<Record<Travel, Step>>): Step => ({
  name: 'roadside',
  from: null,
  needs: Object.values(graphs),
  weight: STEP_WEIGHTS.roadside,
  begin:
    async ({ folderOf, progress }) =>
    async (folder) => {
      progress('Find the cells beside roads');
      const cells = new Set<Cell>();
      for (const travel of TRAVELS) {
        for (const cell of roadsideCells(storedGraph(folderOf(graphs[travel])))) cells.add(cell);
      }
      writeCells(join(folder, ROADSIDE_FILE), cells);
    },
});

/** Cells of the standard grid with roads that people step off. @param folder of {@link roadsideStep} */
export const readRoadside = (folder: string): Set<Cell> => new Set(readCells(join(folder, ROADSIDE_FILE)));

/** The tiles of a travel mode: the tile set, and its entry of the manifest as figures. */
export function roadTilesStep(travel: Travel, graph: Step): Step {
  let families: Families | null = null;
  const familiesIn = ({ folderOf, progress }: Surroundings): Families => {
    progress(`Divide ${travel} roads`);
    families ??= familiesOf(storedGraph(folderOf(graph)), hierarchyOptions(travel, availableParallelism()));
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
    begin:
      async ({ folderOf, partsOf, progress }) =>
      async (folder) => {
        families = null;
        progress(`Cut ${travel} tiles`);
        const known = new Map(
          partsOf(contraction).flatMap((part) => [...readContracted(join(part, CONTRACTED_FILE))]),
        );
        const { add, finish } = outputInto(datasetPartOf(folder), progress).open(travel);
        const { figures } = await cutRoadTiles(storedGraph(folderOf(graph)), travel, add, { known });
        writeFigures(folder, { ...figures, ...finish() } satisfies RoadLayer);
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
