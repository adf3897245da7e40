/**
 * Counts people from a coarser census, by the product and by simpler methods, and compares the counts with a finer one: root mean
 * squared error, and intervals of random zones.
 */

import { join } from 'node:path';
import { intervalOf } from '../../src/count/count-interval.ts';
import { countPeople } from '../../src/count/count-people.ts';
import type { RoadLayer } from '../../src/format/manifest.ts';
import { ROAD_MODEL } from '../../src/format/road-model.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Building, Progress } from '../base/records.ts';
import { readerOfFolder, writeManifest } from '../dataset/dataset-folder.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { openTileSet } from '../dataset/tile-set-writer.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import type { LivingFigures } from '../pipeline/living/figures.ts';
import { readFigures } from '../pipeline/step-files.ts';
import { livingAlone, runAlone } from '../pipeline/steps-alone.ts';
import type { CensusConfig, Config } from '../sources/config/config.ts';
import type { ReadOptions } from '../sources/features.ts';
import { gatherBuildings } from '../sources/gather/gather-buildings.ts';
import { readFeatures } from '../sources/read-features.ts';
import { type Baseline, baselineCounts, builtUpSquares } from './baselines.ts';
import { drawStratifiedZones, type StratifiedUnit, type StratifiedZone } from './interval-strata.ts';
import type { ComparedUnit } from './truth-squares.ts';

const MEMORY_BYTES = 256 * 1024 * 1024;

/** Absolute errors of counts in percent of the people of each square; squares with nobody have none. */
export interface PercentageErrors {
  readonly mean: number;
  readonly median: number;
}

export interface LivingEvaluation {
  /** Units wholly inside the coverage. */
  readonly units: number;
  /** Share of learnt weights in their blend with plain ones. */
  readonly learnt_share: number | null;
  /** Root mean squared error of squares in persons, by method. */
  readonly rmse: Readonly<Record<Baseline | 'livingcount', number>>;
  readonly percent: PercentageErrors;
  readonly zones: readonly StratifiedZone[];
}

export function onlyCensus({ file, census = [] }: Config): CensusConfig {
  const [first, ...others] = census;
  if (first && others.length === 0) return first;
  throw new BadInput(file, 'census', 'exactly one census to count from is needed');
}

/**
 * @param folder for steps, reused for the same sources
 * @param name of the census, as several share the folder
 */
export async function evaluateIn(
  folder: string,
  config: Config,
  name: string,
  buildings: readonly Building[],
  progress: Progress,
  truthOf: (coverage: Zone) => Promise<readonly ComparedUnit[]>,
): Promise<LivingEvaluation> {
  const census = onlyCensus(config);
  // Evaluates counts that a build would refuse.
  const { counted, living } = livingAlone({ ...config, accept: ['people-without-homes'] }, name);
  if (!counted || !living) throw new Error('a census without steps');
  const folderOf = await runAlone(living, join(folder, 'steps'), progress);
  const { living: built, examination } = readFigures<LivingFigures>(folderOf(living));
  if (!built || built.coverage.length === 0) {
    throw new BadInput(census.file, null, 'no unit lies on the map');
  }
  const compared = await truthOf(built.coverage);
  if (compared.length === 0) throw new BadInput(census.file, null, 'no unit lies inside the coverage whole');

  progress('Count on the squares of the truth');
  const dataset = datasetOf(config, built, datasetPartOf(folderOf(living)));
  const squares = compared.flatMap((unit) => unit.squares);
  const truth = squares.map(({ people }) => people);
  const counts: number[] = [];
  for (const { zone } of squares) counts.push((await countPeople('living', zone, dataset)).people);
  const builtUp = builtUpSquares(squares, buildings);
  const baselines = baselineCounts(compared, builtUp);
  const { errors } = built;
  progress('Count in zones');
  const zones =
    errors &&
    (await drawStratifiedZones(compared.map(stratifiedUnit), async (zone) => {
      const counted = await countPeople('living', zone, dataset);
      return intervalOf({ living: errors, working: null }, 'living', counted)!;
    }));
  return {
    units: compared.length,
    learnt_share: examination.census[0]?.weights?.learnt_share ?? null,
    rmse: {
      footprint: rootMeanSquaredError(baselines.footprint, truth),
      simple: rootMeanSquaredError(baselines.simple, truth),
      livingcount: rootMeanSquaredError(counts, truth),
    },
    percent: percentageErrors(counts, truth),
    zones: zones ?? [],
  };
}

function stratifiedUnit({ unit, squares }: ComparedUnit): StratifiedUnit {
  const outline = new PlanarArea(unit.outline);
  return {
    area_km2: (outline.area() * squareMetresPerSquareDegree(outline.box.south)) / 1e6,
    squares: squares.map(({ zone, outline: { box }, people }) => ({ zone, box, truth: people })),
  };
}

const rootMeanSquaredError = (counts: readonly number[], truth: readonly number[]): number =>
  Math.sqrt(counts.reduce((sum, count, i) => sum + (count - truth[i]) ** 2, 0) / counts.length);

export function percentageErrors(counts: readonly number[], truth: readonly number[]): PercentageErrors {
  const percents = counts
    .map((count, i) => (100 * Math.abs(count - truth[i])) / truth[i])
    .filter((_, i) => truth[i] > 0)
    .sort((a, b) => a - b);
  const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
  return { mean, median: percents[percents.length >> 1] };
}

export async function taggedBuildings(
  { buildings: source }: Config,
  options: ReadOptions,
): Promise<readonly Building[]> {
  if (!source) return [];
  const gatherer = gatherBuildings();
  await readFeatures(source, [gatherer], options);
  return gatherer.gathered();
}

function datasetOf(
  { name, timezone, simulated, cut_isochrones }: Config,
  { coverage, layer, errors }: NonNullable<LivingFigures['living']>,
  folder: string,
): DatasetReader {
  const noRoads = (travel: Travel): RoadLayer => ({
    ...openTileSet(folder, travel).finish(),
    ...{ provinces: [], tiles: 0, separator_tiles: 0, nodes: 0, edges: 0 },
  });
  const manifest = writeManifest(
    folder,
    {
      region: name,
      timezone,
      simulated,
      cut_isochrones,
      sources: [],
      coverage: { roads: [], living: coverage, working: null },
      coverage_margin_m: { roads: 0, living: 0, working: 0 },
      road_model: ROAD_MODEL,
      roads: { pedestrian: noRoads('pedestrian'), motorized: noRoads('motorized') },
      basemap: null,
      living: layer,
      working: null,
      error_model: { living: errors, working: null },
    },
    new Date().toISOString(),
  );
  return readerOfFolder(folder, manifest, new LoadedObjects(MEMORY_BYTES));
}
