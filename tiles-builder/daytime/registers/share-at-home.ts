/**
 * Reads the share of inhabitants who are at home in working hours by census unit, pools it in k-anonymous groups, and estimates
 * its overdispersion.
 */
import { parentOf } from '../../../src/geo/cells.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import type { Progress } from '../../base/records.ts';
import { cellAt } from '../../geometry/grid-cells.ts';
import { numberAtResolution, partitionOf } from '../../partitions/partitions.ts';
import { readCensus } from '../../sources/census/census.ts';
import { nestSquares } from '../../sources/census/nest-squares.ts';
import type { UnitTable } from '../../sources/census/unit-table.ts';
import type { CensusConfig } from '../../sources/config/config.ts';
import { isRaster } from '../../sources/config/format-of.ts';
import { type AreaContents, formGroups, Membership } from '../h3-groups.ts';
import { PRIVACY } from '../parameters.ts';

export interface AtHome {
  readonly shares: Float64Array;
  readonly dispersion: number;
}

/** @returns shares in the order of the census's table; those from a column are pooled, see {@link pooledShares} */
export async function sharesAtHome(
  census: CensusConfig & { readonly at_home: string | number },
  progress: Progress,
  scratch: string,
): Promise<AtHome> {
  const { file, at_home } = census;
  if (typeof at_home === 'string' && isRaster(file)) {
    throw new BadInput(file, null, 'a raster has no column; at_home can be one number');
  }
  const listed = await readCensus(census, progress, scratch);
  const { units } = nestSquares(file, listed);
  if (typeof at_home === 'number') {
    return { shares: new Float64Array(units.length).fill(at_home), dispersion: 1 };
  }
  const { growth: _, suppressed: __, ...plain } = census;
  const given = await readCensus({ ...plain, population: at_home }, progress, scratch);
  for (let unit = 0; unit < listed.length; unit++) {
    const [id, other, share] = [listed.id(unit), given.id(unit), given.people[unit]];
    if (id !== other) {
      throw new BadInput(file, id, `has the same box as ${other}, and which share is whose is not clear`);
    }
    if (share > 1) throw new BadInput(file, id, `${at_home} is ${share}, which is no share from 0 to 1`);
  }
  const own = units === listed ? given.people : sharesById(units, given);
  const shares = pooledShares(units, own);
  if (shares === null) {
    throw new BadInput(
      file,
      null,
      `has fewer than ${PRIVACY.min_persons} people at home or away by ${at_home}`,
      'Give one number for at_home.',
    );
  }
  return { shares, dispersion: dispersionOf(units, own) };
}

function sharesById(units: UnitTable, given: UnitTable): Float64Array {
  const shareOf = new Map(Array.from(given.people, (share, unit) => [given.id(unit), share]));
  return Float64Array.from(units.people, (_, unit) => shareOf.get(units.id(unit))!);
}

/** Estimates overdispersion against a binomial draw by unit, at least 1: households are at home together. */
export function dispersionOf({ people }: Pick<UnitTable, 'people'>, shares: Float64Array): number {
  const sum = (of: (own: number, unit: number) => number): number =>
    people.reduce((sum, own, unit) => sum + of(own, unit), 0);
  const mean = sum((own, unit) => own * shares[unit]) / sum((own) => own) || 0;
  const squared = sum((own, unit) => own * (shares[unit] - mean) ** 2);
  const drawn = sum((own) => (own > 0 ? 1 : 0)) * mean * (1 - mean);
  return drawn > 0 ? Math.max(1, squared / drawn) : 1;
}

/**
 * Pools shares in k-anonymous groups of units, since living counts less working counts disclose who is away: each share rests
 * on enough people at home and away. Partitions without a group have one share, or else that of all units.
 * @returns `null` if all have too few people
 */
export function pooledShares(
  units: Pick<UnitTable, 'length' | 'people' | 'middle'>,
  shares: Float64Array,
): Float64Array | null {
  const { people } = units;
  const { finest_resolution: resolution, min_persons: minPersons } = PRIVACY;
  const sumOver = (of: readonly number[], value: (unit: number) => number): number =>
    of.reduce((sum, unit) => sum + value(unit), 0);
  const sizeOf = (unit: number): number => people[unit];
  const personsOf = (unit: number): number => people[unit] * Math.min(shares[unit], 1 - shares[unit]);
  const areas = Array.from(people, (_, unit) => parentOf(cellAt(units.middle(unit)), resolution));
  const all = [...areas.keys()];
  const pooled = new Float64Array(units.length);
  const pool = (own: readonly number[], from = own): void => {
    const share = sumOver(from, (unit) => people[unit] * shares[unit]) / sumOver(from, sizeOf);
    for (const unit of own) pooled[unit] = share;
  };
  const left: number[] = [];
  for (const [partition, own] of Map.groupBy(all, (unit) => partitionOf(areas[unit]))) {
    const inAreas = [...Map.groupBy(own, (unit) => areas[unit])].sort(([a], [b]) => (a < b ? -1 : 1));
    const contents: AreaContents = {
      ...{ partition, resolution },
      area: Uint32Array.from(inAreas, ([area]) => numberAtResolution(area, resolution)),
      persons: Float64Array.from(inAreas, ([, units]) => sumOver(units, personsOf)),
      size: Float64Array.from(inAreas, ([, units]) => sumOver(units, sizeOf)),
    };
    const groups = formGroups(contents, minPersons);
    if (groups.length === 0) left.push(...own);
    else {
      const members = new Membership(groups, resolution);
      const groupOf = (unit: number): number => members.of(numberAtResolution(areas[unit], resolution));
      for (const units of Map.groupBy(own, groupOf).values()) pool(units);
    }
  }
  if (sumOver(left, personsOf) >= minPersons) pool(left);
  else if (left.length === units.length) return null;
  else pool(left, all);
  return pooled;
}
