/** Estimates the variance of counts from repeated split halves of the panel, compared in random discs (`compareSplits`). */

/** Variance of a count, divided by the count. */
export type VarianceOf = (people: number) => number;
/** Pairs with ascending people; a panel that is too small has none. */
export type VarianceTable = [people: number, variance: number][];

/** From fewer zones, no variance is estimated. */
export const FEWEST_ZONES = 100;
/** Zones with fewer people, in the mean of both halves, are not used. */
const FEWEST_PEOPLE = 20;
/** Zones with a greater share of all people are not used, as the census tells the total. */
const GREATEST_SHARE = 0.9;
/** The kernel over the logarithm of people has this bandwidth. */
const BANDWIDTH = Math.log(1.7);
/** People of one row of the table are those of the row before times this. */
const TABLE_STEP = 1.3;
/** A version uses the table before again unless mean deviations differ by this factor. */
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

/**
 * A half's count differs from what the other half found by the variances of both and of disaggregation. Differences between the
 * halves' counts give the first two. Errors that both halves share, as a panel has some persons rather than others, show in
 * homes alone: they are the mean product of both halves' errors against the census.
 * @param zones of all partitions and splits
 * @param weight people that a person stands for, in the mean over people
 * @param total people of the dataset
 */
export function varianceTable(zones: readonly ComparedZone[], weight: number, total: number): VarianceTable {
  const used = zones.filter(({ people }) => people >= FEWEST_PEOPLE && people <= GREATEST_SHARE * total);
  if (used.length < FEWEST_ZONES) return [];
  // A person of weight w makes a variance of w - 1 for each of the people; halves of weights 2 w differ by 2 w.
  const ofWholePanel = Math.max(weight - 1, 0) / (2 * weight);
  const varianceAt = (people: number): number => {
    const mean = meansAround(people, used, (zone) => zone.people);
    const scale = mean((zone) => zone.people * (1 - zone.people / total));
    const disaggregation = mean((zone) => zone.acrossHalves - zone.ofCounts - zone.ofFound);
    const drawing = mean((zone) => zone.ofCounts) * ofWholePanel;
    const homes = mean((zone) => zone.ofHomes);
    return (Math.max(0, disaggregation) + drawing + Math.max(0, homes)) / scale;
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

/** Returns the earlier table unless the learnt one has drifted: intervals would show the up to 5 % that one person moves it. */
export function followVariance(learnt: VarianceTable, earlier: VarianceTable | undefined): VarianceTable {
  if (earlier === undefined || earlier.length === 0 || learnt.length === 0) return learnt;
  const before = varianceBy(earlier, 0);
  const deviations = (varianceOf: VarianceOf): number =>
    learnt.reduce((sum, [people]) => sum + Math.sqrt(varianceOf(people)), 0);
  const drift = Math.abs(Math.log(deviations(varianceBy(learnt, 0)) / deviations(before)));
  return drift <= Math.log(MOST_DRIFT) ? earlier : learnt;
}

/**
 * Interpolates a table linearly in the logarithm of people, constant beyond its ends.
 * @param total people of the dataset, the variance by an empty table
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

/** Computes kernel-weighted means over zones of a similar size. */
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
