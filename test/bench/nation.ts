/** Benchmark of building a nation: time, memory, disk by step and number of copies. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Progress } from '../../tiles-builder/base/records.ts';
import type { BuildSummary } from '../../tiles-builder/pipeline/build-dataset.ts';
import { realDataFolder } from '../support/files/real-data.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { type Mosaic, mosaicIn, NATION_EXTRACTS } from './mosaic-files.ts';
import { writePanel } from './nation-panel.ts';
import { type Taken, watchCommand } from './watch-command.ts';

/** Of which copies are made. */
const EXTRACT = 'rennes';
const TILES = join(projectFolder, 'tiles-builder/commands/tiles.ts');

export interface NationOptions {
  readonly copies: readonly number[];
  /** Persons per inhabitant of a simulated panel. */
  readonly panel?: number | undefined;
  /** Of mosaics, made if missing. */
  readonly folder: string;
  readonly keep: boolean;
  readonly progress: Progress;
}

/** Step, or `build` and `verify` as a whole. */
export interface NationFigures extends Taken {
  readonly copies: number;
  readonly step: string;
  readonly buildings: number | null;
  /** Of both travel modes. */
  readonly nodes: number;
  readonly people: number;
  /** `null` without panel. */
  readonly people_working: number | null;
  readonly persons: number | null;
  readonly extract_mb: number;
}

export async function benchNation(options: NationOptions): Promise<readonly NationFigures[]> {
  const all: NationFigures[] = [];
  for (const copies of options.copies) {
    options.progress(`Make ${copies} copies of the extract`);
    const figures = await measure(copies, options);
    for (const line of described(figures)) console.log(line);
    all.push(...figures);
  }
  return all;
}

async function measure(
  copies: number,
  { panel, folder, keep, progress }: NationOptions,
): Promise<NationFigures[]> {
  const mosaic = mosaicIn(folder, { extract: EXTRACT, copies });
  const { osmFile } = mosaic;
  const configFile =
    panel === undefined ? mosaic.configFile : await withPanel(mosaic, { copies, share: panel });
  const scratch = mkdtempSync(join(folder, 'build-'));
  const dataset = join(scratch, 'dataset');
  try {
    const watch = {
      folder: scratch,
      stepOf: (line: string): string | null => line.match(/^(.+): [\d.]+ (?:s|min|h)\b/)?.[1] ?? null,
      said: (line: string) => progress(`${copies} copies: ${line}`),
    };
    const built = await watchCommand([TILES, 'build', configFile, '--out', dataset, '--json'], watch);
    const summary = JSON.parse(built.lastLine) as BuildSummary;
    const checked = await watchCommand([TILES, 'verify', dataset, '--json'], {
      ...watch,
      stepOf: () => null,
    });
    const { roads, living, working } = summary.manifest;
    const common = {
      copies,
      buildings: summary.examination.buildings,
      nodes: roads.pedestrian.nodes + roads.motorized.nodes,
      people: living!.total_millipersons / MILLIPERSONS,
      people_working: working && working.total_millipersons / MILLIPERSONS,
      persons: summary.working?.persons_used ?? null,
      extract_mb: statSync(osmFile).size / 2 ** 20,
    };
    return [
      ...built.steps.map((step) => ({ ...common, ...step })),
      { ...common, step: 'build', ...built.whole },
      { ...common, step: 'verify', ...checked.whole },
    ];
  } finally {
    if (!keep) rmSync(scratch, { recursive: true, force: true });
  }
}

/** @returns configuration */
async function withPanel(
  { configFile, copySize_m }: Mosaic,
  wanted: { readonly copies: number; readonly share: number },
): Promise<string> {
  const { census, timezone } = NATION_EXTRACTS[EXTRACT];
  const name = configFile.replace(/\.json$/, `-panel-${wanted.share}`);
  const stops = `${name}.parquet`;
  if (!existsSync(stops)) {
    await writePanel(stops, join(realDataFolder, census), { ...wanted, copySize_m });
  }
  const locations = { file: stops, kind: 'stops', device: 'device', attribution: 'Made-up persons' };
  const config = { ...JSON.parse(readFileSync(configFile, 'utf8')), timezone, simulated: true, locations };
  writeFileSync(`${name}.json`, JSON.stringify(config, null, 2));
  return `${name}.json`;
}

function described(figures: readonly NationFigures[]): string[] {
  return figures.map(
    ({ copies, persons, step, seconds, cpu_s, max_rss_mb, disk_mb }) =>
      `${copies} copies${persons === null ? '' : ` with ${persons} persons`}, ${step}: ${seconds} s ` +
      `(${cpu_s} s of processors), ${max_rss_mb} MB of memory, ${disk_mb} MB of disk`,
  );
}
