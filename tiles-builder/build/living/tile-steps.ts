/** Steps that allocate people to cells by partition (largest remainder), and join the partitions' tiles, ledger and figures. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Config } from '../../config/config.ts';
import { companionPartOf, datasetPartOf } from '../../dataset/install-dataset.ts';
import { allocationsFile } from '../../dataset/ledger.ts';
import { outputInto } from '../../dataset/tile-set-writer.ts';
import { stopAtFaults } from '../../examine/examine-sources.ts';
import { link } from '../../files/link.ts';
import { readPacked } from '../../files/packed-file.ts';
import type { ApportionedPeople } from '../../living/apportion-to-partitions.ts';
import { allocateInJob } from '../../living/partition-jobs.ts';
import { weightsName, writeWeights } from '../../living/weights.ts';
import type { Step } from '../../steps/step.ts';
import { joinPartitionTiles } from '../../tiles/partition-tiles.ts';
import { readFigures, writeFigures } from '../step-files.ts';
import {
  ALL_CELLS_FOLDER,
  type CountedFigures,
  EDGES_FOLDER,
  type LivingFigures,
  ledgerIn,
  PEOPLE_FOLDER,
} from './figures.ts';
import { type LivingInputs, threadsFor, weighedIn } from './learn-steps.ts';

export function allocationsStep(
  config: Config,
  needed: { readonly weighed: Step; readonly intersections: Step; readonly counted: Step },
  inputs: LivingInputs,
): Step {
  const { weighed, intersections, counted } = needed;
  return {
    name: 'allocations',
    module: import.meta.url,
    from: inputs.accept,
    needs: [weighed, intersections, counted],
    label: 'Allocate people to homes',
    partsAtOnce: 'several',
    parts: async ({ folderOf }) => {
      const { examination, partitions } = readFigures<CountedFigures>(folderOf(counted));
      stopAtFaults(config, examination);
      return partitions;
    },
    begin: async (context) => {
      const { folderOf } = context;
      const threads = threadsFor(weighedIn(weighed, context).buildings, context);
      const atEdge = new Set(readFigures<CountedFigures>(folderOf(counted)).edges);
      const foundIn = (partition: Cell): string =>
        join(
          atEdge.has(partition) ? join(folderOf(counted), EDGES_FOLDER) : folderOf(intersections),
          partition,
        );
      const allCells = join(folderOf(counted), ALL_CELLS_FOLDER);
      return (folder, partition) => {
        const people = readPacked<ApportionedPeople>(join(folderOf(counted), PEOPLE_FOLDER, partition));
        const places = { from: people.from.map(foundIn), own: foundIn(partition), allCells };
        return threads.run(allocateInJob, { partition, folder, people, ...places });
      };
    },
  };
}

/** Writes the tile set `living`, ledger, weights, and {@link LivingFigures}. */
export function joinStep({
  weighed,
  counted,
  allocations,
}: {
  readonly weighed: Step;
  readonly counted: Step;
  readonly allocations: Step;
}): Step {
  return {
    name: 'living',
    module: import.meta.url,
    from: null,
    needs: [weighed, counted, allocations],
    begin: async (context) => async (folder) => {
      const { folderOf, progress } = context;
      progress('Join living counts');
      const { weights, roadsCoverage } = weighedIn(weighed, context);
      const { examination, partitions, edges: _, ...living } = readFigures<CountedFigures>(folderOf(counted));
      link(ledgerIn(folderOf(counted)), ledgerIn(folder));
      const parts = partitions.map((partition) => join(folderOf(allocations), partition));
      for (const [i, file] of partitions.map(allocationsFile).entries())
        link(join(parts[i], file), join(ledgerIn(folder), file));
      const writer = outputInto(datasetPartOf(folder), progress).open('living');
      const layer = joinPartitionTiles('living', parts, writer);
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
