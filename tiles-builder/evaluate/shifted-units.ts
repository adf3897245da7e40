/**
 * `npm run evaluate -- shifts`: merges the squares of a census to coarser ones on shifted grids, counts from these, and
 * compares with the census.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../base/failures/bad-input.ts';
import { newTemporaryFolder } from '../base/files/temporary-folder.ts';
import type { Building, CensusUnit, GridSquare, Progress } from '../base/records.ts';
import { parseGridSquare, squareOutline } from '../sources/census/grid-square.ts';
import type { Config } from '../sources/config/config.ts';
import { type IntervalStratum, intervalStrata, strataTable } from './interval-strata.ts';
import {
  evaluateIn,
  type LivingEvaluation,
  onlyCensus,
  type PercentageErrors,
  taggedBuildings,
} from './living.ts';
import { type Patches, patchyMap } from './patchy-map.ts';
import { readTruth, type TruthGrid, truthWithin } from './truth-squares.ts';

export interface ShiftsOptions {
  /** Sides of the coarse squares; each is a multiple of the census's own side. */
  readonly sizes_m: readonly number[];
  /** Number of shifts, at most the squares in a unit. */
  readonly shifts: number;
  readonly patches?: Patches;
  readonly json?: boolean;
  readonly progress: Progress;
}

export interface BetweenShifts {
  readonly mean: number;
  /** Standard error between shifts, as if these were independent; `null` with one. */
  readonly standard_error: number | null;
}

export interface ShiftedEvaluation {
  readonly unit_m: number;
  readonly shifts: number;
  readonly units: number;
  /** Persons in the mean of shifts. */
  readonly rmse: { readonly [Method in 'footprint' | 'simple' | 'livingcount']: BetweenShifts };
  /** Error of livingcount by the better of footprint and simple. */
  readonly to_better: BetweenShifts;
  readonly percent: PercentageErrors;
  readonly learnt_share: number | null;
  readonly strata: readonly IntervalStratum[];
}

