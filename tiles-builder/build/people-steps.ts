/** People as steps: those who live, with what the sources say of each other, and those who work. */
import { join } from 'node:path';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { Config, LocationsConfig } from '../config/config.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { examinationOf, type SourceExamination, stopAtFaults } from '../examine/examine-sources.ts';
import { residentialStreets } from '../living/residential-streets.ts';
import type { SpreadReport } from '../living/spread-census.ts';
import type { DatasetSources } from '../read/dataset-sources.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import type { WorkersReport } from '../working/count-workers.ts';
import { readPrivacyFile, writePrivacyFile } from '../working/privacy-file.ts';
import type { PrivacyGroup } from '../working/spread-by-day.ts';
import { type BuiltUp, buildLiving, buildWorking, builtUpOf, spreadLiving } from './build-people.ts';
import { readCells, readNumbers, writeCells, writeNumbers } from './cells-file.ts';
import { ROADSIDE_FILE } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { WEIGHTS } from './weights.ts';

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

/**
 * The tile set `living` where there is a census, and {@link LivingFigures}.
 * @param roads the steps of the road tiles, of both travel modes
 */
export const livingStep = (
  config: Config,
  features: DatasetSources,
  roads: readonly Step[],
  from: unknown,
): Step => ({
  name: 'living',
  from,
  needs: roads,
  weight: WEIGHTS.living,
  begin: async ({ folderOf, progress }) => {
    const roadData = await features.roads();
    const builtUp = await readBuiltUp(config, features, roads, folderOf);
    return async (folder) => {
      const spread = config.census ? spreadLiving(config.census, builtUp, progress) : null;
      const buildings = builtUp.buildings?.length ?? null;
      const examination = examinationOf(config, roadData, buildings, spread?.spread ?? null);
      stopAtFaults(config, examination);
      const living = spread && buildLiving(spread, outputInto(datasetPartOf(folder), progress));
      if (living) {
        writeCells(join(folder, LIVING_CELLS_FILE), living.people.keys());
        writeNumbers(join(folder, LIVING_PEOPLE_FILE), living.people.values());
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
  features: DatasetSources,
  { roads, living }: { readonly roads: readonly Step[]; readonly living: Step },
  clickhouse: string | undefined,
  from: unknown,
): Step => ({
  name: 'working',
  from,
  needs: [...roads, living],
  weight: WEIGHTS.working,
  begin: async ({ folderOf, progress }) => {
    const { roadsCoverage, living: built } = readFigures<LivingFigures>(folderOf(living));
    if (!built) throw new Error('locations without a census');
    const builtUp = await readBuiltUp(config, features, roads, folderOf);
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

async function readBuiltUp(
  config: Config,
  features: DatasetSources,
  roads: readonly Step[],
  folderOf: Surroundings['folderOf'],
): Promise<BuiltUp> {
  const roadside = new Set(roads.flatMap((step) => readCells(join(folderOf(step), ROADSIDE_FILE))));
  const streets = residentialStreets((await features.roads()).roads);
  return builtUpOf(config, await features.builtUp(), { roadside, streets });
}
