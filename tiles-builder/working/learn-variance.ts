/**
 * Estimates the variance of counts from the panel itself by repeated split halves: the persons are split at random, each half is
 * counted as the panel is, in groups of half as many persons, and random zones are counted by both. The homes of both halves are
 * compared with the census, which tells how uneven the panel is.
 */
import { fnv1a } from '../../src/format/fnv1a.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../numbers/random.ts';
import { cellAtResolution } from '../partitions/partitions.ts';
import { DiscSums, drawDisc } from './disc-sums.ts';
import { cellOf, NOWHERE, type PersonsInColumns } from './panel-persons.ts';
import { PRIVACY } from './parameters.ts';
import type { PeopleByCell } from './places.ts';

/**
 * What one half counts in a partition, by number of the area of groups: people as they would be released, where they were found,
 * and where they live.
 */
export interface HalfCounts {
  readonly spread: PeopleByCell;
  readonly found: PeopleByCell;
  readonly homes: PeopleByCell;
  /** Of those at `homes`, how many are there by day. */
  readonly share_at_home: number;
}

/** Variance of a count for each of the people counted, by their number. */
export type VarianceOf = (people: number) => number;
/** {@link VarianceOf} at some numbers of people, in ascending order; empty where the panel is too small to be split. */
export type VarianceTable = [people: number, variance: number][];

/** One way to split the panel. */
export interface Split {
  readonly number: number;
  /** Persons in a group of a half. */
  readonly minPersons: number;
}

/**
 * With half as many persons in a group as in the whole panel groups of a half are finer than those of the whole, since few
 * persons are likelier to be in one place by chance; with one more they are coarser.
 */
const MIN_PERSONS = [PRIVACY.min_persons / 2, PRIVACY.min_persons / 2 + 1] as const;
/** A panel is split until this many persons were: how a small one falls apart is chance that would decide on its intervals. */
const SPLIT_PERSONS = 20_000;
/** Splits by each number of persons in a group, at most. */
const MOST_SPLITS = 3;
const ZONES_PER_SPLIT = 1_200;
/** Partitions are sampled until they have about this many persons. */
const SAMPLED_PERSONS = 100_000;
/** Fewer zones tell nothing. */
export const FEWEST_ZONES = 100;
/** A count of fewer people tells nothing. */
const FEWEST_PEOPLE = 20;
/** A zone of more of all people is nearly the total, which the census tells. */
const GREATEST_SHARE = 0.9;
/** Zones tell of counts larger and smaller than theirs by this, with less and less weight. */
const BANDWIDTH = Math.log(1.7);
/** Numbers of people in a table, each this many times the one before. */
const TABLE_STEP = 1.3;
/** A later version keeps the table of the version before unless its deviations are on average this many times larger or smaller. */
const MOST_DRIFT = 1.15;

export interface ComparedZone {
  readonly people: number;
  /** Squared differences: of what one half counts to what the other found, of both counts, and of both as found. */
  readonly acrossHalves: number;
  readonly ofCounts: number;
  readonly ofFound: number;
  /** The product of both halves' differences from the inhabitants, by how many of these are at home by day. */
  readonly ofHomes: number;
}

/** @param persons of the panel */
export function splitsOf(persons: number): Split[] {
  const count = Math.min(MOST_SPLITS, Math.ceil(SPLIT_PERSONS / Math.max(1, persons)));
  return MIN_PERSONS.flatMap((minPersons, i) =>
    Array.from({ length: count }, (_, split) => ({ number: i * MOST_SPLITS + split, minPersons })),
  );
}

/** By what persons with the same cells are drawn: it depends on these cells alone. */
export const seedsOf = ({ home, occupation }: PersonsInColumns): Uint32Array =>
  Uint32Array.from(home, (own, row) => {
    const place = occupation[row] === NOWHERE ? null : cellOf(occupation[row]);
    return fnv1a(`${cellOf(own)}${place}`);
  });

/**
 * Splits persons by a draw.
 * @param persons by pair of cells, `seeds` of these
 * @returns how many of each pair of cells are in each half, which may be none
 */
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
 * How many zones of each split are drawn in each of some partitions: about as many in proportion to their people, and none in
 * most partitions of a large panel. Partitions are taken in an order that depends on their cells alone, until enough people are
 * in them.
 * @param persons of the whole panel
 * @returns partitions in ascending order
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
 * What one half counts differs from what the other found by its own variance, by that of what was found and by the error of
 * disaggregation; the first two are known from the differences of both halves. So is the variance of a whole panel, which is less
 * as it has twice as many persons. What both halves have in common does not show in this: that some people are likelier to be in
 * a panel than their neighbours. It shows in the homes, which are known: chance moves those of one half apart from those of the
 * other, so that the product of how far both are off is what both have in common. People at home by day are taken to be off as
 * far; people in one workplace live in many places, where too many and too few balance.
 * @param zones of all partitions and splits
 * @param weight people that a person stands for by whom one of the people is counted: more than in the mean over persons, as
 *   those who stand for many count more
 * @param total people of the whole dataset
 */
export function varianceTable(zones: readonly ComparedZone[], weight: number, total: number): VarianceTable {
  const used = zones.filter(({ people }) => people >= FEWEST_PEOPLE && people <= GREATEST_SHARE * total);
  if (used.length < FEWEST_ZONES) return [];
  // A person who stands for w people makes a variance of w - 1 for each. The halves, where each stands for 2 w, have nobody in
  // common, and so differ by 2 w for each.
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
 * The table of the version before, unless the one learnt now has drifted from it. One person more or less moves a learnt table by
 * up to 5 %, and with it most intervals: intervals of two versions would tell that somebody came or left.
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
 * Linear in the logarithm of the people, and constant beyond the ends of the table.
 * @param total people of the whole dataset: an empty table says that a count tells nothing but the total
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

/** Means over zones, those that are about as large as a count weighing most. */
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
 * Counts random discs in a partition by both halves, as many around people as anywhere with room for them.
 * @param living inhabitants by number of the area of groups
 * @param draw `weight`: people that a person of the whole panel stands for; `zones`: number of discs; `seed`: the same for the
 *   same partition and split
 */
export function compareHalves(
  [one, other]: readonly [HalfCounts, HalfCounts],
  living: PeopleByCell,
  {
    partition,
    weight,
    zones,
    seed,
  }: { readonly partition: Cell; readonly weight: number; readonly zones: number; readonly seed: string },
): ComparedZone[] {
  const counts = [one.found, other.found, one.spread, other.spread, one.homes, other.homes, living];
  const sums = DiscSums.ofNumbers(counts, (area) =>
    cellAtResolution(partition, area, PRIVACY.finest_resolution),
  );
  const atHome = (one.share_at_home + other.share_at_home) / 2;
  const random = new Random(fnv1a(seed));
  return Array.from({ length: zones }, (_, drawn) => {
    const disc = drawDisc(sums, drawn % 2 === 0, random);
    const [seen, otherFound, spread, otherSpread, homes, otherHomes, inhabitants] = disc.sums;
    // The person that a zone is drawn around is in it for that reason, and does not count.
    const found = disc.holdsWhomItIsDrawnAround ? seen - 2 * weight : seen;
    return {
      people: (spread + otherSpread) / 2,
      acrossHalves: ((spread - otherFound) ** 2 + (otherSpread - found) ** 2) / 2,
      ofCounts: (spread - otherSpread) ** 2 / 2,
      ofFound: (found - otherFound) ** 2 / 2,
      ofHomes: atHome * (homes - inhabitants) * (otherHomes - inhabitants),
    };
  });
}