export async function evaluateShifts(whole: Config, options: ShiftsOptions): Promise<ShiftedEvaluation[]> {
  const folder = newTemporaryFolder('shifts');
  try {
    const { progress, patches } = options;
    const truth = await readTruth(onlyCensus(whole), progress);
    const read = { progress, scratch: folder };
    const config = patches ? await patchyMap(whole, patches, truth.projection, read) : whole;
    const buildings = await taggedBuildings(config, read);
    const evaluations: ShiftedEvaluation[] = [];
    for (const unit_m of options.sizes_m) {
      if (unit_m % truth.size_m !== 0 || unit_m === truth.size_m) {
        throw new BadInput(
          config.file,
          'census',
          `its squares of ${truth.size_m} m do not divide ${unit_m} m`,
        );
      }
      const squares = unit_m / truth.size_m;
      const runs: LivingEvaluation[] = [];
      for (let shift = 0; shift < Math.min(options.shifts, squares ** 2); shift++) {
        const east_m = (shift % squares) * truth.size_m;
        const north_m = Math.floor(shift / squares) * truth.size_m;
        const grid = { projection: truth.projection, size_m: unit_m, east_m, north_m };
        runs.push(await evaluateShift(folder, config, truth, grid, buildings, progress));
      }
      const evaluation = evaluationOf(unit_m, runs);
      console.log(`${lineOf(evaluation)}\n${strataTable(evaluation.strata)}`);
      evaluations.push(evaluation);
    }
    if (options.json) console.log(JSON.stringify(evaluations));
    return evaluations;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function evaluateShift(
  folder: string,
  config: Config,
  truth: TruthGrid,
  grid: GridSquare,
  buildings: readonly Building[],
  progress: Progress,
): Promise<LivingEvaluation> {
  const coarse = coarserUnits(truth, grid);
  const name = `${grid.size_m}-${grid.east_m}-${grid.north_m}`;
  const file = join(folder, `${name}.geojson`);
  const features = coarse.map(({ unit: { id, people, outline } }) => ({
    type: 'Feature',
    properties: { id, people },
    geometry: { type: 'MultiPolygon', coordinates: outline },
  }));
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  const { square: _, growth: __, suppressed: ___, ...census } = onlyCensus(config);
  const shifted: Config = { ...config, census: [{ ...census, file, population: 'people' }] };
  const steps = join(folder, 'evaluated');
  return evaluateIn(steps, shifted, name, buildings, progress, async (coverage) =>
    truthWithin(coarse, truth, coverage),
  );
}

function coarserUnits(
  { peopleOf }: TruthGrid,
  { size_m, east_m, north_m }: GridSquare,
): { readonly unit: CensusUnit; readonly square: GridSquare }[] {
  const people = new Map<string, { readonly square: GridSquare; people: number }>();
  for (const [id, own] of peopleOf) {
    const fine = parseGridSquare(id) as GridSquare;
    const floor = (at: number, shift: number): number => Math.floor((at - shift) / size_m) * size_m + shift;
    const square = {
      projection: fine.projection,
      size_m,
      east_m: floor(fine.east_m, east_m),
      north_m: floor(fine.north_m, north_m),
    };
    const key = `${square.east_m},${square.north_m}`;
    const known = people.get(key) ?? { square, people: 0 };
    people.set(key, known);
    known.people += own;
  }
  return [...people].map(([id, own]) => ({
    square: own.square,
    unit: { id, people: own.people, outline: [[squareOutline(own.square)]] },
  }));
}

function evaluationOf(unit_m: number, runs: readonly LivingEvaluation[]): ShiftedEvaluation {
  const rmse = {
    footprint: ratioOf(runs.map((run) => run.rmse.footprint)),
    simple: ratioOf(runs.map((run) => run.rmse.simple)),
    livingcount: ratioOf(runs.map((run) => run.rmse.livingcount)),
  };
  const better = rmse.footprint.mean < rmse.simple.mean ? 'footprint' : 'simple';
  return {
    unit_m,
    shifts: runs.length,
    units: meanOf(runs.map(({ units }) => units)),
    rmse,
    to_better: ratioOf(
      runs.map((run) => run.rmse.livingcount),
      runs.map((run) => run.rmse[better]),
    ),
    percent: {
      mean: meanOf(runs.map(({ percent }) => percent.mean)),
      median: meanOf(runs.map(({ percent }) => percent.median)),
    },
    learnt_share: runs.some(({ learnt_share }) => learnt_share === null)
      ? null
      : meanOf(runs.map(({ learnt_share }) => learnt_share!)),
    strata: intervalStrata(runs.flatMap(({ zones }) => zones)),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Computes a ratio of means and its standard error by linearisation (Cochran, Sampling Techniques, 1977, chapter 6). */
export function ratioOf(
  values: readonly number[],
  by: readonly number[] = values.map(() => 1),
): BetweenShifts {
  const mean = meanOf(values) / meanOf(by);
  const squared = values.reduce((sum, value, i) => sum + (value - mean * by[i]) ** 2, 0);
  const n = values.length;
  return { mean, standard_error: n < 2 ? null : Math.sqrt(squared / (n - 1) / n) / meanOf(by) };
}

const FEWEST_TELLING = 50;

export function lineOf({
  unit_m,
  shifts,
  units,
  rmse,
  to_better,
  percent,
  learnt_share,
}: ShiftedEvaluation): string {
  const errors = Object.entries(rmse).map(([method, error]) => `${method} ${plusMinus(error, 1)}`);
  const weights = learnt_share === null ? 'given' : `learnt by ${(100 * learnt_share).toFixed(0)} %`;
  const meanUnits = Math.round(units);
  const tooFew = meanUnits < FEWEST_TELLING ? ` (fewer than ${FEWEST_TELLING}, which tell little)` : '';
  return (
    `${unit_m} m, ${shifts} shifts, ${meanUnits} units${tooFew}: RMSE ${errors.join(', ')}; ` +
    `${plusMinus(to_better, 3)} of the better simple one; ` +
    `errors of squares ${percent.mean.toFixed(1)} % in the mean (MAPE), ${percent.median.toFixed(1)} % in the median; weights ${weights}`
  );
}

const plusMinus = ({ mean, standard_error }: BetweenShifts, digits: number): string =>
  mean.toFixed(digits) + (standard_error === null ? '' : ` ± ${standard_error.toFixed(digits)}`);
