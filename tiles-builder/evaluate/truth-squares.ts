/** A finer census as the truth that counts from a coarser one are held against. */

import type { Zone } from '../../src/geo/positions.ts';
import type { CensusConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { didYouMean } from '../failures/nearest-name.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { readCensus } from '../read/census/census.ts';
import { gridSquareId, parseGridSquare, squareOutline } from '../read/census/grid-square.ts';
import { readCsv } from '../read/formats/csv.ts';
import type { CensusUnit, GridSquare, Progress } from '../records.ts';

/** A square whose inhabitants are known. */
export interface TruthSquare {
  readonly id: string;
  readonly outline: PlanarArea;
  readonly zone: Zone;
  /** True inhabitants. */
  readonly people: number;
}

/** A coarse unit that lies inside the coverage as a whole, with the truth squares that it is made of. */
export interface ComparedUnit {
  readonly unit: CensusUnit;
  /** The true squares tile the unit: those that the finer census does not list have nobody. */
  readonly squares: readonly TruthSquare[];
}

/** Names under which censuses publish inhabitants. */
const POPULATION_COLUMNS = ['TOT_P', 'T', 'OBS_VALUE', 'Ind', 'ind', 'population'];
/** What rounding of coordinates may take from a unit that lies inside as a whole. */
const WHOLE = 1 - 1e-6;

/**
 * The finer census by the units of the coarser one, as far as they lie inside the coverage as a whole.
 * @throws BadInput where the truth is no census of grid squares that tile those of the coarser one
 */
export async function truthByUnit(
  truthFile: string,
  census: CensusConfig,
  units: readonly CensusUnit[],
  coverage: Zone,
  progress: Progress,
): Promise<ComparedUnit[]> {
  const { coverage: _, growth: __, suppressed: ___, ...source } = census;
  const columns = await truthColumns(truthFile, census);
  const truth = await readCensus({ ...source, file: truthFile, ...columns }, progress);
  const peopleOf = new Map<string, number>();
  let size_m = Infinity;
  for (const unit of truth) {
    const square = squareOf(truthFile, unit);
    size_m = Math.min(size_m, square.size_m);
    peopleOf.set(gridSquareId(square), unit.people);
  }
  const covered = new PlanarArea(coverage);
  return units.flatMap((unit): ComparedUnit[] => {
    const coarse = squareOf(census.file, unit);
    if (coarse.size_m % size_m !== 0 || coarse.size_m === size_m) {
      throw new BadInput(truthFile, null, `its squares of ${size_m} m do not divide those of ${census.file}`);
    }
    if (shareInside(new PlanarArea(unit.outline), covered) < WHOLE) return [];
    const squares = squaresWithin(coarse, size_m).map((square): TruthSquare => {
      const id = gridSquareId(square);
      const zone: Zone = [[squareOutline(square)]];
      return { id, zone, outline: new PlanarArea(zone), people: peopleOf.get(id) ?? 0 };
    });
    return [{ unit, squares }];
  });
}

function squareOf(file: string, unit: CensusUnit): GridSquare {
  if (!unit.square) throw new BadInput(file, null, `is no table of grid squares: ${unit.id} is a polygon`);
  return unit.square;
}

function squaresWithin({ size_m, east_m, north_m }: GridSquare, fine_m: number): GridSquare[] {
  const squares: GridSquare[] = [];
  for (let north = north_m; north < north_m + size_m; north += fine_m) {
    for (let east = east_m; east < east_m + size_m; east += fine_m) {
      squares.push({ size_m: fine_m, east_m: east, north_m: north });
    }
  }
  return squares;
}

/** The configuration's columns where the truth has them, else the column of ids and a usual name of inhabitants. */
async function truthColumns(
  file: string,
  census: CensusConfig,
): Promise<Pick<CensusConfig, 'square' | 'population'>> {
  const records = readCsv(file);
  const header = await records.next();
  const first = await records.next();
  await records.return(undefined);
  if (header.done || first.done) throw new BadInput(file, null, 'lists nobody');
  const names = header.value.fields.map((field) => field.trim());
  const ids = names.filter(
    (_, i) => typeof parseGridSquare(first.value.fields[i]?.trim() ?? '') !== 'string',
  );
  const known = (name: string | undefined): name is string => name !== undefined && names.includes(name);
  const square = known(census.square) ? census.square : ids[0];
  const population = [census.population, ...POPULATION_COLUMNS].find(known);
  if (square === undefined) throw new BadInput(file, null, 'has no column with ids of grid squares');
  if (population === undefined) {
    throw new BadInput(
      file,
      null,
      `has no column ${census.population ?? 'with inhabitants'}`,
      didYouMean(census.population ?? '', names),
    );
  }
  return { square, population };
}
