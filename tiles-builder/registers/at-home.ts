/** The share of inhabitants usually at home in working hours, by census unit. */
import { cellToParent } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { areaOf } from '../areas/areas.ts';
import type { CensusConfig } from '../config/config.ts';
import { isRaster } from '../config/format-of.ts';
import { BadInput } from '../failures/bad-input.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { readCensus } from '../read/census/census.ts';
import { nestSquares } from '../read/census/nest-squares.ts';
import type { UnitTable } from '../read/census/unit-table.ts';
import type { Progress } from '../records.ts';
import { climb, type GrowingGroup, joinNearest } from '../working/merge-upwards.ts';
import { PRIVACY } from '../working/parameters.ts';

export interface AtHome {
  readonly shares: Float64Array;
  /** See {@link dispersionOf}. */
  readonly dispersion: number;
}

/**
 * Of each unit of a census, in the order of its table. Where a column gives shares, units share one with those around them until
 * enough people at home are behind it, and enough who are away.
 * @throws BadInput where a share is none, or where all units together have too few people for one
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

/** The shares of units that have other numbers. */
function sharesById(units: UnitTable, shares: UnitTable): Float64Array {
  const shareOf = new Map(Array.from(shares.people, (share, unit) => [shares.id(unit), share]));
  return Float64Array.from(units.people, (_, unit) => shareOf.get(units.id(unit))!);
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

/**
 * Living less working counts are the people away: so each share rests on enough people at home and on enough who are away.
 * @returns `null` where all units together have too few of them
 */
export function pooledShares(
  units: Pick<UnitTable, 'length' | 'people' | 'middle'>,
  shares: Float64Array,
  minPersons: number = PRIVACY.min_persons,
): Float64Array | null {
  const { finest_resolution, coarsest_resolution } = PRIVACY;
  const unitsIn = new Map<Cell, number[]>();
  for (let unit = 0; unit < units.length; unit++) {
    const place = cellToParent(cellAt(units.middle(unit)), finest_resolution);
    const own = unitsIn.get(place);
    if (own) own.push(unit);
    else unitsIn.set(place, [unit]);
  }
  const sumOver = (of: readonly number[], people: (unit: number) => number): number =>
    of.reduce((sum, unit) => sum + people(unit), 0);
  const groups: GrowingGroup[] = [];
  const left: GrowingGroup[] = [];
  for (const places of Map.groupBy(unitsIn.keys(), areaOf).values()) {
    const contents = new Map(
      places.map((place) => {
        const own = unitsIn.get(place)!;
        const persons = sumOver(own, (unit) => units.people[unit] * Math.min(shares[unit], 1 - shares[unit]));
        return [place, { persons, size: sumOver(own, (unit) => units.people[unit]) }];
      }),
    );
    const found = climb(contents, finest_resolution, coarsest_resolution, minPersons);
    if (found.groups.length > 0) joinNearest(found.left, found.groups);
    else for (const group of found.left) left.push(group);
    for (const group of found.groups) groups.push(group);
  }
  if (groups.length > 0) joinNearest(left, groups);
  else if (left.reduce((sum, { persons }) => sum + persons, 0) < minPersons) return null;
  const pooled = new Float64Array(units.length);
  for (const pool of groups.length > 0 ? groups.map(placesOf) : [left.flatMap(placesOf)]) {
    const own = pool.flatMap((place) => unitsIn.get(place)!);
    const people = sumOver(own, (unit) => units.people[unit]);
    const share = sumOver(own, (unit) => units.people[unit] * shares[unit]) / people;
    for (const unit of own) pooled[unit] = share;
  }
  return pooled;
}

const placesOf = ({ areas, joined }: GrowingGroup): Cell[] => [...areas, ...joined];
