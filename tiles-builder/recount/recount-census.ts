/**
 * Compares the units of a census as a build has them with the file that they come from, read again by other code: a reader that
 * drops, doubles or changes people is found out.
 */
import { existsSync } from 'node:fs';
import type { CensusConfig } from '../config/config.ts';
import { isRaster } from '../config/format-of.ts';
import { BadInput } from '../failures/bad-input.ts';
import { SumsByText } from '../numbers/sums-by-text.ts';
import { sourcePeople } from './source-people.ts';

/** A unit that has other people in the file than in the build. */
export interface DifferingUnit {
  readonly id: string;
  readonly people_in_file: number;
  readonly people_in_build: number;
}

export interface Recount {
  /** By the file. */
  readonly people: number;
  /** Rows of the file, of a raster its cells with people. */
  readonly units: number;
  /** Units that the build has and the file has not, or the other way round, those without people included. */
  readonly units_off: number;
  /** How many units have other people, and the first of them. */
  readonly differing_units: number;
  readonly differing: readonly DifferingUnit[];
}

export type UnitPeople = Iterable<{ readonly id: string; readonly people: number }>;
type AsyncUnitPeople = AsyncIterable<{ readonly id: string; readonly people: number }>;

/** A raster's units have whole thousandths of a person, and what rounding leaves over goes to the next one. */
const RASTER_TOLERANCE_PEOPLE = 0.0011;
const TOLERANCE_PEOPLE = 1e-6;
const MOST_NAMED = 100;

/**
 * @param unitsOf the units as the build has them, again at each call
 * @param scratch folder that takes what has to be unzipped
 * @throws BadInput where the file cannot be read
 */
export async function recountCensus(
  census: CensusConfig,
  unitsOf: () => UnitPeople | AsyncUnitPeople,
  scratch: string,
): Promise<Recount> {
  if (!existsSync(census.file)) throw new BadInput(census.file, null, 'is not there');
  const isOfRaster = isRaster(census.file);
  const tolerance = isOfRaster ? RASTER_TOLERANCE_PEOPLE : TOLERANCE_PEOPLE;
  /** People whom the build lacks, by unit. */
  const missing = new SumsByText();
  let [people, units, unitsInBuild] = [0, 0, 0];
  for await (const unit of sourcePeople(census, scratch)) {
    missing.add(unit.id, unit.people);
    people += unit.people;
    units++;
  }
  for await (const unit of unitsOf()) {
    missing.add(unit.id, -unit.people);
    unitsInBuild++;
  }
  const isOff = (sum: number): boolean => Math.abs(sum) > tolerance;
  const differing_units = missing.count(isOff);
  const differing = new Map<string, DifferingUnit>();
  const note = (id: string, people_in_file: number, people_in_build: number): void => {
    if (!isOff(missing.sumOf(id))) return;
    const known = differing.get(id) ?? { id, people_in_file: 0, people_in_build: 0 };
    if (differing.size === MOST_NAMED && !differing.has(id)) return;
    differing.set(id, {
      id,
      people_in_file: known.people_in_file + people_in_file,
      people_in_build: known.people_in_build + people_in_build,
    });
  };
  if (differing_units > 0) {
    for await (const unit of sourcePeople(census, scratch)) note(unit.id, unit.people, 0);
    for await (const unit of unitsOf()) note(unit.id, 0, unit.people);
  }
  return {
    people,
    units,
    // Of a raster, cells with nobody may be units or not.
    units_off: isOfRaster ? 0 : Math.abs(units - unitsInBuild),
    differing_units,
    differing: [...differing.values()],
  };
}
