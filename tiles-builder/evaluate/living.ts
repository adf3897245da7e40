/**
 * `npm run evaluate -- living`: counts from a coarser census, by the product and by simpler methods, against a finer one: root
 * mean square error and interval coverage.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countInterval, intervalOf } from '../../src/count/count-interval.ts';
import { countPeople } from '../../src/count/count-people.ts';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import type { RoadLayer } from '../../src/format/manifest.ts';
import { ROAD_MODEL } from '../../src/format/road-model.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { newTemporaryFolder } from '../base/files/temporary-folder.ts';
import type { Building, Progress } from '../base/records.ts';
import { readerOfFolder, writeManifest } from '../dataset/dataset-folder.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { TileSetWriter } from '../dataset/tile-set-writer.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import type { LivingFigures } from '../pipeline/living/figures.ts';
import { readFigures } from '../pipeline/step-files.ts';
import { livingAlone, runAlone } from '../pipeline/steps-alone.ts';
import { readCensus } from '../sources/census/census.ts';
import type { CensusConfig, Config } from '../sources/config/config.ts';
import type { ReadOptions } from '../sources/features.ts';
import { gatherBuildings } from '../sources/gather/gather-buildings.ts';
import { readFeatures } from '../sources/read-features.ts';
import { BASELINES, type Baseline, baselineCounts, builtUpSquares } from './baselines.ts';
import { type CountedSquare, drawErrors, worstSquares } from './error-map.ts';
import {
  drawStratifiedZones,
  type IntervalStratum,
  intervalStrata,
  type StratifiedUnit,
  type StratifiedZone,
  strataTable,
  type ZoneIntervals,
} from './interval-strata.ts';
import { type SquareErrors, squareErrors } from './square-errors.ts';
import { type ComparedUnit, truthByUnit } from './truth-squares.ts';

const MEMORY_BYTES = 256 * 1024 * 1024;

export interface LivingEvaluation extends SquareErrors, Record<Baseline, SquareErrors> {
  /** Wholly inside the coverage. */
  readonly units: number;
  /** Share of learnt weights in their blend with plain ones. */
  readonly learnt_share: number | null;
  readonly squares: number;
  readonly people: number;
  /** Sum of errors / sum of truth. */
  readonly bias: number;
  /** Share of random unions of squares with the truth inside. */
  readonly interval_coverage: number | null;
  readonly strata: readonly IntervalStratum[];
}

export interface EvaluationOptions {
  readonly json?: boolean;
  readonly map?: string | undefined;
  readonly progress: Progress;
}

/**
 * @param truthFile CSV of grid squares that tile the census
 * @param options `map`: SVG file with numbered worst squares
 */
