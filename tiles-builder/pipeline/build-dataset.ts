/** Builds a dataset: runs the missing steps of its dependency graph, and installs their tile sets and manifest as a folder. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '../../src/format/manifest.ts';
import { MANIFEST_NAME } from '../../src/format/object-keys.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { PlatformProblem } from '../base/failures/problem.ts';
import { isDiskFull, reasonOf, refusedFile } from '../base/failures/system-failure.ts';
import { removeLeftovers } from '../base/files/atomic-folder.ts';
import { destinationOf } from '../base/files/destination.ts';
import { hashOfModule } from '../base/files/hash-sources.ts';
import { moveTemporaryDataInto, removeAbandonedFolders } from '../base/files/temporary-folder.ts';
import type { Progress } from '../base/records.ts';
import { type RunOptions, runSteps } from '../base/steps/run-steps.ts';
import { nameSteps, type Step } from '../base/steps/step.ts';
import { StepsFolder, stepsFolderOf } from '../base/steps/steps-folder.ts';
import { manifestIn } from '../dataset/dataset-folder.ts';
import { type Described, describe } from '../dataset/describe-sources.ts';
import { installDataset, leftoversOfDataset } from '../dataset/install-dataset.ts';
import { requireCompleteRegisters } from '../daytime/registers/registers-config.ts';
import { type RegistersReport, registerWarnings } from '../daytime/registers/registers-report.ts';
import type { WorkersReport } from '../daytime/working-report.ts';
import { panelWarnings } from '../daytime/working-report.ts';
import { warningsOf } from '../living/examine/build-warnings.ts';
import type { SourceExamination } from '../living/examine/examine-sources.ts';
import type { LivingReport } from '../living/living-report.ts';
import type { Config } from '../sources/config/config.ts';
import { readFigures } from './step-files.ts';
import { type DatasetFigures, stepGraph } from './step-graph.ts';
import { followVersionBefore } from './version-before.ts';

export interface BuildOptions {
  readonly progress: Progress;
  /** URL of a ClickHouse server; the embedded engine is the default. */
  readonly clickhouse?: string | undefined;
  /** Folder of steps; by default temporary, next to the dataset. */
  readonly steps?: string | undefined;
  readonly threads?: RunOptions['threads'];
  /** Memory between steps beyond which the build throws {@link ProcessGrown}. */
  readonly maxRetained_bytes?: RunOptions['maxRetained_bytes'];
  /** Description that {@link ProcessGrown} has. */
  readonly described?: Described | undefined;
}

export interface BuildSummary {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly seconds: number;
  readonly living: LivingReport | null;
  readonly working: WorkersReport | null;
  readonly registers: RegistersReport | null;
  readonly examination: SourceExamination;
  readonly warnings: readonly string[];
}

/** Thrown when this process uses too much memory: a new one has to resume the build. */
export class ProcessGrown extends Error {
  override readonly name = 'ProcessGrown';
  readonly described: Described;

  constructor(described: Described) {
    super('the process retains much memory');
    this.described = described;
  }
}

/**
 * Replaces a dataset only after success. An interrupted build resumes from complete steps.
 * @throws ProcessGrown; PlatformProblem if another build uses the folder
 */
export async function buildDataset(
  given: Config,
  folder: string,
  { progress, clickhouse, steps, threads, maxRetained_bytes, ...known }: BuildOptions,
): Promise<BuildSummary> {
  const startedAt = performance.now();
  const out = destinationOf(folder);
  checkReplaceable(out);
  checkLocationsHaveCensus(given);
  requireCompleteRegisters(given);
  mkdirSync(dirname(out), { recursive: true });
  const { config, newSecret, otherSecretThan } = followVersionBefore(given, out);
  const place = new StepsFolder(steps ?? stepsFolderOf(out));
  const removeTemporaryData = moveTemporaryDataInto(place.path);
  try {
    const cleared = removeLeftovers([...place.leftovers(), ...leftoversOfDataset(out)]);
    for (const path of [...cleared, ...removeAbandonedFolders()]) {
      progress(`Remove ${path}, which a killed process of yours left`);
    }
    if (!known.described) progress('Check sources');
    const described = known.described ?? (await describe(config));
    let step = '';
    const inStep: Progress = (what, done, total) => progress(`[${step}] ${what}`, done, total);
    const { last, tileSets } = stepGraph(config, { ...described, clickhouse });
    const nameOf = nameSteps(hashOfModule);
    const folderOf = (step: Step): string => place.folderOf(nameOf(step));
    const isKept = steps !== undefined;
    const isDone = await runSteps(last, place, {
      removesUsed: !isKept,
      nameOf,
      threads,
      maxRetained_bytes,
      progress: inStep,
      tellStep: (now) => {
        step = now;
      },
    });
    if (!isDone) throw new ProcessGrown(described);
    progress('Install the dataset');
    await installDataset(out, [...tileSets, last].map(folderOf));
    const { examination, ...reports } = readFigures<DatasetFigures>(folderOf(last));
    if (!isKept) for (const name of place.names()) place.remove(name);
    const manifest = manifestIn(out);
    const { living, working } = manifest.error_model;
    return {
      folder: out,
      manifest,
      seconds: (performance.now() - startedAt) / 1000,
      ...reports,
      examination,
      warnings: [
        ...warningsOf(config, examination),
        ...(config.census && !living ? [NO_INTERVALS] : []),
        ...(reports.working && working ? panelWarnings(reports.working, working) : []),
        ...(reports.registers ? registerWarnings(reports.registers) : []),
        ...(newSecret === null ? [] : [keepSecret(newSecret)]),
        ...(otherSecretThan === null ? [] : [otherSecret(otherSecretThan)]),
      ],
    };
  } catch (cause) {
    throw fullDisk(cause) ?? cause;
  } finally {
    removeTemporaryData();
    place.close();
  }
}

const NO_INTERVALS =
  'the census has too few units to learn how far counts of inhabitants are off: answers have no interval';

const keepSecret = (file: string): string =>
  `${file} is new: the secret that working counts are rounded by. Keep it for the next version, and from everybody else`;

const otherSecret = (version: string): string =>
  `the version before it, ${version}, is rounded by another secret: both together tell more of who came and went between them, ` +
  'so that publish refuses this one after that one unless it is named. Build again with the earlier secret if it is still there';

function fullDisk(cause: unknown): PlatformProblem | null {
  if (!isDiskFull(cause)) return null;
  return new PlatformProblem(
    `${refusedFile(cause)} ${reasonOf(cause)}`,
    'Make room, or name a folder on another disk with --out or --steps, and start again: the build goes on where it was.',
    { cause },
  );
}

function checkLocationsHaveCensus({ file, locations, census }: Config): void {
  if (!locations || census) return;
  throw new BadInput(
    file,
    'locations',
    'a census is needed with them, to know how many people each device stands for',
  );
}

function checkReplaceable(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, MANIFEST_NAME)) || readdirSync(folder).length === 0)
    return;
  throw new BadInput(folder, null, 'is a folder with other things in it than a dataset; name a new one');
}
