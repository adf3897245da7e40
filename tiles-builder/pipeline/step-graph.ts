/** Makes the graph of all steps of a build (living, working, roads, basemap), and the last one, which writes the manifest. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Source } from '../../src/format/manifest.ts';
import { ROAD_MODEL } from '../../src/format/road-model.ts';
import type { Step } from '../base/steps/step.ts';
import { type ManifestContent, writeManifest } from '../dataset/dataset-folder.ts';
import type { Inputs } from '../dataset/describe-sources.ts';
import { companionPartOf, datasetPartOf } from '../dataset/install-dataset.ts';
import { stateCoverages } from '../dataset/state-coverage.ts';
import { groupsName, writeGroupsFile } from '../daytime/groups-file.ts';
import { requireCompleteRegisters } from '../daytime/registers/registers-config.ts';
import type { RegistersReport } from '../daytime/registers/registers-report.ts';
import { describePanel, type WorkersReport } from '../daytime/working-report.ts';
import type { SourceExamination } from '../living/examine/examine-sources.ts';
import type { LivingReport } from '../living/living-report.ts';
import type { Config, LocationsConfig } from '../sources/config/config.ts';
import type { LivingFigures } from './living/figures.ts';
import { livingSteps, nobodyStep } from './living-steps.ts';
import { personsStep } from './persons-step.ts';
import { readingStep } from './reading-step.ts';
import { type RegisterLayer, registerSteps } from './register-steps.ts';
import { basemapStep, graphStep, roadTilesStep } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { readGroups } from './working-release.ts';
import { type WorkingFigures, workingSteps } from './working-steps.ts';

export interface DatasetInput {
  readonly sources: readonly Source[];
  readonly inputs: Inputs;
  /** URL of a ClickHouse server; the embedded engine is the default. */
  readonly clickhouse: string | undefined;
}

export interface StepGraph {
  /** Writes manifest, {@link DatasetFigures} and groups. */
  readonly last: Step;
  readonly tileSets: readonly Step[];
}

export interface DatasetFigures {
  readonly living: LivingReport | null;
  readonly working: WorkersReport | null;
  readonly registers: RegistersReport | null;
  readonly examination: SourceExamination;
}

const withoutSettings = (input: unknown, ...settings: string[]): unknown[] =>
  (input as readonly unknown[]).filter((part) => !(Array.isArray(part) && settings.includes(part[0])));

export function stepGraph(config: Config, { sources, inputs, clickhouse }: DatasetInput): StepGraph {
  const { census, locations, accept } = config;
  const oneFile = config.roads.file === config.buildings?.file;
  const reading = readingStep(config, [
    inputs.roads.map((own) => withoutSettings(own, 'speed_factors')),
    inputs.buildings,
    oneFile,
  ]);
  const [pedestrianGraph, motorizedGraph] = [
    graphStep('pedestrian', reading),
    graphStep('motorized', reading, config.roads.speed_factors),
  ];
  const pedestrian = roadTilesStep('pedestrian', pedestrianGraph);
  const motorized = roadTilesStep('motorized', motorizedGraph);
  const graphs = [pedestrianGraph, motorizedGraph];
  const basemap = basemapStep(reading);
  const before = { reading, graphs };
  // Living counts do not depend on who is at home by day.
  const ofLiving = {
    buildings: inputs.buildings,
    census: inputs.census.map((own) => withoutSettings(own, 'at_home')),
    accept,
  };
  const ofCensus = census && livingSteps({ ...config, census }, before, ofLiving);
  const living = ofCensus?.living ?? nobodyStep(config, reading, ofLiving);
  const persons = locations && personsOf({ ...config, locations }, inputs, clickhouse);
  const working =
    locations && persons && ofCensus
      ? workingSteps({ ...config, locations }, { ...ofCensus, reading, persons }, inputs.locations)
      : null;
  const registers =
    !working && requireCompleteRegisters(config)
      ? registerSteps(
          config,
          { ...before, living },
          [inputs.workplaces, inputs.schools, inputs.census],
          inputs.registers,
        )
      : null;
  const counting = working ?? registers;
  const tileSets = [pedestrian, motorized, basemap, living, ...(counting ? [counting] : [])];
  const madeFrom = working
    ? sources.filter(({ role }) => role !== 'workplaces' && role !== 'schools')
    : sources;
  const last = manifestStep(config, madeFrom, { pedestrian, motorized, basemap, living, working, registers });
  // Embedded ClickHouse runs first, while the process is small.
  const needs = persons ? [persons, ...last.needs] : last.needs;
  return { last: { ...last, needs }, tileSets };
}

