/** Learns from a sample of census units how many people live in which buildings. */
import { type BoundingBox, boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { AreaIndex } from '../geometry/area-index.ts';
import { overlap, PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { GrowingArray } from '../numbers/growing-array.ts';
import { rankOfText } from '../numbers/rank-of-text.ts';
import type { UnitTable } from '../read/census/unit-table.ts';
import { fitLogSums, type KnownSum } from './fit-log-sums.ts';
import { FEATURES, offsetOf, setFeatures } from './site-features.ts';
import type { Sites } from './sites.ts';
import type { Weights } from './weights.ts';

/** Few coefficients are learnt: more units or sites would take longer and tell no more. */
const MOST_UNITS = 2_000;
/** 80 bytes each. */
const MOST_SITES = 1_000_000;

/** A unit teaches if it lies in the data whole, has people and at least so much footprint for each. */
const MIN_PEOPLE = 20;
const MIN_M2_A_PERSON = 5;
const WHOLE = 1 - 1e-6;
/** With fewer units the defaults are all that is known. */
const MIN_UNITS = 4;
/** What a unit's people differ from the model by, whatever their number, */
const UNIT_DEVIATION = 0.2;
/** and by how many of them live as others do next door: as many chances are one. */
const PEOPLE_ALIKE = 15;

/** What a census teaches. */
export interface Learnt {
  readonly weights: Weights;
  /** How many of its units teach it; 0 where these are too few, and the weights the defaults. */
  readonly units: number;
}

/** Units to learn from, in the order of their ranks: plain data. */
export interface TeachingUnits {
  readonly ranks: readonly number[];
  readonly outlines: readonly Zone[];
}

/** The sites of an area that stand in units to learn from, with an entry each: plain data. */
export interface Lessons {
  /** Of the unit. */
  readonly rank: Uint32Array;
  readonly usable_m2: Float64Array;
  readonly offset: Float64Array;
  /** Site by site, see FEATURES. */
  readonly features: Float32Array;
}

/** A site in several units is taken for one of the first in rank. */
export function lessonsIn(sites: Sites, { ranks, outlines }: TeachingUnits): Lessons {
  const areas = outlines.map((outline) => new PlanarArea(outline));
  const index = new AreaIndex(areas.map(({ box }) => box));
  const rank = new GrowingArray(Uint32Array);
  const usable_m2 = new GrowingArray(Float64Array);
  const offset = new GrowingArray(Float64Array);
  const features = new GrowingArray(Float32Array);
  const own = new Float32Array(FEATURES.length);
  for (let site = 0; site < sites.count; site++) {
    const [lon, lat] = [sites.lon[site], sites.lat[site]];
    const unit = index
      .meeting({ west: lon, east: lon, south: lat, north: lat })
      .find((near) => areas[near].containsAt(lon, lat));
    if (unit === undefined) continue;
    setFeatures(own, sites, site);
    rank.push(ranks[unit]);
    usable_m2.push(sites.usable_m2[site]);
    offset.push(offsetOf(sites, site));
    features.append(own);
  }
  return {
    rank: rank.view().slice(),
    usable_m2: usable_m2.view().slice(),
    offset: offset.view().slice(),
    features: features.view().slice(),
  };
}

/**
 * A sample of units, drawn by their ids, with the sites in them. It is the same whatever order units and areas come in: units are
 * ranked by their ids, and the first are taken, as many as their number and that of their sites allow.
 */
export class TeachingSample {
  readonly #units: readonly TeachingUnit[];
  readonly #mostSites: number;
  /** Units from this rank on have too many sites before them. */
  #end: number;
  #sites = 0;

  /** @param complete where units, buildings and streets are all known: units that lie in it whole are learnt from */
  constructor(units: UnitTable, complete: Zone, { mostUnits = MOST_UNITS, mostSites = MOST_SITES } = {}) {
    this.#units = firstByRank(units, complete, mostUnits)
      .map((unit) => units.unit(unit))
      .map(({ outline, people }): TeachingUnit => {
        const features = new GrowingArray(Float32Array);
        return { outline, box: boundingBoxOf(outline.flat()), people, usable_m2: 0, offsets: [], features };
      });
    this.#mostSites = mostSites;
    this.#end = this.#units.length;
  }

  /** Units of which sites are still wanted. @param box what they meet */
  near(box: BoundingBox): TeachingUnits {
    const ranks = [...this.#units.keys()].filter(
      (rank) => rank < this.#end && overlap(this.#units[rank].box, box),
    );
    return { ranks, outlines: ranks.map((rank) => this.#units[rank].outline) };
  }

  /** Areas are to be taken in ascending order. */
  take({ rank, usable_m2, offset, features }: Lessons): void {
    for (const [site, own] of rank.entries()) {
      if (own >= this.#end) continue;
      const unit = this.#units[own];
      unit.usable_m2 += usable_m2[site];
      unit.offsets.push(offset[site]);
      unit.features.append(features.subarray(site * FEATURES.length, (site + 1) * FEATURES.length));
      this.#sites++;
      while (this.#sites > this.#mostSites && this.#end > 1) this.#leaveOutLast();
    }
  }

  /** What the sample teaches; the defaults where it teaches nothing. */
  learnt(): Learnt {
    const teaching = this.#units
      .slice(0, this.#end)
      .filter(({ usable_m2, people }) => usable_m2 > 0 && usable_m2 >= MIN_M2_A_PERSON * people);
    const enough = teaching.length < MIN_UNITS ? [] : teaching;
    const sums = enough.map(
      ({ people }, group): KnownSum => ({
        group,
        sum: people,
        variance: UNIT_DEVIATION ** 2 + PEOPLE_ALIKE / people,
      }),
    );
    const sites = enough.reduce((sum, { offsets }) => sum + offsets.length, 0);
    const group = new Int32Array(sites);
    const offset = new Float64Array(sites);
    const features = new Float32Array(sites * FEATURES.length);
    let next = 0;
    for (const [own, unit] of enough.entries()) {
      group.fill(own, next, next + unit.offsets.length);
      offset.set(unit.offsets, next);
      features.set(unit.features.view(), next * FEATURES.length);
      next += unit.offsets.length;
    }
    const coefficients = fitLogSums(
      { group, offset, features },
      sums,
      FEATURES.map(({ prior }) => prior),
    );
    const weights = Object.fromEntries(FEATURES.map(({ name }, k) => [name, coefficients[k]]));
    return { weights, units: enough.length };
  }

  #leaveOutLast(): void {
    const last = this.#units[--this.#end];
    this.#sites -= last.offsets.length;
    last.offsets = [];
    last.features = new GrowingArray(Float32Array);
  }
}

interface TeachingUnit {
  readonly outline: Zone;
  readonly box: BoundingBox;
  readonly people: number;
  usable_m2: number;
  offsets: number[];
  features: GrowingArray<Float32Array>;
}

/** Units with people enough that lie inside a zone whole, the first of them by the ranks of their ids. */
function firstByRank(units: UnitTable, zone: Zone, most: number): number[] {
  const area = new PlanarArea(zone);
  const isWhole = (unit: number): boolean => {
    const relation = area.relationOf(units.box(unit));
    return relation === 'edge'
      ? shareInside(new PlanarArea(units.outline(unit)), area) >= WHOLE
      : relation === 'inside';
  };
  const ranks = new Float64Array(units.length);
  const candidates: number[] = [];
  for (const [unit, people] of units.people.entries()) {
    if (people < MIN_PEOPLE) continue;
    ranks[unit] = rankOfText(units.id(unit));
    candidates.push(unit);
  }
  const ranked = candidates.sort((a, b) => ranks[a] - ranks[b] || (units.id(a) < units.id(b) ? -1 : 1));
  const first: number[] = [];
  for (const unit of ranked) {
    if (first.length === most) break;
    if (isWhole(unit)) first.push(unit);
  }
  return first;
}
