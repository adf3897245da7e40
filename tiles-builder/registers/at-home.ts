/** The share of inhabitants usually at home in working hours, by census unit. */

import { cellToParent } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { areaOf } from '../areas/areas.ts';
import type { CensusConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { readCensus } from '../read/census/census.ts';
import type { UnitTable } from '../read/census/unit-table.ts';
import type { Progress } from '../records.ts';
import { mergeUpwards, TooFewPersons } from '../working/merge-upwards.ts';
import { PRIVACY } from '../working/parameters.ts';

export interface AtHome {
  readonly shares: Float64Array;
  /** See {@link dispersionOf}. */
  readonly dispersion: number;
}

/**
 * Of each unit of a census, in the order of its table. Where a column tells shares, units share one with those around them until
 * enough people at home are behind it.
 * @throws BadInput where a share is none
 */
export async function sharesAtHome(
  census: CensusConfig & { readonly at_home: string | number },
  progress: Progress,
  scratch: string,
): Promise<AtHome> {
  const { file, at_home } = census;
  const units = await readCensus(census, progress, scratch);
  if (typeof at_home === 'number') {
    return { shares: new Float64Array(units.length).fill(at_home), dispersion: 1 };
  }
  const { growth: _, suppressed: __, ...plain } = census;
  const shares = await readCensus({ ...plain, population: at_home }, progress, scratch);
  for (let unit = 0; unit < units.length; unit++) {
    const id = units.id(unit);
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
  return { shares: pooledShares(units, shares.people), dispersion: dispersionOf(units, shares.people) };
}

/**
 * How much more the people at home of units differ from the mean share than if each inhabitant was drawn alone: households are
 * at home together, and neighbourhoods are alike. 1 at least, and where one share is said of all, as nothing tells then.
 */
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

/** @returns shares of which each rests on enough people at home, or else on all of them */
export function pooledShares(
  units: Pick<UnitTable, 'length' | 'people' | 'middle'>,
  shares: Float64Array,
  minPersons: number = PRIVACY.min_persons,
): Float64Array {
  const { finest_resolution, coarsest_resolution } = PRIVACY;
  const unitsIn = new Map<Cell, number[]>();
  const contentOf = (of: readonly number[]): { persons: number; size: number } => ({
    persons: of.reduce((sum, unit) => sum + units.people[unit] * shares[unit], 0),
    size: of.reduce((sum, unit) => sum + units.people[unit], 0),
  });
  for (let unit = 0; unit < units.length; unit++) {
    const place = cellToParent(cellAt(units.middle(unit)), finest_resolution);
    const own = unitsIn.get(place);
    if (own) own.push(unit);
    else unitsIn.set(place, [unit]);
  }
  const pooled = new Float64Array(units.length);
  const all = contentOf(Array.from({ length: units.length }, (_, unit) => unit));
  for (const places of Map.groupBy(unitsIn.keys(), areaOf).values()) {
    const contents = new Map(places.map((place) => [place, contentOf(unitsIn.get(place)!)]));
    for (const { areas, joined, persons, size } of pools(contents, minPersons) ?? [
      { areas: places, joined: [], ...all },
    ]) {
      for (const place of [...areas, ...joined])
        for (const unit of unitsIn.get(place)!) pooled[unit] = size > 0 ? persons / size : 0;
    }
  }
  return pooled;

  function pools(contents: ReadonlyMap<Cell, { persons: number; size: number }>, least: number) {
    try {
      return mergeUpwards(contents, finest_resolution, coarsest_resolution, least);
    } catch (error) {
      if (error instanceof TooFewPersons) return null;
      throw error;
    }
  }
}