function personsOf(
  config: Config & { readonly locations: LocationsConfig },
  inputs: Inputs,
  clickhouse: string | undefined,
): Step {
  const { timezone, holidays } = config;
  const readFrom = inputs.locations.map((own) =>
    withoutSettings(own, 'coverage', 'groups', 'secret', 'parameters'),
  );
  return personsStep(config, clickhouse, [readFrom, timezone, holidays]);
}

interface MadeBy {
  readonly pedestrian: Step;
  readonly motorized: Step;
  readonly basemap: Step;
  readonly living: Step;
  readonly working: Step | null;
  /** It is `null` with `working`, as locations take precedence. */
  readonly registers: Step | null;
}

interface Found {
  readonly people: LivingFigures;
  readonly workers: WorkingFigures | null;
  readonly registered: RegisterLayer | null;
}

function manifestStep(config: Config, sources: readonly Source[], madeBy: MadeBy): Step {
  const { name, timezone, simulated, cut_isochrones } = config;
  return {
    name: 'dataset',
    module: import.meta.url,
    from: { name, timezone, simulated, cut_isochrones, sources },
    needs: Object.values(madeBy).filter((step) => step !== null),
    begin: async ({ folderOf }) => {
      const { living, working, registers } = madeBy;
      const found: Found = {
        people: readFigures(folderOf(living)),
        workers: working && readFigures(folderOf(working)),
        registered: registers && readFigures(folderOf(registers)),
      };
      const content = contentOf(config, sources, found, {
        roads: {
          pedestrian: readFigures(folderOf(madeBy.pedestrian)),
          motorized: readFigures(folderOf(madeBy.motorized)),
        },
        basemap: readFigures(folderOf(madeBy.basemap)),
      });
      return async (folder) => {
        mkdirSync(datasetPartOf(folder));
        const { version } = writeManifest(datasetPartOf(folder), content, new Date().toISOString());
        const companions = companionPartOf(folder);
        mkdirSync(companions);
        const counting = working ?? registers;
        if (counting)
          writeGroupsFile(join(companions, groupsName(version)), readGroups(folderOf(counting), version));
        writeFigures(folder, figuresOf(found));
      };
    },
  };
}

function contentOf(
  { name, timezone, simulated, cut_isochrones }: Config,
  sources: readonly Source[],
  { people: { roadsCoverage, living }, workers, registered }: Found,
  { roads, basemap }: Pick<Manifest, 'roads' | 'basemap'>,
): ManifestContent {
  const counted = workers ?? registered;
  return {
    region: name,
    timezone,
    simulated,
    cut_isochrones,
    sources: [...sources],
    ...stateCoverages({
      roads: roadsCoverage,
      living: living?.coverage ?? null,
      working: counted?.coverage ?? null,
    }),
    road_model: ROAD_MODEL,
    roads,
    basemap,
    living: living?.layer ?? null,
    working: counted?.layer ?? null,
    ...(workers && { panel: describePanel(workers.report, workers.grouping) }),
    ...(registered && { registers: { groups: registered.grouping } }),
    ...(living && {
      census: {
        listed_people: living.report.listed_people,
        inside_millipersons: living.report.census_total_millipersons,
      },
    }),
    error_model: { living: living?.errors ?? null, working: counted?.errorModel ?? null },
  };
}

const figuresOf = ({ people, workers, registered }: Found): DatasetFigures => ({
  living: people.living?.report ?? null,
  working: workers?.report ?? null,
  registers: registered?.report ?? null,
  examination: people.examination,
});
