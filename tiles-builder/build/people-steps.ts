/** People as steps: those who live, with what the sources say of each other, and those who work. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { Config, LocationsConfig } from '../config/config.ts';
import { besidePartOf, datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { examinationOf, type SourceExamination, stopAtFaults } from '../examine/examine-sources.ts';
import type { SpreadReport } from '../living/spread-report.ts';
import { weightsName, writeWeights } from '../living/weights.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import type { Grouping, WorkersReport } from '../working/count-workers.ts';
import { readPrivacyFile, writePrivacyFile } from '../working/privacy-file.ts';
import type { PrivacyGroup } from '../working/spread-by-day.ts';
import {
  type BuiltUp,
  buildLiving,
  buildWorking,
  builtUpOf,
  residentsOf,
  spreadLiving,
} from './build-people.ts';
import { Reading } from './reading-step.ts';
import { roadsideIn } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { STEP_WEIGHTS } from './step-weights.ts';

export interface LivingFigures {
  readonly roadsCoverage: Zone;
  readonly examination: SourceExamination;
  /** `null` without a census. */
  readonly living: {
    readonly coverage: Zone;
    readonly layer: CountLayer;
    readonly report: SpreadReport;
    readonly errorModel: ErrorModel | null;
  } | null;
}

export interface WorkingFigures {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: WorkersReport;
  readonly errorModel: ErrorModel;
  readonly grouping: Grouping;
}

const GROUPS_FILE = 'groups.json';

/** Steps before those of the people. */
interface Before {
  readonly reading: Step;
  /** Of the roads of both travel modes. */
  readonly graphs: readonly Step[];
}

/** The tile set `living` where there is a census, and {@link LivingFigures}. */
export const livingStep = (config: Config, before: Before, from: unknown): Step => ({
  name: 'living',
  from,
  needs: [before.reading, ...before.graphs],
  weight: STEP_WEIGHTS.living,
  begin: async ({ folderOf, progress }) => {
    const builtUp = readBuiltUp(config, before, folderOf);
    return async (folder) => {
      const settling = join(folder, 'settling');
      const spread = config.census ? spreadLiving(config.census, builtUp, settling, progress) : null;
      const roadData = new Reading(folderOf(before.reading)).roads();
      const buildings = config.buildings ? builtUp.spill.buildings : null;
      const examination = examinationOf(config, roadData, buildings, spread);
      stopAtFaults(config, examination);
      const output = outputInto(datasetPartOf(folder), progress);
      const living = spread && buildLiving(spread, output, ledgerIn(folder));
      rmSync(settling, { recursive: true, force: true });
      mkdirSync(besidePartOf(folder));
      for (const [i, weights] of (spread?.weights ?? []).entries()) {
        writeWeights(join(besidePartOf(folder), weightsName(i)), weights);
      }
      writeFigures(folder, {
        roadsCoverage: roadData.coverage,
        examination,
        living,
      } satisfies LivingFigures);
    };
  },
});

/** The tile set `working` with {@link WorkingFigures}, and the groups behind it. */
export const workingStep = (
  config: Config & { readonly locations: LocationsConfig },
  { living, ...before }: Before & { readonly living: Step },
  clickhouse: string | undefined,
  from: unknown,
): Step => ({
  name: 'working',
  from,
  needs: [before.reading, ...before.graphs, living],
  weight: STEP_WEIGHTS.working,
  begin: async ({ folderOf, progress }) => {
    const { roadsCoverage, living: built } = readFigures<LivingFigures>(folderOf(living));
    if (!built) throw new Error('locations without a census');
    const builtUp = readBuiltUp(config, before, folderOf);
    const input = {
      ...config,
      living: { coverage: built.coverage, people: residentsOf(ledgerIn(folderOf(living))) },
      builtUp,
      roadsCoverage,
      clickhouse,
    };
    return async (folder) => {
      const { groups, ...figures } = await buildWorking(
        config.locations,
        input,
        outputInto(datasetPartOf(folder), progress),
      );
      writeFigures(folder, figures satisfies WorkingFigures);
      // The version of the dataset is not known yet.
      writePrivacyFile(join(folder, GROUPS_FILE), '', groups);
    };
  },
});

/** Where the step of the living leaves the ledger of what each census unit gave to which cell, as yet without a version. */
export const ledgerIn = (folder: string): string => join(folder, 'ledger');

/** The groups behind the working counts, in the folder of their step. */
export const readGroups = (folder: string): readonly PrivacyGroup[] =>
  readPrivacyFile(join(folder, GROUPS_FILE)).groups;

function readBuiltUp(
  config: Config,
  { reading, graphs }: Before,
  folderOf: Surroundings['folderOf'],
): BuiltUp {
  const read = new Reading(folderOf(reading));
  const roadside = new RoadsideCells(graphs.map((step) => roadsideIn(folderOf(step))));
  return builtUpOf(config, { spill: read.builtUp(), coverage: read.coverages.builtUp, roadside });
}
