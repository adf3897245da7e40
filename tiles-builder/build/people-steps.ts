/** People as steps: those who live, with what the sources say of each other, and those who work. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { Config, LocationsConfig } from '../config/config.ts';
import { besidePartOf, datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { examinationOf, type SourceExamination, stopAtFaults } from '../examine/examine-sources.ts';
import type { SpreadReport } from '../living/spread-census.ts';
import { weightsName, writeWeights } from '../living/weights.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import type { WorkersReport } from '../working/count-workers.ts';
import { readPrivacyFile, writePrivacyFile } from '../working/privacy-file.ts';
import type { PrivacyGroup } from '../working/spread-by-day.ts';
import { type BuiltUp, buildLiving, buildWorking, builtUpOf, spreadLiving } from './build-people.ts';
import { readCells, readNumbers, writeCells, writeNumbers } from './cells-file.ts';
import { Reading } from './reading-step.ts';
import { readRoadside } from './road-steps.ts';
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
}

/** In the folder of the step: cells with people living, and how many live in each. */
const LIVING_CELLS_FILE = 'people.cells';
const LIVING_PEOPLE_FILE = 'people.millipersons';
const GROUPS_FILE = 'groups.json';

/** Steps before those of the people. */
interface Before {
  readonly reading: Step;
  readonly roadside: Step;
}

/** The tile set `living` where there is a census, and {@link LivingFigures}. */
export const livingStep = (config: Config, before: Before, from: unknown): Step => ({
  name: 'living',
  from,
  needs: [before.reading, before.roadside],
  weight: STEP_WEIGHTS.living,
  begin: async ({ folderOf, progress }) => {
    const builtUp = readBuiltUp(config, before, folderOf);
    return async (folder) => {
      const spread = config.census ? spreadLiving(config.census, builtUp, progress) : null;
      const roadData = new Reading(folderOf(before.reading)).roads();
      const buildings = config.buildings ? builtUp.spill.buildings : null;
      const examination = examinationOf(config, roadData, buildings, spread);
      stopAtFaults(config, examination);
      const living = spread && buildLiving(spread, outputInto(datasetPartOf(folder), progress));
      if (living) {
        writeCells(join(folder, LIVING_CELLS_FILE), living.people.keys());
        writeNumbers(join(folder, LIVING_PEOPLE_FILE), living.people.values());
      }
      mkdirSync(besidePartOf(folder));
      for (const [i, weights] of (spread?.weights ?? []).entries()) {
        writeWeights(join(besidePartOf(folder), weightsName(i)), weights);
      }
      const figures = living && { ...living, people: undefined };
      writeFigures(folder, {
        roadsCoverage: roadData.coverage,
        examination,
        living: figures,
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
  needs: [before.reading, before.roadside, living],
  weight: STEP_WEIGHTS.working,
  begin: async ({ folderOf, progress }) => {
    const { roadsCoverage, living: built } = readFigures<LivingFigures>(folderOf(living));
    if (!built) throw new Error('locations without a census');
    const builtUp = readBuiltUp(config, before, folderOf);
    const input = {
      ...config,
      living: { coverage: built.coverage, people: readPeople(folderOf(living)) },
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

/** The groups behind the working counts, in the folder of their step. */
export const readGroups = (folder: string): readonly PrivacyGroup[] =>
  readPrivacyFile(join(folder, GROUPS_FILE)).groups;

function readPeople(folder: string): MillipersonsByCell {
  const people = readNumbers(join(folder, LIVING_PEOPLE_FILE));
  return new Map(readCells(join(folder, LIVING_CELLS_FILE)).map((cell, i) => [cell, people[i]!]));
}

function readBuiltUp(
  config: Config,
  { reading, roadside }: Before,
  folderOf: Surroundings['folderOf'],
): BuiltUp {
  const read = new Reading(folderOf(reading));
  return builtUpOf(config, {
    spill: read.builtUp(),
    coverage: read.coverages.builtUp,
    roadside: readRoadside(folderOf(roadside)),
  });
}
