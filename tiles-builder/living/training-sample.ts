/**
 * Draws the training sample of the dwelling weights: up to 2,000 census units, by hash of their ids, with at least 20 people
 * and all their area in complete data, with the features of their homes.
 */
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Position,
  type Zone,
} from '../../src/geo/positions.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { rankOfText } from '../base/numbers/rank-of-text.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { PolygonIndex } from '../geometry/polygon-index.ts';
import type { UnitTable } from '../sources/census/unit-table.ts';
import { type BlendedWeights, blendWeights } from './blend-weights.ts';
import { FEATURES, offsetOf, setFeatures } from './site-features.ts';
import type { Sites } from './sites.ts';

const MOST_UNITS = 2_000;
const MOST_SITES = 1_000_000;

const MIN_PEOPLE = 20;
const MIN_M2_A_PERSON = 5;
/** Least share of a unit's area in the data. */
const WHOLE = 1 - 1e-6;

/** Units by rank, as plain data. */
export interface TrainingUnits {
  readonly ranks: readonly number[];
  readonly outlines: readonly Zone[];
}

/** Sites of a partition, as plain data. */
export interface SampleColumns {
  readonly rank: Uint32Array;
  readonly usable_m2: Float64Array;
  readonly offset: Float64Array;
  /** Features, row-major by site. */
  readonly features: Float32Array;
}

/** A site in several units counts for the first. */
export function sampleIn(sites: Sites, { ranks, outlines }: TrainingUnits): SampleColumns {
  const areas = outlines.map((outline) => new PlanarArea(outline));
  const index = new PolygonIndex(areas.map(({ box }) => box));
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
    rank: rank.taken(),
    usable_m2: usable_m2.taken(),
    offset: offset.taken(),
    features: features.taken(),
  };
}

export class TrainingSample {
  readonly #units: readonly SampledUnit[];
  readonly #mostSites: number;
  /** Rank at which the limit of sites is reached. */
  #end: number;
  #sites = 0;

  /** @param complete where units, buildings and streets are complete */
  constructor(units: UnitTable, complete: Zone, { mostUnits = MOST_UNITS, mostSites = MOST_SITES } = {}) {
    this.#units = firstByRank(units, complete, mostUnits).map((unit): SampledUnit => {
      const features = new GrowingArray(Float32Array);
      const outline = units.outline(unit);
      const box = boundingBoxOf(outline.flat());
      return { outline, people: units.people[unit], box, usable_m2: 0, offsets: [], features };
    });
    this.#mostSites = mostSites;
    this.#end = this.#units.length;
  }

  /** Returns the units whose sites are still needed. */
  near(box: BoundingBox): TrainingUnits {
    const ranks = [...this.#units.keys()].filter(
      (rank) => rank < this.#end && boxesOverlap(this.#units[rank].box, box),
    );
    return { ranks, outlines: ranks.map((rank) => this.#units[rank].outline) };
  }

  /** Partitions must come in ascending order. */
  take({ rank, usable_m2, offset, features }: SampleColumns): void {
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

  learnt(): BlendedWeights {
    const training = this.#units
      .slice(0, this.#end)
      .filter(({ usable_m2, people }) => usable_m2 > 0 && usable_m2 >= MIN_M2_A_PERSON * people)
      .map((unit) => ({ ...unit, features: unit.features.view(), middle: middleOf(unit.box) }));
    return blendWeights(training);
  }

  #leaveOutLast(): void {
    const last = this.#units[--this.#end];
    this.#sites -= last.offsets.length;
    last.offsets = [];
    last.features = new GrowingArray(Float32Array);
  }
}

const middleOf = ({ west, south, east, north }: BoundingBox): Position => [
  (west + east) / 2,
  (south + north) / 2,
];

interface SampledUnit {
  readonly outline: Zone;
  readonly people: number;
  readonly box: BoundingBox;
  usable_m2: number;
  offsets: number[];
  features: GrowingArray<Float32Array>;
}

function firstByRank(units: UnitTable, zone: Zone, most: number): number[] {
  const area = new PlanarArea(zone);
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
    const box = units.box(unit);
    const relation = area.relationOf(box);
    const isWhole = (): boolean =>
      shareInside(new PlanarArea(units.outline(unit)), area.clippedTo(box)) >= WHOLE;
    if (relation === 'inside' || (relation === 'edge' && isWhole())) first.push(unit);
  }
  return first;
}
