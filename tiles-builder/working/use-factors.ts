/**
 * Learns people by day per expected person of each use (shops, offices …), from totals of k-anonymous groups: a multinomial
 * model with normal priors of log factors, the likelihood divided by dispersion (Wedderburn 1974), shrunk by cross-validation.
 */
import { parentOf, resolutionOf } from '../../src/geo/cells.ts';
import { numberOfUse, USES_BY_DAY, type UseByDay } from '../built-up/room-at-work.ts';
import { solvePositiveDefinite } from '../living/fit-log-sums.ts';
import type { GroupedPart } from './count-partition.ts';
import { Membership } from './h3-groups.ts';
import type { PlacesByUse } from './partition-columns.ts';

export type UseFactors = Readonly<Record<UseByDay, number>>;

/** Totals of a partition's whole groups by H3 cell, in columns, with their room by use. */
export interface GroupsByUse {
  /** Cells of 36 km², within which groups are compared. */
  readonly neighbourhood: readonly string[];
  readonly persons: Float64Array;
  /** Row-major by total, then use. */
  readonly room: Float64Array;
}

/** Sums groups by H3 cell (0.1 km²): finer groups form where many persons happen to be. */
const SUMMED_RESOLUTION = 9;
const NEIGHBOURHOOD_RESOLUTION = 6;
const USES = USES_BY_DAY.length;
const ROADSIDE = numberOfUse('roadside');
/** Of log factors: each may be off by two. */
const DEVIATION = 0.7;
/** Roadsides stand for unmapped buildings. Their factor is not used: see `RoomExponents`. */
const ROADSIDE_PRIOR = { mean: Math.log(64), deviation: 3 };
/** Share of persons whose place does not follow room. */
const ASTRAY = 0.05;
const FOLDS = 5;
const SHRINKAGES = [1, 0.75, 0.5, 0.25] as const;
/** Factors are whole powers of this, too coarse to disclose anybody. */
const FACTOR_STEP = Math.SQRT2;
const MAX_STEPS = 30;
const SMALL_GAIN = 1e-4;

export function groupsByUse({ groups, workplaces }: GroupedPart, places: PlacesByUse): GroupsByUse {
  const members = new Membership(groups, places.resolution);
  const rows = new Map<string, number>();
  const rowOf = groups.map((cell) => {
    const resolution = resolutionOf(cell);
    if (resolution <= NEIGHBOURHOOD_RESOLUTION) return -1;
    const summed = parentOf(cell, Math.min(resolution, SUMMED_RESOLUTION));
    const row = rows.get(summed) ?? rows.size;
    rows.set(summed, row);
    return row;
  });
  const persons = new Float64Array(rows.size);
  const room = new Float64Array(rows.size * USES);
  for (const [i, area] of workplaces.area.entries()) {
    const row = rowOf[members.of(area)];
    if (row >= 0) persons[row] += workplaces.persons[i];
  }
  let [lastArea, lastRow] = [-1, -1];
  for (let i = 0; i < places.area.length; i++) {
    const area = places.area[i];
    if (area !== lastArea) {
      const group = members.around(area);
      [lastArea, lastRow] = [area, group < 0 ? -1 : rowOf[group]];
    }
    if (lastRow >= 0) room[lastRow * USES + places.use[i]] += places.size[i];
  }
  const neighbourhood = [...rows.keys()].map((cell) => parentOf(cell, NEIGHBOURHOOD_RESOLUTION));
  return { neighbourhood, persons, room };
}

/** Multiplies room by the factor of its use. */
export function weighUses(places: PlacesByUse, factors: UseFactors): PlacesByUse {
  const factorOf = USES_BY_DAY.map((use) => factors[use]);
  return { ...places, size: places.size.map((size, i) => size * factorOf[places.use[i]]) };
}

interface Neighbourhood {
  readonly name: string;
  readonly persons: readonly number[];
  readonly total: number;
  /** Room by use of each total. */
  readonly room: readonly Float64Array[];
}