export async function evaluateLiving(
  config: Config,
  truthFile: string,
  options: EvaluationOptions,
): Promise<LivingEvaluation> {
  const folder = newTemporaryFolder('evaluation');
  try {
    return await evaluateOne(folder, config, truthFile, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function onlyCensus({ file, census = [] }: Config): CensusConfig {
  const [first, ...others] = census;
  if (first && others.length === 0) return first;
  throw new BadInput(file, 'census', 'exactly one census to count from is needed');
}

async function evaluateOne(
  folder: string,
  config: Config,
  truthFile: string,
  { json = false, map, progress }: EvaluationOptions,
): Promise<LivingEvaluation> {
  const census = onlyCensus(config);
  const buildings = await taggedBuildings(config, { progress, scratch: folder });
  const { evaluation, counted } = await evaluateIn(
    folder,
    config,
    null,
    buildings,
    progress,
    async (coverage) =>
      truthByUnit(truthFile, census, [...(await readCensus(census, progress))], coverage, progress),
  );
  progress('Compare');
  console.log(tableOf(evaluation));
  if (map !== undefined) {
    writeFileSync(map, drawErrors(counted, buildings));
    for (const [i, { id, count, truth }] of worstSquares(counted).entries()) {
      console.log(`${String(i + 1).padStart(2)}. ${id}: ${Math.round(count)} counted, ${truth} true`);
    }
  }
  if (json) console.log(JSON.stringify(evaluation));
  return evaluation;
}

/**
 * @param folder for steps, reused for the same sources
 * @param name of the census, if several share the folder
 */
export async function evaluateIn(
  folder: string,
  config: Config,
  name: string | null,
  buildings: readonly Building[],
  progress: Progress,
  truthOf: (coverage: Zone) => Promise<readonly ComparedUnit[]>,
): Promise<{
  readonly evaluation: LivingEvaluation;
  readonly counted: readonly CountedSquare[];
  readonly zones: readonly StratifiedZone[];
}> {
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
  const strata = stratifiedUnits(compared, builtUp.footprint_m2);
  const intervalsOf =
    errors &&
    (async (zone: Zone): Promise<ZoneIntervals> => {
      const counted = await countPeople('living', zone, dataset);
      const interval = intervalOf({ living: errors.local, working: null }, 'living', counted)!;
      return { interval, byCount: countInterval(errors.byCount, counted.people) };
    });
  progress('Count in zones');
  const zones = intervalsOf ? await drawStratifiedZones(strata, intervalsOf) : [];
  const unions = zones.filter(({ isUnion }) => isUnion);
  const people = sum(truth);
  const evaluation: LivingEvaluation = {
    units: compared.length,
    learnt_share: examination.census[0]?.weights?.learnt_share ?? null,
    squares: squares.length,
    people,
    ...squareErrors(counts, truth),
    bias: (sum(counts) - people) / people,
    interval_coverage: intervalStrata(unions)[0]?.coverage ?? null,
    strata: intervalStrata(zones),
    areal: squareErrors(baselines.areal, truth),
    footprint: squareErrors(baselines.footprint, truth),
    simple: squareErrors(baselines.simple, truth),
  };
  const squaresCounted = squares.map(({ id, zone, people: own }, i) => ({
    id,
    zone,
    count: counts[i],
    truth: own,
  }));
  return { evaluation, counted: squaresCounted, zones };
}

/** @param counts by unit and square, as `footprints_m2` */
function stratifiedUnits(
  compared: readonly ComparedUnit[],
  footprints_m2: readonly number[],
): StratifiedUnit[] {
  let first = 0;
  return compared.map(({ unit, squares }) => {
    const from = first;
    first += squares.length;
    const outline = new PlanarArea(unit.outline);
    return {
      people: unit.people,
      area_km2: (outline.area() * squareMetresPerSquareDegree(outline.box.south)) / 1e6,
      footprint_m2: sum(footprints_m2.slice(from, first)),
      squares: squares.map(({ zone, outline: { box }, people }) => ({ zone, box, truth: people })),
    };
  });
}

export async function taggedBuildings(
  { buildings: source }: Config,
  options: ReadOptions,
): Promise<readonly Building[]> {
  if (!source) return [];
  const gatherer = gatherBuildings();
  await readFeatures(source, [gatherer], options);
  return gatherer.gathered().buildings;
}

function datasetOf(
  { name, timezone, simulated, cut_isochrones }: Config,
  { coverage, layer, errors }: NonNullable<LivingFigures['living']>,
  folder: string,
): DatasetReader {
  const noRoads = (travel: Travel): RoadLayer => ({
    ...new TileSetWriter(folder, travel).finish(),
    ...{ provinces: [], tiles: 0, separator_tiles: 0, nodes: 0, edges: 0 },
  });
  const manifest = writeManifest(
    folder,
    {
      format: FORMAT_VERSION,
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
      error_model: { living: errors?.local ?? null, working: null },
    },
    new Date().toISOString(),
  );
  return readerOfFolder(folder, manifest, new LoadedObjects(MEMORY_BYTES));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const COLUMNS: Readonly<Record<keyof SquareErrors, (errors: SquareErrors) => string>> = {
  rmse: ({ rmse }) => rmse.toFixed(1),
  mae: ({ mae }) => mae.toFixed(1),
  mape: ({ mape }) => (mape === null ? '–' : `${(100 * mape).toFixed(1)} %`),
};

function tableOf(evaluation: LivingEvaluation): string {
  const { units, squares, people, bias, interval_coverage } = evaluation;
  const lineOf = (name: string, texts: readonly string[]): string =>
    name.padEnd(12) + texts.map((text) => text.padStart(11)).join('');
  const rowOf = (name: string, errors: SquareErrors): string =>
    lineOf(
      name,
      Object.values(COLUMNS).map((textOf) => textOf(errors)),
    );
  return [
    `${squares} squares in ${units} census units with ${people} true inhabitants, bias ${(100 * bias).toFixed(2)} %`,
    lineOf(
      '',
      Object.keys(COLUMNS).map((metric) => metric.toUpperCase()),
    ),
    ...BASELINES.map((name) => rowOf(name, evaluation[name])),
    rowOf('livingcount', evaluation),
    interval_coverage === null
      ? 'no intervals: the census is too small to learn from'
      : `${(100 * interval_coverage).toFixed(1)} % of random unions of squares lie in their interval\n` +
        strataTable(evaluation.strata),
  ].join('\n');
}
