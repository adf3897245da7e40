/**
 * Counts people by day in one partition from registers: at points in k-anonymous groups, in outlines, and at home by the share
 * of inhabitants.
 */
import { cellToChildrenSize, childPosToCell, latLngToCell } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { BandEstimate } from '../config/bands.ts';
import type { Allocations } from '../dataset/ledger.ts';
import { addTo } from '../numbers/add-to.ts';
import { Random } from '../numbers/random.ts';
import { roundToMillipersons } from '../numbers/round-to-millipersons.ts';
import { cellInPartition } from '../partitions/partitions.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { ReleaseOptions } from '../working/count-partition.ts';
import type { Places } from '../working/places.ts';
import type { RoomFollowed } from '../working/room-followed.ts';
import { countOutlines } from './count-outlines.ts';
import { countPoints } from './count-points.ts';
import type { OutlineInPartition, OutlineShare } from './outline-shares.ts';
import { PlacesOfSites } from './over-capacity.ts';
import type { CountsByCell } from './register-error-model.ts';
import { noTotals, type RegisterTotals } from './register-totals.ts';
import type { SitesInPartition } from './site-records.ts';

export interface RegistersInPartition {
  readonly partition: Cell;
  readonly sites: SitesInPartition;
  /** The cell of each point: see `anchorsOfSites`. */
  readonly anchors: readonly Cell[];
  /** By outline of `sites`. */
  readonly outlines: readonly OutlineInPartition[];
  readonly shares: readonly OutlineShare[];
  /** Room by day inside the coverage. */
  readonly places: Places;
  readonly release: Pick<ReleaseOptions, 'earlier' | 'round'> & { readonly followed: RoomFollowed };
  /** Inhabitants by cell and census unit. */
  readonly allocations: Allocations;
  /** Share by census unit. */
  readonly atHome: Float64Array;
  /** See `dispersionOf`. */
  readonly dispersion: number;
  readonly bands: readonly BandEstimate[];
  readonly isCovered: (cell: Cell) => boolean;
}

export interface CountedRegisters {
  readonly people: MillipersonsByCell;
  readonly totals: RegisterTotals;
  /** For the error model, not for release. */
  readonly counts: CountsByCell;
}

const SEED = 17;
/** Some 6 km wide. */
const DISTRICT_RESOLUTION = 6;
/** Inhabitants of a reported district without anybody at work, at least. */
const FEWEST_IDLE = 1_000;
/** Some 6 m wide. */
const FOUND_RESOLUTION = 14;

export function countRegisters(registers: RegistersInPartition): CountedRegisters {
  const counting = new RegisterCounting();
  const random = new Random(SEED);
  countPoints(counting, registers);
  countOutlines(counting, registers, random);
  countAtHome(counting, registers, random);
  const { partition, places } = registers;
  const room = Array.from(
    places.cell,
    (cell, i) => [cellInPartition(partition, cell), places.size[i]] as const,
  );
  const overCapacity = counting.places.overCapacity(room);
  const totals = { ...counting.totals, overCapacity, idle: counting.idleDistricts() };
  return { people: roundToMillipersons(counting.spread), totals, counts: counting };
}

/** People as they are counted: {@link CountsByCell}, totals, and places that may be over capacity. */
export class RegisterCounting implements CountsByCell {
  readonly spread = new Map<Cell, number>();
  readonly found = new Map<Cell, number>();
  readonly variance = new Map<Cell, number>();
  readonly living = new Map<Cell, number>();
  readonly totals = noTotals();
  readonly places = new PlacesOfSites();
  /** At sites, by district. */
  readonly #atSites = new Map<Cell, number>();

  addAtSite(cell: Cell, people: number): void {
    addTo(this.#atSites, parentOf(cell, DISTRICT_RESOLUTION), people);
  }

  /** @param variance of `people` */
  addFound(cell: Cell, [lon, lat]: Position, people: number, variance: number): void {
    addTo(this.found, latLngToCell(lat, lon, FOUND_RESOLUTION), people);
    addTo(this.variance, cell, variance);
  }

  /** Adds people at a random place of a cell. */
  addFoundSomewhere(cell: Cell, people: number, variance: number, random: Random): void {
    const place = random.integer(0, cellToChildrenSize(cell, FOUND_RESOLUTION) - 1);
    addTo(this.found, childPosToCell(place, cell, FOUND_RESOLUTION), people);
    addTo(this.variance, cell, variance);
  }

  /** Districts of many inhabitants without anybody at work. */
  idleDistricts(): RegisterTotals['idle'] {
    const inhabitants = new Map<Cell, number>();
    for (const [cell, people] of this.living) addTo(inhabitants, parentOf(cell, DISTRICT_RESOLUTION), people);
    const idle = [...inhabitants].filter(
      ([district, people]) => people >= FEWEST_IDLE && !(this.#atSites.get(district)! > 0),
    );
    return { places: idle.length, inhabitants: idle.reduce((sum, [, people]) => sum + people, 0) };
  }
}

function countAtHome(
  into: RegisterCounting,
  { partition, allocations, atHome, dispersion, isCovered }: RegistersInPartition,
  random: Random,
): void {
  for (const [i, number] of allocations.cell.entries()) {
    const cell = cellInPartition(partition, number);
    if (!isCovered(cell)) continue;
    const inhabitants = allocations.millipersons[i] / MILLIPERSONS;
    const share = atHome[allocations.unit[i]];
    const people = inhabitants * share;
    into.totals.inhabitants += inhabitants;
    into.totals.at_home += people;
    addTo(into.living, cell, inhabitants);
    addTo(into.spread, cell, people);
    into.addFoundSomewhere(cell, people, dispersion * inhabitants * share * (1 - share), random);
  }
}