export function learnUseFactors(partitions: readonly GroupsByUse[]): UseFactors {
  const neighbourhoods = neighbourhoodsOf(partitions);
  const plain = priorMeans();
  const dispersion = dispersionOf(neighbourhoods, plain);
  const learnt = likeliestLogs(neighbourhoods, dispersion);
  const share = shrinkageOf(neighbourhoods, dispersion);
  const seen = roomByUseIn(neighbourhoods);
  const level = levelOf(
    seen,
    learnt.map((log) => share * log),
  );
  return Object.fromEntries(
    USES_BY_DAY.map((use, k) => {
      const power = Math.round((share * learnt[k] - level) / Math.log(FACTOR_STEP));
      const isLearnt = k !== ROADSIDE && seen[k] > 0;
      return [use, isLearnt ? FACTOR_STEP ** power : 1];
    }),
  ) as Record<UseByDay, number>;
}

/** Log factor of all room in buildings and at points. */
function levelOf(room: Float64Array, logs: Float64Array): number {
  let [plain, weighed] = [0, 0];
  for (const [k, log] of logs.entries()) {
    if (k === ROADSIDE) continue;
    plain += room[k];
    weighed += room[k] * Math.exp(log);
  }
  return plain > 0 ? Math.log(weighed / plain) : 0;
}

function roomByUseIn(neighbourhoods: readonly Neighbourhood[]): Float64Array {
  const sums = new Float64Array(USES);
  for (const room of neighbourhoods.flatMap((own) => own.room)) {
    for (const [k, size] of room.entries()) sums[k] += size;
  }
  return sums;
}

const priorMeans = (): Float64Array =>
  Float64Array.from(USES_BY_DAY, (_, k) => (k === ROADSIDE ? ROADSIDE_PRIOR.mean : 0));
const deviationOf = (use: number): number => (use === ROADSIDE ? ROADSIDE_PRIOR.deviation : DEVIATION);

function neighbourhoodsOf(partitions: readonly GroupsByUse[]): Neighbourhood[] {
  const rows = partitions.flatMap(({ neighbourhood, persons, room }) =>
    neighbourhood.map((name, i) => ({
      name,
      persons: persons[i],
      room: room.subarray(i * USES, (i + 1) * USES),
    })),
  );
  const byName = Map.groupBy(
    rows.filter(({ room }) => room.some((own) => own > 0)),
    ({ name }) => name,
  );
  return [...byName.keys()].sort().flatMap((name) => {
    const own = byName.get(name)!;
    if (own.length === 1) return [];
    const persons = own.map((row) => row.persons);
    return {
      ...{ name, persons },
      total: persons.reduce((a, b) => a + b),
      room: own.map(({ room }) => room),
    };
  });
}

/** Of one neighbourhood's totals. */
interface Modelled {
  /** Probability of a person in each. */
  readonly chance: Float64Array;
  /** Of that, the share that follows room. */
  readonly following: Float64Array;
  /** Room of each by the factors, and of all. */
  readonly pull: Float64Array;
  readonly all: number;
}

function modelOf({ room }: Neighbourhood, factors: Float64Array): Modelled {
  const pull = new Float64Array(room.length);
  let all = 0;
  for (let i = 0; i < pull.length; i++) {
    for (let k = 0; k < USES; k++) pull[i] += room[i][k] * factors[k];
    all += pull[i];
  }
  const chance = pull.map((own) => ((1 - ASTRAY) * own) / all + ASTRAY / room.length);
  const following = pull.map((own, i) => ((1 - ASTRAY) * own) / all / chance[i]);
  return { chance, following, pull, all };
}

function logLikelihood(neighbourhoods: readonly Neighbourhood[], logs: Float64Array): number {
  const factors = logs.map(Math.exp);
  return neighbourhoods.reduce((sum, own) => {
    const { chance } = modelOf(own, factors);
    return sum + own.persons.reduce((part, persons, i) => part + persons * Math.log(chance[i]), 0);
  }, 0);
}

