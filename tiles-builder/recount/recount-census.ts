/** Compares people by unit id between a build and its census file, read again by other code, and lists units that differ. */
import { existsSync } from 'node:fs';
import type { CensusConfig } from '../config/config.ts';
import { isRaster } from '../config/format-of.ts';
import { BadInput } from '../failures/bad-input.ts';
import { SumsByText } from '../numbers/sums-by-text.ts';
import { sourcePeople } from './source-people.ts';

export interface DifferingUnit {
  readonly id: string;
  readonly people_in_file: number;
  readonly people_in_build: number;
}

export interface Recount {
  readonly people: number;
  /** Rows; of a raster, cells with people. */
  readonly units: number;
  /** Units in one of both alone. */
  readonly units_off: number;
  readonly differing_units: number;
  readonly differing: readonly DifferingUnit[];
}

export type UnitPeople = Iterable<{ readonly id: string; readonly people: number }>;
type AsyncUnitPeople = AsyncIterable<{ readonly id: string; readonly people: number }>;

/** Units count whole thousandths and carry rounding errors. */
const RASTER_TOLERANCE_PEOPLE = 0.0011;
const TOLERANCE_PEOPLE = 1e-6;
const MOST_NAMED = 100;

/** @param unitsOf called repeatedly */
export async function recountCensus(
  census: CensusConfig,
  unitsOf: () => UnitPeople | AsyncUnitPeople,
  scratch: string,
): Promise<Recount> {
  if (!existsSync(census.file)) throw new BadInput(census.file, null, 'is not there');
  const isOfRaster = isRaster(census.file);
  const tolerance = isOfRaster ? RASTER_TOLERANCE_PEOPLE : TOLERANCE_PEOPLE;
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
    // Raster cells without people may be units.
    units_off: isOfRaster ? 0 : Math.abs(units - unitsInBuild),
    differing_units,
    differing: [...differing.values()],
  };
}
