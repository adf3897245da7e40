/** Those who work as a step. */
import { join } from 'node:path';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { Config, LocationsConfig } from '../config/config.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import type { WorkersReport } from '../working/count-workers.ts';
import type { PanelFigures } from '../working/find-persons.ts';
import { type Grouping, type GroupsFile, readGroupsFile, writeGroupsFile } from '../working/groups-file.ts';
import { Panel } from '../working/panel-persons.ts';
import { type BuiltUp, buildWorking, residentsOf } from './build-working.ts';
import { type LivingFigures, ledgerIn } from './living/figures.ts';
import type { Before } from './living/learn-steps.ts';
import { Reading } from './reading-step.ts';
import { roadsideIn } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';

export interface WorkingFigures {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: WorkersReport;
  readonly errorModel: ErrorModel;
  readonly grouping: Grouping;
}

export const GROUPS_FILE = 'groups.json';

/** The tile set `working` with {@link WorkingFigures}, and the groups behind it. */
export const workingStep = (
  config: Config & { readonly locations: LocationsConfig },
  { living, persons, ...before }: Before & { readonly living: Step; readonly persons: Step },
  from: unknown,
): Step => ({
  name: 'working',
  from,
  needs: [before.reading, ...before.graphs, living, persons],
  begin: async ({ folderOf, progress }) => {
    const { roadsCoverage, living: built } = readFigures<LivingFigures>(folderOf(living));
    if (!built) throw new Error('locations without a census');
    const builtUp = readBuiltUp(before, folderOf);
    const input = {
      persons: [...new Panel(folderOf(persons), 'home').persons()],
      figures: readFigures<PanelFigures>(folderOf(persons)),
      living: { coverage: built.coverage, people: residentsOf(ledgerIn(folderOf(living))) },
      builtUp,
      roadsCoverage,
    };
    return async (folder) => {
      const { toFollow, ...figures } = await buildWorking(
        config.locations,
        input,
        outputInto(datasetPartOf(folder), progress),
      );
      writeFigures(folder, figures satisfies WorkingFigures);
      // The version of the dataset is not known yet.
      writeGroupsFile(join(folder, GROUPS_FILE), { version: '', name: figures.grouping.own, ...toFollow });
    };
  },
});

/** The groups behind the working counts of a dataset, from the folder of their step. */
export const readGroups = (folder: string, version: string): GroupsFile => ({
  ...readGroupsFile(join(folder, GROUPS_FILE)),
  version,
});

function readBuiltUp({ reading, graphs }: Before, folderOf: Surroundings['folderOf']): BuiltUp {
  const read = new Reading(folderOf(reading));
  const roadside = new RoadsideCells(graphs.map((step) => roadsideIn(folderOf(step))));
  return { spill: read.builtUp(), coverage: read.coverages.builtUp, roadside };
}
