/** The whole build: sources → roads and people → tiles → a folder of immutable objects. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import type { Manifest, Source } from '../../src/format/manifest.ts';
import { MANIFEST_NAME } from '../../src/format/object-keys.ts';
import { ROAD_MODEL } from '../../src/format/road-model.ts';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import type { Config } from '../config/config.ts';
import { writeManifest } from '../dataset/dataset-folder.ts';
import { buildFingerprint, describeSources } from '../dataset/describe-sources.ts';
import { ledgerFolderOf } from '../dataset/ledger.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { warningsOf } from '../examine/build-warnings.ts';
import { examinationOf, type SourceExamination, stopAtFaults } from '../examine/examine-sources.ts';
import { BadInput } from '../failures/bad-input.ts';
import { destinationOf } from '../files/destination.ts';
import type { SpreadReport } from '../living/spread-report.ts';
import { weightsFileOf, writeWeights } from '../living/weights.ts';
import { DatasetSources } from '../read/dataset-sources.ts';
import type { Progress } from '../records.ts';
import type { ContractedTiles } from '../roads/hierarchy/build-hierarchy.ts';
import { readContracted } from '../roads/hierarchy/contracted-folder.ts';
import { describePanel, type WorkersReport } from '../working/count-workers.ts';
import { privacyFileOf, writePrivacyFile } from '../working/privacy-file.ts';
import { AlongRoads } from './along-roads.ts';
import { buildLiving, buildWorking, builtUpOf, spreadLiving } from './build-people.ts';
import { buildRoads } from './build-roads.ts';

export interface BuildOptions {
  readonly progress: Progress;
  /** URL of a ClickHouse server for the locations; without it the embedded engine. */
  readonly clickhouse?: string | undefined;
  /** Folder with the shares of the roads' contraction that other machines have done. */
  readonly contracted?: string | undefined;
}

export interface BuildSummary {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly seconds: number;
  /** How the census was spread; `null` without a census. */
  readonly living: SpreadReport | null;
  /** Which persons the working counts rest on; `null` without locations. */
  readonly working: WorkersReport | null;
  /** What the sources say of each other. */
  readonly examination: SourceExamination;
  /** What the user should know and may want to change. */
  readonly warnings: readonly string[];
}

/**
 * Builds a dataset into `folder`. An earlier dataset there is replaced when all has succeeded, and only then.
 * @throws BadInput where a source cannot be built from; UnusableEngine where locations cannot be analysed here
 */
export async function buildDataset(
  config: Config,
  folder: string,
  { progress, clickhouse, contracted }: BuildOptions,
): Promise<BuildSummary> {
  const startedAt = performance.now();
  const out = destinationOf(folder);
  checkReplaceable(out);
  checkLocationsHaveCensus(config);
  mkdirSync(dirname(out), { recursive: true });
  const unfinished = mkdtempSync(`${out}.unfinished-`);
  const settling = join(unfinished, 'settling');
  const unfinishedLedger = ledgerFolderOf(unfinished);
  try {
    progress('Check sources');
    const sources = await describeSources(config);
    const output = outputInto(unfinished, progress);
    const shares = contracted === undefined ? new Map() : await readShares(contracted, config, sources);
    const spill = new BuiltUpSpill(join(unfinished, 'built-up'));
    const features = new DatasetSources(config, { progress, scratch: dirname(out) }, spill);
    const roadData = await features.roads();
    const roads = await buildRoads(roadData, output, shares);
    const coverage = await features.builtUpCoverage();
    const along = new AlongRoads(roadData.roads, roads.besides, unfinished);
    const builtUp = builtUpOf(config, { spill, coverage, along });
    const spread = config.census ? spreadLiving(config.census, builtUp, settling, progress) : null;
    const examination = examinationOf(config, roadData, config.buildings ? spill.buildings : null, spread);
    stopAtFaults(config, examination);
    const living = spread && buildLiving(spread, output, unfinishedLedger);
    rmSync(settling, { recursive: true, force: true });
    const working =
      config.locations && living
        ? await buildWorking(
            config.locations,
            { ...config, living, builtUp, roadsCoverage: roadData.coverage, clickhouse },
            output,
          )
        : null;
    spill.remove();

    const content: Omit<Manifest, 'version'> = {
      format: FORMAT_VERSION,
      region: config.name,
      timezone: config.timezone,
      simulated: config.simulated,
      cut_isochrones: config.cut_isochrones,
      sources,
      coverage: {
        roads: roadData.coverage,
        living: living?.coverage ?? null,
        working: working?.coverage ?? null,
      },
      road_model: ROAD_MODEL,
      roads: roads.layers,
      basemap: roads.basemap,
      living: living?.layer ?? null,
      working: working?.layer ?? null,
      ...(working && { panel: describePanel(working.report) }),
      ...(living && {
        census: {
          listed_people: living.report.listed_people,
          inside_millipersons: living.report.census_total_millipersons,
        },
      }),
      error_model: { living: living?.errorModel ?? null, working: working?.errorModel ?? null },
    };
    along.close();
    const manifest = writeManifest(unfinished, content, new Date().toISOString());
    rmSync(out, { recursive: true, force: true });
    rmSync(privacyFileOf(out), { force: true });
    rmSync(ledgerFolderOf(out), { recursive: true, force: true });
    for (const [i, weights] of (spread?.weights ?? []).entries())
      writeWeights(weightsFileOf(out, i), weights);
    if (working) writePrivacyFile(privacyFileOf(out), manifest.version, working.groups);
    chmodSync(unfinished, 0o755);
    if (living) {
      living.ledger.finish(manifest.version);
      renameSync(unfinishedLedger, ledgerFolderOf(out));
    }
    renameSync(unfinished, out);
    return {
      folder: out,
      manifest,
      seconds: (performance.now() - startedAt) / 1000,
      living: living?.report ?? null,
      working: working?.report ?? null,
      examination,
      warnings: warningsOf(config, examination),
    };
  } catch (error) {
    for (const left of [unfinished, unfinishedLedger]) rmSync(left, { recursive: true, force: true });
    throw error;
  }
}

/** The tiles that other machines have contracted, by travel mode. @throws BadInput */
async function readShares(
  folder: string,
  config: Config,
  sources: readonly Source[],
): Promise<Map<Travel, ContractedTiles>> {
  const fingerprint = await buildFingerprint(config, sources);
  return new Map(TRAVELS.map((travel) => [travel, readContracted(folder, travel, fingerprint)]));
}

function checkLocationsHaveCensus({ file, locations, census }: Config): void {
  if (!locations || census) return;
  throw new BadInput(
    file,
    'locations',
    'a census is needed with them, to know how many people each device stands for',
  );
}

/** Refuses a folder that holds something else than a dataset, before it would be replaced. */
function checkReplaceable(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, MANIFEST_NAME)) || readdirSync(folder).length === 0)
    return;
  throw new BadInput(folder, null, 'is a folder with other things in it than a dataset; name a new one');
}