/** Pearson's statistic by its degrees of freedom, 1 at least. */
function dispersionOf(neighbourhoods: readonly Neighbourhood[], logs: Float64Array): number {
  const factors = logs.map(Math.exp);
  let [statistic, freedom] = [0, 0];
  for (const own of neighbourhoods) {
    const { chance } = modelOf(own, factors);
    for (const [i, persons] of own.persons.entries()) {
      const expected = own.total * chance[i];
      statistic += (persons - expected) ** 2 / expected;
    }
    freedom += own.persons.length - 1;
  }
  return Math.max(1, statistic / Math.max(1, freedom));
}

/** By Fisher scoring. */
function likeliestLogs(neighbourhoods: readonly Neighbourhood[], dispersion: number): Float64Array {
  const means = priorMeans();
  const posteriorOf = (logs: Float64Array): number =>
    logLikelihood(neighbourhoods, logs) / dispersion -
    logs.reduce((sum, log, k) => sum + ((log - means[k]) / deviationOf(k)) ** 2 / 2, 0);
  let current = means;
  let posterior = posteriorOf(current);
  for (let step = 0; step < MAX_STEPS; step++) {
    const direction = scoringStep(neighbourhoods, current, means, dispersion);
    let gain = 0;
    for (let scale = 1; scale > 1e-3; scale /= 2) {
      const next = current.map((log, k) => log + scale * direction[k]);
      const own = posteriorOf(next);
      if (own <= posterior) continue;
      gain = own - posterior;
      [current, posterior] = [next, own];
      break;
    }
    if (gain < SMALL_GAIN) break;
  }
  return current;
}

function scoringStep(
  neighbourhoods: readonly Neighbourhood[],
  logs: Float64Array,
  means: Float64Array,
  dispersion: number,
): number[] {
  const factors = logs.map(Math.exp);
  const matrix = Array.from(logs, (_, k) => {
    const row = new Float64Array(USES);
    row[k] = 1 / deviationOf(k) ** 2;
    return row;
  });
  const right = Array.from(logs, (log, k) => (means[k] - log) / deviationOf(k) ** 2);
  const away = new Float64Array(USES);
  for (const own of neighbourhoods) {
    const { chance, following, pull, all } = modelOf(own, factors);
    const mean = new Float64Array(USES);
    for (const room of own.room) for (let k = 0; k < USES; k++) mean[k] += (room[k] * factors[k]) / all;
    for (const [i, room] of own.room.entries()) {
      const expected = (own.total * chance[i]) / dispersion;
      const residual = own.persons[i] / dispersion;
      for (let k = 0; k < USES; k++) away[k] = following[i] * ((room[k] * factors[k]) / pull[i] - mean[k]);
      for (let k = 0; k < USES; k++) {
        right[k] += residual * away[k];
        for (let l = 0; l < USES; l++) matrix[k][l] += expected * away[k] * away[l];
      }
    }
  }
  return solvePositiveDefinite(matrix, right);
}

/** The share of learnt logs that best predicts other neighbourhoods; 0 where plain room does. */
function shrinkageOf(neighbourhoods: readonly Neighbourhood[], dispersion: number): number {
  const plain = priorMeans();
  const gains = SHRINKAGES.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const isHeldOut = (i: number): boolean => i % FOLDS === fold;
    const learnt = likeliestLogs(
      neighbourhoods.filter((_, i) => !isHeldOut(i)),
      dispersion,
    );
    const others = neighbourhoods.filter((_, i) => isHeldOut(i));
    // The roadside factor is learnt elsewhere.
    const base = plain.with(ROADSIDE, learnt[ROADSIDE]);
    const before = logLikelihood(others, base);
    for (const [i, share] of SHRINKAGES.entries()) {
      const shrunk = learnt.map((log, k) => (k === ROADSIDE ? log : share * log));
      gains[i] += logLikelihood(others, shrunk) - before;
    }
  }
  const best = gains.reduce((most, gain, i) => (gain > gains[most] ? i : most), 0);
  return gains[best] > 0 ? SHRINKAGES[best] : 0;
}
