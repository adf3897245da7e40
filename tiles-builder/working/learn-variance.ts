/**
 * Estimates the variance of counts by repeated split halves: random halves of the panel, in groups of half as many persons, are
 * compared in random discs, and their homes with the census.
 */
import { fnv1a } from '../../src/format/fnv1a.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../numbers/random.ts';
import { type Centres, DiscSums, drawDisc } from './disc-sums.ts';
import { cellOf, NOWHERE, type PersonsInColumns } from './panel-persons.ts';
import { PRIVACY } from './parameters.ts';
import type { PeopleByCell } from './partition-columns.ts';

/** One half's people by finest area: released, found, and by home. */
export interface HalfCounts {
  readonly spread: PeopleByCell;
  readonly found: PeopleByCell;
  readonly homes: PeopleByCell;
  /** Of the people of `homes`. */
  readonly share_at_home: number;
}

/** Variance of a count, divided by the count. */
export type VarianceOf = (people: number) => number;
/** Ascending; empty for too small a panel. */
export type VarianceTable = [people: number, variance: number][];

export interface Split {
  readonly number: number;
  /** In a group of a half. */
  readonly minPersons: number;
}

/** Groups a little finer than the whole panel's, and a little coarser. */
const MIN_PERSONS = [PRIVACY.min_persons / 2, PRIVACY.min_persons / 2 + 1] as const;
/** Persons split in all: one split of a small panel says little. */
const SPLIT_PERSONS = 20_000;
/** For each of {@link MIN_PERSONS}. */
const MOST_SPLITS = 3;
const ZONES_PER_SPLIT = 1_200;
/** Persons in sampled partitions, about. */
const SAMPLED_PERSONS = 100_000;
export const FEWEST_ZONES = 100;
const FEWEST_PEOPLE = 20;
/** Of all people in a zone: the census tells the total. */
const GREATEST_SHARE = 0.9;
/** Of the kernel over the logarithm of people. */
const BANDWIDTH = Math.log(1.7);
const TABLE_STEP = 1.3;
/** A version keeps the table before unless mean deviations differ by this factor. */
const MOST_DRIFT = 1.15;

export interface ComparedZone {
  readonly people: number;
  /** Squared differences: one half's count to the other's found, both counts, and both found. */
  readonly acrossHalves: number;
  readonly ofCounts: number;
  readonly ofFound: number;
  /** Product of both halves' errors of inhabitants, times the share at home. */
  readonly ofHomes: number;
}

/** @param persons of the panel */
export function splitsOf(persons: number): Split[] {
  const count = Math.min(MOST_SPLITS, Math.ceil(SPLIT_PERSONS / Math.max(1, persons)));
  return MIN_PERSONS.flatMap((minPersons, i) =>
    Array.from({ length: count }, (_, split) => ({ number: i * MOST_SPLITS + split, minPersons })),
  );
}

/** Draw seeds by pair of cells. */
export function seedsOf({ home, occupation }: PersonsInColumns): Uint32Array {
  let seedOfHome = 0;
  return Uint32Array.from(home, (own, row) => {
    if (row === 0 || own !== home[row - 1]) seedOfHome = fnv1a(cellOf(own));
    return fnv1a(occupation[row] === NOWHERE ? 'null' : cellOf(occupation[row]), seedOfHome);
  });
}

/** @param persons by pair of cells */
export function splitPersons(
  persons: Float64Array,
  seeds: Uint32Array,
  { number }: Split,
): [Float64Array, Float64Array] {
  const random = new Random(0);
  const first = persons.map((count, row) => {
    random.restart(fnv1a(String(number), seeds[row]));
    let drawn = 0;
    for (let i = 0; i < count; i++) if (random.chance(0.5)) drawn++;
    return drawn;
  });
  return [first, persons.map((count, row) => count - first[row])];
}

/**
 * Samples partitions in an order by their cells alone.
 * @param persons of the whole panel
 * @returns zones of each split by partition, in proportion to people; ascending
 */
export function zonesIn(people: ReadonlyMap<Cell, number>, persons: number): Map<Cell, number> {
  const unitOf = (name: string): number => new Random(fnv1a(name)).unit();
  const all = [...people.values()].reduce((sum, own) => sum + own, 0);
  const enough = all * Math.min(1, SAMPLED_PERSONS / persons);
  const sampled: [Cell, number][] = [];
  let inSample = 0;
  for (const [cell, own] of [...people].sort(([a], [b]) => unitOf(a) - unitOf(b))) {
    if (own === 0) continue;
    if (inSample >= enough) break;
    sampled.push([cell, own]);
    inSample += own;
  }
  return new Map(
    sampled
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([cell, own]) => {
        const zones = Math.floor((ZONES_PER_SPLIT * own) / inSample + unitOf(`zones ${cell}`));
        return [cell, zones] as const;
      })
      .filter(([, zones]) => zones > 0),
  );
}

/**
 * One half's count differs from what the other found by three variances: of the count, of what was found, and of
 * disaggregation. Differences between halves give the first two. What halves have in common, as persons likelier to be in a
 * panel, shows in the homes alone: the mean product of both halves' errors against the census, for people at home by day.
 * @param zones of all partitions and splits
 * @param weight people that a person stands for, in the mean over people
 * @param total people of the whole dataset
 */
