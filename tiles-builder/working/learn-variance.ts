/**
 * How far people in a zone are off, learnt from the panel itself: its persons are split at random into halves, each half is
 * counted as if it were a panel, by groups of half as many persons, and zones are counted by both. Their homes are held
 * against the census, which tells how far a panel is off that is not even.
 */
import { cellToLatLng } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { totalMillipersons } from '../living/round-to-millipersons.ts';
import { Random } from '../numbers/random.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { PanelPersons } from './find-places.ts';
import { TooFewPersons } from './merge-upwards.ts';
import { PRIVACY } from './parameters.ts';

/** People by cell as they would be released, as they are found, without groups, and where they live. */
export interface HalfCounts {
  readonly spread: MillipersonsByCell;
  readonly found: MillipersonsByCell;
  readonly homes: MillipersonsByCell;
}

/** Variance of a count for each of the people counted, by their number. */
export type VarianceOf = (people: number) => number;

const SEED = 16;
/**
 * Persons in a group of a half, for one split each. With half as many as in the whole panel groups are finer than those of the
 * whole, since few persons are likelier to be in one place by chance; with one more they are coarser.
 */
const MIN_PERSONS = [PRIVACY.min_persons / 2, PRIVACY.min_persons / 2 + 1] as const;
const ZONES_PER_SPLIT = 1_200;
/** Fewer tell nothing. */
const FEWEST_ZONES = 100;
/** Zones are discs; as many around people as anywhere with room for them. */
const RADII_M = [120, 4_000] as const;
const ASIDE_M = 300;
const FEWEST_PEOPLE = 20;
/** A zone of more of all people is nearly the total, which the census tells. */
const GREATEST_SHARE = 0.9;
/** Zones tell of counts so many times larger and smaller than theirs, with less and less weight. */
const BANDWIDTH = Math.log(1.7);
const METRES_PER_DEGREE = 111_195;

interface ComparedZone {
  readonly people: number;
  /** Squared differences: of what one half counts to what the other found, of both counts, and of both as found. */
  readonly acrossHalves: number;
  readonly ofCounts: number;
  readonly ofFound: number;
  readonly inhabitants: number;
  /** The product of both halves' differences from the inhabitants. */
  readonly ofHomes: number;
}

/**
 * What one half counts differs from what the other found by its own variance, by that of what was found and by what spreading
 * people over groups makes wrong; the first two are known from the differences of both halves. The variance of a whole panel is
 * that of a half, less what being twice as many makes of it. What both halves have in common does not show in this: that some
 * people are likelier to be in a panel than their neighbours, and that places are found amiss. It shows in the homes, which are
 * known: chance moves those of one half apart from those of the other, so that the product of how far both are off is what
 * both have in common. Occupation places are taken to be off as far as homes.
 * @param meanWeight people that a person of the panel stands for
 * @param total people of the whole dataset
 * @param living inhabitants by cell, where they are known
 * @returns of a panel that is too small to be split, so much that a count tells nothing but the total
 */
export function learnVariance(
  panel: readonly PanelPersons[],
  meanWeight: number,
  total: number,
  living: MillipersonsByCell,
  countHalf: (half: readonly PanelPersons[], minPersons: number) => HalfCounts,
): VarianceOf {
  const zones = compareInZones(panel, meanWeight, total, living, countHalf);
  if (zones.length < FEWEST_ZONES) return () => total;
  // A person who stands for w people makes a variance of w - 1 for each, in a half of the panel of 2 w - 1.
  const ofWholePanel = Math.max(meanWeight - 1, 0) / (2 * Math.max(meanWeight, 1) - 1);
  const inhabitants = totalMillipersons(living) / MILLIPERSONS;
  const inhabited = zones.filter((zone) => isOfUse(zone.inhabitants, inhabitants));
  return (people) => {
    const mean = meansAround(people, zones, (zone) => zone.people);
    const scale = mean((zone) => zone.people * (1 - zone.people / total));
    const spreading = mean((zone) => zone.acrossHalves - zone.ofCounts - zone.ofFound);
    const drawing = mean((zone) => zone.ofCounts) * ofWholePanel;
    const ofPeople = (Math.max(0, spreading) + drawing) / scale;
    if (inhabited.length < FEWEST_ZONES) return ofPeople;
    const meanOfHomes = meansAround(people, inhabited, (zone) => zone.inhabitants);
    const homesScale = meanOfHomes((zone) => zone.inhabitants * (1 - zone.inhabitants / inhabitants));
    return (
      ofPeople +
      Math.max(
        0,
        meanOfHomes((zone) => zone.ofHomes),
      ) /
        homesScale
    );
  };
}

