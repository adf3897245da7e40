/**
 * How far people in a zone are off, learnt from the panel itself: its persons are split at random into halves, each half is
 * counted as the panel is, by groups of half as many persons, and zones are counted by both. Their homes are held against the
 * census, which tells how far a panel is off that is not even.
 */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { Random } from '../numbers/random.ts';
import type { MillipersonsByCell } from '../records.ts';
import { DiscSums, drawDisc } from './disc-sums.ts';
import { TooFewPersons } from './merge-upwards.ts';
import type { PanelPersons } from './panel-persons.ts';
import { PRIVACY } from './parameters.ts';

/** People by cell as they would be released, as they are found, without groups, and where they live. */
export interface HalfCounts {
  readonly spread: MillipersonsByCell;
  readonly found: MillipersonsByCell;
  readonly homes: MillipersonsByCell;
  /** Of those at `homes`, how many are there by day. */
  readonly share_at_home: number;
}

/** Variance of a count for each of the people counted, by their number. */
export type VarianceOf = (people: number) => number;

const SEED = 16;
/**
 * Persons in a group of a half. With half as many as in the whole panel groups are finer than those of the
 * whole, since few persons are likelier to be in one place by chance; with one more they are coarser.
 */
const MIN_PERSONS = [PRIVACY.min_persons / 2, PRIVACY.min_persons / 2 + 1] as const;
/** A panel is split until so many persons were, as how a small one falls apart is chance that would decide on its intervals, */
const SPLIT_PERSONS = 20_000;
/** and so often at most, by each number of persons in a group. */
const MOST_SPLITS = 3;
const ZONES_PER_SPLIT = 1_200;
/** Fewer tell nothing. */
export const FEWEST_ZONES = 100;
/** Zones are discs, as many around people as anywhere with room for them. A count of fewer tells nothing. */
const FEWEST_PEOPLE = 20;
/** A zone of more of all people is nearly the total, which the census tells. */
const GREATEST_SHARE = 0.9;
/** Zones tell of counts so many times larger and smaller than theirs, with less and less weight. */
const BANDWIDTH = Math.log(1.7);

interface ComparedZone {
  readonly people: number;
  /** Squared differences: of what one half counts to what the other found, of both counts, and of both as found. */
  readonly acrossHalves: number;
  readonly ofCounts: number;
  readonly ofFound: number;
  /** The product of both halves' differences from the inhabitants, by how many of these are at home by day. */
  readonly ofHomes: number;
}

/**
 * What one half counts differs from what the other found by its own variance, by that of what was found and by what spreading
 * people over groups makes wrong; the first two are known from the differences of both halves. So is the variance of a whole
 * panel, which is less by what being twice as many makes of it. What both halves have in common does not show in this: that some
 * people are likelier to be in a panel than their neighbours. It shows in the homes, which are known: chance moves those of one
 * half apart from those of the other, so that the product of how far both are off is what both have in common. People at home by
 * day are taken to be off as far; who works in one place lives in many, where those who are too many and too few balance.
 * @param weight people that a person stands for whom one of the people is counted by: more than in the mean over persons, as
 *   those who stand for many count more
 * @param total people of the whole dataset
 * @param living inhabitants by cell, where they are known
 * @returns of a panel that is too small to be split, so much that a count tells nothing but the total
 */
export function learnVariance(
  panel: readonly PanelPersons[],
  weight: number,
  total: number,
  living: MillipersonsByCell,
  countHalf: (half: readonly PanelPersons[], minPersons: number) => HalfCounts,
): VarianceOf {
  const zones = compareInZones(panel, weight, total, living, countHalf);
  if (zones.length < FEWEST_ZONES) return () => total;
  // A person who stands for w people makes a variance of w - 1 for each. The halves, where each stands for 2 w, have nobody in
  // common, and so differ by 2 w for each.
  const ofWholePanel = Math.max(weight - 1, 0) / (2 * weight);
  return (people) => {
    const mean = meansAround(people, zones, (zone) => zone.people);
    const scale = mean((zone) => zone.people * (1 - zone.people / total));
    const spreading = mean((zone) => zone.acrossHalves - zone.ofCounts - zone.ofFound);
    const drawing = mean((zone) => zone.ofCounts) * ofWholePanel;
    const homes = mean((zone) => zone.ofHomes);
    return (Math.max(0, spreading) + drawing + Math.max(0, homes)) / scale;
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

const isOfUse = (people: number, total: number): boolean =>
  people >= FEWEST_PEOPLE && people <= GREATEST_SHARE * total;

function compareInZones(
  panel: readonly PanelPersons[],
  weight: number,
  total: number,
  living: MillipersonsByCell,
  countHalf: (half: readonly PanelPersons[], minPersons: number) => HalfCounts,
): ComparedZone[] {
  const random = new Random(SEED);
  const zones: ComparedZone[] = [];
  const persons = panel.reduce((sum, each) => sum + each.persons, 0);
  const splits = Math.min(MOST_SPLITS, Math.ceil(SPLIT_PERSONS / persons));
  try {
    for (const minPersons of MIN_PERSONS) {
      for (let split = 0; split < splits; split++) {
        const [one, other] = splitPanel(panel, random).map((half) => countHalf(half, minPersons));
        for (const zone of compareHalves(one, other, living, 2 * weight, random)) zones.push(zone);
      }
    }
  } catch (error) {
    if (error instanceof TooFewPersons) return [];
    throw error;
  }
  return zones.filter(({ people }) => isOfUse(people, total));
}

function splitPanel(panel: readonly PanelPersons[], random: Random): [PanelPersons[], PanelPersons[]] {
  const halves: [PanelPersons[], PanelPersons[]] = [[], []];
  for (const each of panel) {
    let first = 0;
    for (let i = 0; i < each.persons; i++) if (random.chance(0.5)) first++;
    if (first > 0) halves[0].push({ ...each, persons: first });
    if (first < each.persons) halves[1].push({ ...each, persons: each.persons - first });
  }
  return halves;
}

const areaOf = (cell: Cell): Cell => parentOf(cell, PRIVACY.finest_resolution);

/** @param weight people that a person of a half stands for */
function compareHalves(
  one: HalfCounts,
  other: HalfCounts,
  living: MillipersonsByCell,
  weight: number,
  random: Random,
): ComparedZone[] {
  const counts = [one.found, other.found, one.spread, other.spread, one.homes, other.homes, living];
  const sums = new DiscSums(counts, areaOf);
  const atHome = (one.share_at_home + other.share_at_home) / 2;
  const zones: ComparedZone[] = [];
  for (let drawn = 0; drawn < ZONES_PER_SPLIT; drawn++) {
    const disc = drawDisc(sums, drawn % 2 === 0, random);
    const [seen, otherFound, spread, otherSpread, homes, otherHomes, inhabitants] = disc.sums;
    // Who a zone is drawn around is in it for that reason, and does not count.
    const found = disc.holdsWhomItIsDrawnAround ? seen - weight : seen;
    zones.push({
      people: (spread + otherSpread) / 2,
      acrossHalves: ((spread - otherFound) ** 2 + (otherSpread - found) ** 2) / 2,
      ofCounts: (spread - otherSpread) ** 2 / 2,
      ofFound: (found - otherFound) ** 2 / 2,
      ofHomes: atHome * (homes - inhabitants) * (otherHomes - inhabitants),
    });
  }
  return zones;
}
