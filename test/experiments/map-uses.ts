/**
 * Simulates OpenStreetMap tags, independent of people: a third of buildings name their use, six of ten places have land use,
 * half of the shops are points, floors are rare. In Liechtenstein (2022), Malta (2018) and Monaco (2016), 32, 13 and 0.2 % of
 * buildings have tags.
 */

import { type Random, smoothField } from '../../tiles-builder/base/numbers/random.ts';
import type { Tags } from '../../tiles-builder/base/records.ts';
import {
  capacityAtWork,
  capacityByLand,
  personsAtPoint,
  type UseByDay,
  useByDayOfArea,
} from '../../tiles-builder/partitions/built-up/capacity-at-work.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';

/** Capacity in persons. */
export interface MappedPlace {
  readonly building: number;
  readonly points: readonly number[];
}

interface Sector {
  readonly shares: readonly [settlement: number, park: number];
  /** Footprint per job in a small building. */
  readonly job_m2: number;
  readonly building: string;
  readonly levels: number;
  /** Tags of a point, and its probability. */
  readonly point: Tags;
  readonly pointed: number;
  /** One point for the whole building. */
  readonly isOne?: boolean;
  /** Land use of its own plot. */
  readonly grounds?: Tags;
}

const SECTORS: readonly Sector[] = [
  { shares: [0.32, 0.2], job_m2: 12, building: 'office', levels: 4, point: { office: 'company' }, pointed: 0.08 },
  { shares: [0.25, 0.15], job_m2: 35, building: 'retail', levels: 1, point: { shop: 'yes' }, pointed: 0.25 },
  { shares: [0.12, 0.05], job_m2: 35, building: 'yes', levels: 2, point: { amenity: 'restaurant' }, pointed: 0.25 },
  { shares: [0.09, 0.55], job_m2: 60, building: 'industrial', levels: 1, point: { craft: 'yes' }, pointed: 0.02 },
  { shares: [0.08, 0], job_m2: 12, building: 'school', levels: 2, point: { amenity: 'school' }, pointed: 0.5, isOne: true, grounds: { amenity: 'school' } },
  { shares: [0.08, 0.03], job_m2: 30, building: 'hospital', levels: 3, point: { amenity: 'clinic' }, pointed: 0.4, isOne: true, grounds: { amenity: 'hospital' } },
  { shares: [0.06, 0.02], job_m2: 30, building: 'public', levels: 2, point: { amenity: 'townhall' }, pointed: 0.5, isOne: true },
]; // biome-ignore format: a table

const OWN_TAG = 0.33;
const LEVELS_TAG = 0.05;
const GROUNDS = 0.5;
const WORK_LAND_IN_SETTLEMENT = 0.15;
/** Share of places with land use. */
const LAND_USE = 0.6;
const LAND_PATCH_M = 1_500;
const PARK_LAND = ['industrial', 'industrial', 'commercial', 'retail'] as const;
/** Small workplaces among dwellings. */
const AMONG_DWELLINGS = { share: 0.3, mostJobs: 30 };
/** Relative frequency where buildings are unmapped. */
const POINTS_ELSEWHERE = 0.5;
/** Of dwellings, misplaced or closed. */
const STRAY_POINTS = 0.005;
const FLOOR_A_PERSON_M2 = 62.5;
const DWELLING_DEVIATION = 0.3;
/** Larger ones have unmapped floors. */
const FOOTPRINT_EXPONENT = 0.8;
const FOOTPRINT_DEVIATION = 0.7;
const SMALLEST_M2 = 60;

export class UsesOnMap {
  readonly #random: Random;
  readonly #drawn: (x: number, y: number) => number;
  readonly #parks = new Map<number, UseByDay | null>();

  constructor(random: Random) {
    this.#drawn = smoothField(random, LAND_PATCH_M);
    this.#random = random;
  }

  dwelling(at: Point, persons: number, isBlock: boolean): MappedPlace {
    const random = this.#random;
    const stray = random.chance(STRAY_POINTS) ? [personsAtPoint({ shop: 'yes' })!] : [];
    return {
      building: this.#building(
        dwellingFootprint_m2(persons, isBlock, random),
        { building: isBlock ? 'apartments' : 'house', 'building:levels': isBlock ? '4' : '2' },
        this.#residential(at),
      ),
      points: stray,
    };
  }

  empty(at: Point, footprint_m2: number): MappedPlace {
    return {
      building: this.#building(footprint_m2, { building: 'shed' }, this.#residential(at)),
      points: [],
    };
  }

  workplace(at: Point, jobs: readonly number[], park: number | null, isMapped: boolean): MappedPlace {
    const random = this.#random;
    const all = jobs.reduce((sum, own) => sum + own, 0);
    const sector = random.pick(SECTORS.map((own) => [own, own.shares[park === null ? 0 : 1]] as const));
    const pointed = sector.pointed * (isMapped ? 1 : POINTS_ELSEWHERE);
    const sites = sector.isOne ? 1 : jobs.length;
    const points = Array.from({ length: sites }, () => random.chance(pointed)).filter((is) => is);
    const inDwellings =
      park === null && all < AMONG_DWELLINGS.mostJobs && random.chance(AMONG_DWELLINGS.share);
    const building = inDwellings
      ? this.dwelling(at, random.integer(10, 50), true).building
      : this.#building(
          sector.job_m2 * all ** FOOTPRINT_EXPONENT * Math.exp(random.normal() * FOOTPRINT_DEVIATION),
          { building: sector.building, 'building:levels': String(sector.levels) },
          this.#landAtWork(at, sector, park),
        );
    return { building, points: points.map(() => personsAtPoint(sector.point)!) };
  }

  #building(footprint_m2: number, known: Tags, land: UseByDay | null): number {
    const random = this.#random;
    const building = random.chance(OWN_TAG) ? known.building! : 'yes';
    const levels = known['building:levels'];
    const hasLevels = random.chance(LEVELS_TAG) && levels !== undefined;
    const own = capacityAtWork({ building }, hasLevels ? Number(levels) : null);
    const area_m2 = Math.max(SMALLEST_M2, footprint_m2);
    const capacity_m2 =
      own.use === 'unknown' ? capacityByLand(own.capacityAtWork_m2, area_m2, land) : own.capacityAtWork_m2;
    return area_m2 * capacity_m2;
  }

  #residential(at: Point): UseByDay | null {
    return this.#drawn(...at) < LAND_USE ? 'dwelling' : null;
  }

  #landAtWork(at: Point, { grounds }: Sector, park: number | null): UseByDay | null {
    const random = this.#random;
    const hasGrounds = random.chance(GROUNDS);
    if (grounds && hasGrounds) return useByDayOfArea(grounds);
    if (park !== null) {
      if (!this.#parks.has(park)) {
        const landuse = PARK_LAND[random.integer(0, PARK_LAND.length - 1)];
        this.#parks.set(park, random.chance(LAND_USE) ? useByDayOfArea({ landuse }) : null);
      }
      return this.#parks.get(park)!;
    }
    if (!random.chance(WORK_LAND_IN_SETTLEMENT)) return this.#residential(at);
    return useByDayOfArea({ landuse: random.chance(0.5) ? 'commercial' : 'retail' });
  }
}

const dwellingFootprint_m2 = (persons: number, isBlock: boolean, random: Random): number =>
  (persons * FLOOR_A_PERSON_M2 * Math.exp(random.normal() * DWELLING_DEVIATION)) / (isBlock ? 4 : 1.5);