/** Means over zones, those that are about as large as a count weighing most. */
function meansAround(
  people: number,
  zones: readonly ComparedZone[],
  sizeOf: (zone: ComparedZone) => number,
): (value: (zone: ComparedZone) => number) => number {
  const distances = zones.map((zone) => Math.abs(Math.log(Math.max(people, FEWEST_PEOPLE) / sizeOf(zone))));
  const nearest = Math.min(...distances);
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
  meanWeight: number,
  total: number,
  living: MillipersonsByCell,
  countHalf: (half: readonly PanelPersons[], minPersons: number) => HalfCounts,
): ComparedZone[] {
  const random = new Random(SEED);
  const zones: ComparedZone[] = [];
  try {
    for (const minPersons of MIN_PERSONS) {
      const [one, other] = splitPanel(panel, random).map((half) => countHalf(half, minPersons));
      zones.push(...compareHalves(one, other, living, 2 * meanWeight, random));
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

/** @param weight people that a person of a half stands for */
function compareHalves(
  one: HalfCounts,
  other: HalfCounts,
  living: MillipersonsByCell,
  weight: number,
  random: Random,
): ComparedZone[] {
  const sums = new DiscSums([
    one.found,
    other.found,
    one.spread,
    other.spread,
    one.homes,
    other.homes,
    living,
  ]);
  const zones: ComparedZone[] = [];
  for (let drawn = 0; drawn < ZONES_PER_SPLIT; drawn++) {
    const radius_m = RADII_M[0] * (RADII_M[1] / RADII_M[0]) ** random.unit();
    const isAroundSomebody = drawn % 2 === 0;
    const [x, y] = isAroundSomebody ? sums.areaOfSomebody(random) : sums.anyArea(random);
    const aside = [random.normal() * ASIDE_M, random.normal() * ASIDE_M] as const;
    const [seen, otherFound, spread, otherSpread, homes, otherHomes, inhabitants] = sums.within(
      [x + aside[0], y + aside[1]],
      radius_m,
    );
    // Who a zone is drawn around is in it for that reason, and does not count.
    const found = isAroundSomebody && Math.hypot(...aside) <= radius_m ? seen - weight : seen;
    zones.push({
      people: (spread + otherSpread) / 2,
      acrossHalves: ((spread - otherFound) ** 2 + (otherSpread - found) ** 2) / 2,
      ofCounts: (spread - otherSpread) ** 2 / 2,
      ofFound: (found - otherFound) ** 2 / 2,
      inhabitants,
      ofHomes: (homes - inhabitants) * (otherHomes - inhabitants),
    });
  }
  return zones;
}

/** Sums of several counts over discs, by the finest areas of groups. Metres are those of the sphere at the middle latitude. */
class DiscSums {
  static readonly #SQUARE_M = 250;
  readonly #points: number[][] = [];
  readonly #squares = new Map<string, number[]>();
  readonly #occupied: number[][];
  /** Of the first count. */
  readonly #runningPeople: Float64Array;
  readonly #noPeople: readonly number[];

  constructor(counts: readonly ReadonlyMap<Cell, number>[]) {
    this.#noPeople = counts.map(() => 0);
    const byArea = new Map<Cell, number[]>();
    for (const [index, count] of counts.entries()) {
      for (const [cell, millipersons] of count) {
        const area = parentOf(cell, PRIVACY.finest_resolution);
        let sums = byArea.get(area);
        if (!sums) {
          sums = this.#noPeople.slice();
          byArea.set(area, sums);
        }
        sums[index] += millipersons / MILLIPERSONS;
      }
    }
    const areas = [...byArea].sort(([a], [b]) => (a < b ? -1 : 1));
    const positions = areas.map(([area]) => cellToLatLng(area));
    const middle = positions.reduce((sum, [lat]) => sum + lat, 0) / positions.length;
    const perLon_m = METRES_PER_DEGREE * Math.cos((middle * Math.PI) / 180);
    let total = 0;
    this.#runningPeople = Float64Array.from(areas, ([, sums]) => {
      total += sums[0];
      return total;
    });
    for (const [index, [, sums]] of areas.entries()) {
      const [lat, lon] = positions[index];
      const at = [lon * perLon_m, lat * METRES_PER_DEGREE, ...sums];
      this.#points.push(at);
      const key = DiscSums.#keyOf(at[0], at[1]);
      const square = this.#squares.get(key);
      if (square) square.push(index);
      else this.#squares.set(key, [index]);
    }
    this.#occupied = [...this.#squares.values()];
  }

  /** As likely in one square with room for people as in another, however many areas it holds. */
  anyArea(random: Random): number[] {
    const squares = this.#occupied;
    return this.#points[squares[random.integer(0, squares.length - 1)][0]];
  }

  /** As likely where people are by the first count. */
  areaOfSomebody(random: Random): number[] {
    return this.#points[random.pickIndex(this.#runningPeople)];
  }

  within([x, y]: readonly [number, number], radius_m: number): number[] {
    const sums = this.#noPeople.slice();
    for (let east = x - radius_m; east < x + radius_m + DiscSums.#SQUARE_M; east += DiscSums.#SQUARE_M) {
      for (let north = y - radius_m; north < y + radius_m + DiscSums.#SQUARE_M; north += DiscSums.#SQUARE_M) {
        for (const index of this.#squares.get(DiscSums.#keyOf(east, north)) ?? []) {
          const point = this.#points[index];
          if ((point[0] - x) ** 2 + (point[1] - y) ** 2 > radius_m ** 2) continue;
          for (let i = 0; i < sums.length; i++) sums[i] += point[i + 2];
        }
      }
    }
    return sums;
  }

  static #keyOf(x: number, y: number): string {
    return `${Math.floor(x / DiscSums.#SQUARE_M)},${Math.floor(y / DiscSums.#SQUARE_M)}`;
  }
}