export function varianceTable(zones: readonly ComparedZone[], weight: number, total: number): VarianceTable {
  const used = zones.filter(({ people }) => people >= FEWEST_PEOPLE && people <= GREATEST_SHARE * total);
  if (used.length < FEWEST_ZONES) return [];
  // A person of weight w makes a variance of w - 1 for each of the people; halves, with weights of 2 w, differ by 2 w.
  const ofWholePanel = Math.max(weight - 1, 0) / (2 * weight);
  const varianceAt = (people: number): number => {
    const mean = meansAround(people, used, (zone) => zone.people);
    const scale = mean((zone) => zone.people * (1 - zone.people / total));
    const spreading = mean((zone) => zone.acrossHalves - zone.ofCounts - zone.ofFound);
    const drawing = mean((zone) => zone.ofCounts) * ofWholePanel;
    const homes = mean((zone) => zone.ofHomes);
    return (Math.max(0, spreading) + drawing + Math.max(0, homes)) / scale;
  };
  return tabulate(varianceAt, total);
}

/** @param total people of the whole dataset */
export function tabulate(varianceAt: VarianceOf, total: number): VarianceTable {
  const table: VarianceTable = [];
  for (let people = FEWEST_PEOPLE; people < TABLE_STEP * total; people *= TABLE_STEP) {
    table.push([people, varianceAt(people)]);
  }
  return table;
}

/**
 * The version before's table, unless drifted: one person moves a learnt table by up to 5 %, which intervals of two versions
 * would show.
 */
export function followVariance(learnt: VarianceTable, earlier: VarianceTable | undefined): VarianceTable {
  if (earlier === undefined || earlier.length === 0 || learnt.length === 0) return learnt;
  const before = varianceBy(earlier, 0);
  const deviations = (varianceOf: VarianceOf): number =>
    learnt.reduce((sum, [people]) => sum + Math.sqrt(varianceOf(people)), 0);
  const drift = Math.abs(Math.log(deviations(varianceBy(learnt, 0)) / deviations(before)));
  return drift <= Math.log(MOST_DRIFT) ? earlier : learnt;
}

/**
 * Interpolates a table linearly in the logarithm of the people, constant beyond its ends.
 * @param total people of the whole dataset; by an empty table a count has all of them for a variance
 */
export function varianceBy(table: VarianceTable, total: number): VarianceOf {
  if (table.length === 0) return () => total;
  return (people) => {
    const above = table.findIndex(([at]) => at >= people);
    if (above <= 0) return table.at(above)![1];
    const [[low, from], [high, to]] = [table[above - 1], table[above]];
    return from + ((to - from) * Math.log(people / low)) / Math.log(high / low);
  };
}

/** Kernel-weighted means over zones of about a size. */
export function meansAround<Z>(
  people: number,
  zones: readonly Z[],
  sizeOf: (zone: Z) => number,
): (value: (zone: Z) => number) => number {
  const distances = zones.map((zone) => Math.abs(Math.log(Math.max(people, FEWEST_PEOPLE) / sizeOf(zone))));
  const nearest = distances.reduce((least, distance) => Math.min(least, distance), Infinity);
  const weights = distances.map((distance) =>
    Math.exp(-((distance ** 2 - nearest ** 2) / (2 * BANDWIDTH ** 2))),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (value) => zones.reduce((sum, zone, i) => sum + weights[i] * value(zone), 0) / all;
}

/**
 * Counts random discs in a partition by both halves, half of them around people.
 * @param living inhabitants by number of the finest areas
 * @param draw `weight`: people that a person of the whole panel stands for; `zones`: number of discs
 */
export function compareHalves(
  [one, other]: readonly [HalfCounts, HalfCounts],
  living: PeopleByCell,
  {
    centresOf,
    weight,
    zones,
    seed,
  }: {
    readonly centresOf: (areas: Uint32Array) => Centres;
    readonly weight: number;
    readonly zones: number;
    readonly seed: string;
  },
): ComparedZone[] {
  const counts = [one.found, other.found, one.spread, other.spread, one.homes, other.homes, living];
  const sums = DiscSums.ofNumbers(counts, centresOf);
  const atHome = (one.share_at_home + other.share_at_home) / 2;
  const random = new Random(fnv1a(seed));
  return Array.from({ length: zones }, (_, drawn) => {
    const disc = drawDisc(sums, drawn % 2 === 0, random);
    const [seen, otherFound, spread, otherSpread, homes, otherHomes, inhabitants] = disc.sums;
    // A disc's sampled person does not count.
    const found = disc.containsSampledPerson ? seen - 2 * weight : seen;
    return {
      people: (spread + otherSpread) / 2,
      acrossHalves: ((spread - otherFound) ** 2 + (otherSpread - found) ** 2) / 2,
      ofCounts: (spread - otherSpread) ** 2 / 2,
      ofFound: (found - otherFound) ** 2 / 2,
      ofHomes: atHome * (homes - inhabitants) * (otherHomes - inhabitants),
    };
  });
}
