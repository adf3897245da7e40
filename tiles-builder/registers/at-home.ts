/** The share of inhabitants at home in working hours, by census unit. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { CensusConfig } from '../config/config.ts';
import { isRaster } from '../config/format-of.ts';
import { BadInput } from '../failures/bad-input.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { numberAtResolution, partitionOf } from '../partitions/partitions.ts';
import { readCensus } from '../read/census/census.ts';
import { nestSquares } from '../read/census/nest-squares.ts';
import type { UnitTable } from '../read/census/unit-table.ts';
import type { Progress } from '../records.ts';
import { type AreaContents, formGroups, membershipIn } from '../working/h3-groups.ts';
import { PRIVACY } from '../working/parameters.ts';

export interface AtHome {
  readonly shares: Float64Array;
  /** See {@link dispersionOf}. */
  readonly dispersion: number;
}

/**
 * Shares in the order of the census' table; those from a column are pooled: see {@link pooledShares}.
 * @throws BadInput for an invalid share, or too few people in all units for one
 */
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
  const { units } = nestSquares(listed);
  if (typeof at_home === 'number') {
    return { shares: new Float64Array(units.length).fill(at_home), dispersion: 1 };
  }
  const { growth: _, suppressed: __, ...plain } = census;
  const shares = await readCensus({ ...plain, population: at_home }, progress, scratch);
  for (let unit = 0; unit < listed.length; unit++) {
    const id = listed.id(unit);
    if (id !== shares.id(unit)) {
      throw new BadInput(
        file,
        id,
        `has the same box as ${shares.id(unit)}, and which share is whose is not clear`,
      );
    }
    if (shares.people[unit] > 1) {
      throw new BadInput(file, id, `${at_home} is ${shares.people[unit]}, which is no share from 0 to 1`);
    }
  }
  const own = units === listed ? shares.people : sharesById(units, shares);
  const pooled = pooledShares(units, own);
  if (pooled === null) {
    throw new BadInput(
      file,
      null,
      `has fewer than ${PRIVACY.min_persons} people at home or away by ${at_home}`,
      'Give one number for at_home.',
    );
  }
  return { shares: pooled, dispersion: dispersionOf(units, own) };
}

function sharesById(units: UnitTable, shares: UnitTable): Float64Array {
  const shareOf = new Map(Array.from(shares.people, (share, unit) => [shares.id(unit), share]));
  return Float64Array.from(units.people, (_, unit) => shareOf.get(units.id(unit))!);
}

/** Overdispersion of people at home by unit against a binomial draw, 1 at least: households are at home together. */
export function dispersionOf(units: Pick<UnitTable, 'length' | 'people'>, shares: Float64Array): number {
  let [people, home, inhabited] = [0, 0, 0];
  for (let unit = 0; unit < units.length; unit++) {
    people += units.people[unit];
    home += units.people[unit] * shares[unit];
    if (units.people[unit] > 0) inhabited++;
  }
  const mean = people === 0 ? 0 : home / people;
  let squared = 0;
  for (let unit = 0; unit < units.length; unit++) squared += units.people[unit] * (shares[unit] - mean) ** 2;
  const drawn = inhabited * mean * (1 - mean);
  return drawn > 0 ? Math.max(1, squared / drawn) : 1;
}

/**
 * Pools shares in k-anonymous groups of units, as living less working counts tell of people away: each share rests on enough
 * people at home and away. Partitions without a group share one share, or that of all units.
 * @returns `null` if all units have too few people
 */
export function pooledShares(
  units: Pick<UnitTable, 'length' | 'people' | 'middle'>,
  shares: Float64Array,
  minPersons: number = PRIVACY.min_persons,
): Float64Array | null {
  const all = Array.from({ length: units.length }, (_, unit) => unit);
  const sumOver = (of: readonly number[], people: (unit: number) => number): number =>
    of.reduce((sum, unit) => sum + people(unit), 0);
  const sizeOf = (unit: number): number => units.people[unit];
  const personsOf = (unit: number): number => sizeOf(unit) * Math.min(shares[unit], 1 - shares[unit]);
  const areaOf = (unit: number): Cell => parentOf(cellAt(units.middle(unit)), PRIVACY.finest_resolution);
  const pooled = new Float64Array(units.length);
  const pool = (own: readonly number[], from = own): void => {
    const share = sumOver(from, (unit) => sizeOf(unit) * shares[unit]) / sumOver(from, sizeOf);
    for (const unit of own) pooled[unit] = share;
  };
  const left: number[] = [];
  const unitsIn = Map.groupBy(all, areaOf);
  for (const areas of Map.groupBy(unitsIn.keys(), partitionOf).values()) {
    const own = areas.flatMap((area) => unitsIn.get(area)!);
    const inAreas = areas.sort().map((area) => unitsIn.get(area)!);
    const contents: AreaContents = {
      partition: partitionOf(areas[0]),
      resolution: PRIVACY.finest_resolution,
      area: Uint32Array.from(areas, (area) => numberAtResolution(area, PRIVACY.finest_resolution)),
      persons: Float64Array.from(inAreas, (own) => sumOver(own, personsOf)),
      size: Float64Array.from(inAreas, (own) => sumOver(own, sizeOf)),
    };
    const groups = formGroups(contents, minPersons);
    if (groups.length === 0) for (const unit of own) left.push(unit);
    else {
      const groupOf = membershipIn(groups, PRIVACY.finest_resolution);
      for (const units of Map.groupBy(own, (unit) => groupOf(areaOf(unit)).group).values()) pool(units);
    }
  }
  if (sumOver(left, personsOf) >= minPersons) pool(left);
  else if (left.length === units.length) return null;
  else pool(left, all);
  return pooled;
}
