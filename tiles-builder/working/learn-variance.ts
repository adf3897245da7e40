/**
 * How far people in a zone are off, learnt from the panel itself: its persons are split at random into halves, each half is
 * counted as if it were a panel, by groups of half as many persons, and zones are counted by both.
 */

import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { Random } from '../numbers/random.ts';
import type { MillipersonsByCell } from '../records.ts';
import { DiscSums, drawDisc } from './disc-sums.ts';
import type { PanelPersons } from './find-places.ts';
import { TooFewPersons } from './merge-upwards.ts';
import { PRIVACY } from './parameters.ts';

/** People by cell as they would be released, and as they are found, without groups. */
export interface HalfCounts {
  readonly spread: MillipersonsByCell;
  readonly found: MillipersonsByCell;
}

/** Variance of a count for each of the people counted, by their number. */
export type VarianceOf = (people: number) => number;

const SEED = 16;
const SPLITS = 2;
const ZONES_PER_SPLIT = 1_200;
/** Fewer tell nothing. */
export const FEWEST_ZONES = 100;
/** Zones are discs; as many around people as anywhere with room for them. A count of fewer tells nothing. */
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
}

/**
 * What one half counts differs from what the other found by its own variance, by that of what was found and by what spreading
 * people over groups makes wrong; the first two are known from the differences of both halves. The variance of a whole panel is
 * that of a half, less what being twice as many makes of it.
 * @param meanWeight people that a person of the panel stands for
 * @param total people of the whole dataset
 * @returns of a panel that is too small to be split, so much that a count tells nothing but the total
 */
export function learnVariance(
  panel: readonly PanelPersons[],
  meanWeight: number,
  total: number,
  countHalf: (half: readonly PanelPersons[]) => HalfCounts,
): VarianceOf {
  const zones = compareInZones(panel, total, countHalf);
  if (zones.length < FEWEST_ZONES) return () => total;
  // A person who stands for w people makes a variance of w - 1 for each, in a half of the panel of 2 w - 1.
  const ofWholePanel = Math.max(meanWeight - 1, 0) / (2 * Math.max(meanWeight, 1) - 1);
  return (people) => {
    const weights = weightsAround(people, zones);
    let spreading = 0;
    let ofCounts = 0;
    let scale = 0;
    for (const [i, zone] of zones.entries()) {
      const weight = weights[i];
      spreading += weight * (zone.acrossHalves - zone.ofCounts - zone.ofFound);
      ofCounts += weight * zone.ofCounts;
      scale += weight * zone.people * (1 - zone.people / total);
    }
    return (Math.max(0, spreading) + ofCounts * ofWholePanel) / scale;
  };
}

/** How much each zone tells of a count: the more, the less it differs from its own in proportion. */
export function weightsAround(people: number, zones: readonly { readonly people: number }[]): number[] {
  const distances = zones.map((zone) => Math.abs(Math.log(Math.max(people, FEWEST_PEOPLE) / zone.people)));
  const nearest = distances.reduce((least, distance) => Math.min(least, distance), Infinity);
  return distances.map((distance) => Math.exp(-((distance ** 2 - nearest ** 2) / (2 * BANDWIDTH ** 2))));
}

function compareInZones(
  panel: readonly PanelPersons[],
  total: number,
  countHalf: (half: readonly PanelPersons[]) => HalfCounts,
): ComparedZone[] {
  const random = new Random(SEED);
  const zones: ComparedZone[] = [];
  try {
    for (let split = 0; split < SPLITS; split++) {
      const [one, other] = splitPanel(panel, random).map(countHalf);
      zones.push(...compareHalves(one, other, random));
    }
  } catch (error) {
    if (error instanceof TooFewPersons) return [];
    throw error;
  }
  return zones.filter(({ people }) => people >= FEWEST_PEOPLE && people <= GREATEST_SHARE * total);
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

function compareHalves(one: HalfCounts, other: HalfCounts, random: Random): ComparedZone[] {
  const sums = new DiscSums([one.spread, other.spread, one.found, other.found], areaOf);
  const zones: ComparedZone[] = [];
  for (let drawn = 0; drawn < ZONES_PER_SPLIT; drawn++) {
    const [spread, otherSpread, found, otherFound] = drawDisc(sums, drawn % 2 === 0, random);
    const people = (spread + otherSpread) / 2;
    zones.push({
      people,
      acrossHalves: ((spread - otherFound) ** 2 + (otherSpread - found) ** 2) / 2,
      ofCounts: (spread - otherSpread) ** 2 / 2,
      ofFound: (found - otherFound) ** 2 / 2,
    });
  }
  return zones;
}
