/**
 * Defines three steps: allocate people to cells by partition (largest remainder), cut the cells into tiles, and join tiles,
 * allocations and figures.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell, TileNumber } from '../../../src/geo/cells.ts';
import { link } from '../../base/files/link.ts';
import { readPacked } from '../../base/files/packed-file.ts';
import type { Step, StepContext, Steps } from '../../base/steps/step.ts';
import { companionPartOf, datasetPartOf } from '../../dataset/install-dataset.ts';
import { openTileSet } from '../../dataset/tile-set-writer.ts';
import { allocationsFile } from '../../living/allocations.ts';
import type { ApportionedPeople } from '../../living/apportion-to-partitions.ts';
import { stopAtFaults } from '../../living/examine/examine-sources.ts';
import { allocateInJob, cutTilesInJob, readShared } from '../../living/partition-jobs.ts';
import type { PeopleByTile } from '../../living/units-of-cells.ts';
import { weightsName, writeWeights } from '../../living/weights.ts';
import type { Config } from '../../sources/config/config.ts';
import { joinPartitionTiles } from '../../tiles/partition-tiles.ts';
import { readFigures, writeFigures } from '../step-files.ts';
import {
  ALL_CELLS_FOLDER,
  allocationsIn,
  type CountedFigures,
  type LivingFigures,
  PEOPLE_FOLDER,
} from './figures.ts';
import { type LivingInputs, threadsFor, weighedIn } from './learn-steps.ts';

export function allocationsStep(
  config: Config,
  { weighed, intersections, counted }: Steps<'weighed' | 'intersections' | 'counted'>,
  inputs: LivingInputs,
): Step {
  return {
    name: 'allocations',
    module: import.meta.url,
    from: inputs.accept,
    needs: [weighed, intersections, counted],
    label: 'Allocate people to homes',
    parts: async ({ folderOf }) => {
      const { examination, partitions } = readFigures<CountedFigures>(folderOf(counted));
      stopAtFaults(config, examination);
      return partitions;
    },
    begin: async (context) => {
      const { folderOf } = context;
      const threads = threadsFor(weighedIn(weighed, context).buildings, context);
      const foundIn = (partition: Cell): string => join(folderOf(intersections), partition);
      const allCells = join(folderOf(counted), ALL_CELLS_FOLDER);
      return (folder, partition) => {
        const people = readPacked<ApportionedPeople>(join(folderOf(counted), PEOPLE_FOLDER, partition));
        const places = { from: people.from.map(foundIn), own: foundIn(partition), allCells };
        return threads.run(allocateInJob, { partition, folder, people, ...places });
      };
    },
  };
}

/** Makes a step that runs after all allocations, as a tile states where else people of its units live. */
export function tilesStep({
  weighed,
  counted,
  allocations,
}: Steps<'weighed' | 'counted' | 'allocations'>): Step {
  const partitionsIn = ({ folderOf }: StepContext): readonly Cell[] =>
    readFigures<CountedFigures>(folderOf(counted)).partitions;
  return {
    name: 'living-tiles',
    module: import.meta.url,
    needs: [weighed, counted, allocations],
    label: 'Cut tiles of living counts',
    parts: async (context) => partitionsIn(context),
    begin: async (context) => {
      const { folderOf } = context;
      const threads = threadsFor(weighedIn(weighed, context).buildings, context);
      const allocated = (partition: Cell): string => join(folderOf(allocations), partition);
      const all = new Map<number, Map<TileNumber, number>>();
      for (const partition of partitionsIn(context)) {
        for (const [unit, tiles] of readShared(allocated(partition))) {
          const known = all.get(unit) ?? new Map<TileNumber, number>();
          all.set(unit, known);
          for (const [tile, millipersons] of tiles) known.set(tile, millipersons);
        }
      }
      return (folder, partition) => {
        const people = readPacked<ApportionedPeople>(join(folderOf(counted), PEOPLE_FOLDER, partition));
        const shared: PeopleByTile = new Map(
          [...people.unit].flatMap((unit) => (all.has(unit) ? [[unit, all.get(unit)!] as const] : [])),
        );
        const job = { partition, folder, people, allocated: allocated(partition), shared };
        return threads.run(cutTilesInJob, job);
      };
    },
  };
}

/** Makes the step that writes the tile set `living`, allocations, weights, and {@link LivingFigures}. */
export function joinStep({
  weighed,
  counted,
  allocations,
  tiles,
}: Steps<'weighed' | 'counted' | 'allocations' | 'tiles'>): Step {
  return {
    name: 'living',
    module: import.meta.url,
    needs: [weighed, counted, allocations, tiles],
    begin: async (context) => async (folder) => {
      const { folderOf, progress } = context;
      progress('Join living counts');
      const { weights, roadsCoverage } = weighedIn(weighed, context);
      const { examination, partitions, ...living } = readFigures<CountedFigures>(folderOf(counted));
      mkdirSync(allocationsIn(folder));
      const partsOf = (step: Step): string[] =>
        partitions.map((partition) => join(folderOf(step), partition));
      for (const [i, part] of partsOf(allocations).entries()) {
        const file = allocationsFile(partitions[i]);
        link(join(part, file), join(allocationsIn(folder), file));
      }
      const writer = openTileSet(datasetPartOf(folder), 'living');
      const layer = joinPartitionTiles('living', partsOf(tiles), writer);
      if (layer.total_millipersons !== living.report.census_total_millipersons) {
        const { total_millipersons: all } = layer;
        throw new Error(
          `tiles hold ${all} thousandths of a person of ${living.report.census_total_millipersons}`,
        );
      }
      mkdirSync(companionPartOf(folder));
      for (const [i, own] of weights.entries())
        writeWeights(join(companionPartOf(folder), weightsName(i)), own);
      writeFigures(folder, {
        roadsCoverage,
        examination,
        living: { ...living, layer },
      } satisfies LivingFigures);
    },
  };
}
