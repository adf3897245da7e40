/** Reads inhabitants by grid square from a table (CSV or features), by id or by corner columns. */

import { BadInput } from '../../base/failures/bad-input.ts';
import type { GridSquare } from '../../base/records.ts';
import { confirmedDefinition } from '../formats/projection.ts';
import { numberIn } from '../numbers.ts';
import { eachRow, type TableRow } from '../table-rows.ts';
import { gridSquare, parseGridSquare } from './grid-square.ts';
import { type NamedCensus, peopleOfUnit } from './people-of-unit.ts';
import { type UnitProgress, type UnitTable, UnitTableBuilder } from './unit-table.ts';

const UNITS_PER_PROGRESS = 10_000;

type SquareCensus = NamedCensus & { readonly square: NonNullable<NamedCensus['square']> };

export async function readSquareUnits(
  config: SquareCensus,
  progress: UnitProgress,
  scratch: string,
): Promise<UnitTable> {
  const { file, square: place, population, growth } = config;
  if (config.projection !== undefined) requireGrid(file, config.projection);
  const columns = [...columnsOf(place), population, ...(typeof growth === 'string' ? [growth] : [])];
  const units = new UnitTableBuilder();
  let { projection } = config;
  await eachRow(config, columns, scratch, ({ where, valueIn }) => {
    const id = columnsOf(place)
      .map((column) => String(valueIn(column) ?? '').trim())
      .join(' ');
    const square =
      typeof place === 'string' ? parseGridSquare(id, config) : squareAtCorner(config, where, valueIn);
    if (typeof square === 'string') throw new BadInput(file, where, square);
    if (projection === undefined) requireGrid(file, square.projection);
    projection ??= square.projection;
    if (square.projection !== projection) {
      const reason = `"${id}" is a square of ${square.projection}, and those before are of ${projection}`;
      throw new BadInput(file, where, reason);
    }
    units.add({ id, people: peopleOfUnit(config, where, valueIn), square });
    if (units.length % UNITS_PER_PROGRESS === 0) progress(units.length);
  });
  const table = units.finish();
  for (let unit = 1; unit < table.length; unit++) {
    if (table.isSameSquare(unit - 1, unit)) throw new BadInput(file, table.id(unit), 'is listed twice');
  }
  return table;
}

const columnsOf = (square: SquareCensus['square']): readonly string[] =>
  typeof square === 'string' ? [square] : [square.east, square.north];

function requireGrid(file: string, projection: string): void {
  const definition = confirmedDefinition(projection);
  if (definition !== null && !/\+(proj=longlat|to_meter=|units=(?!m\b))/.test(definition)) return;
  throw new BadInput(
    file,
    null,
    `${projection} is not among the projections in metres that are confirmed to 5 m`,
    'Make polygons of the squares, and convert them to EPSG:4326.',
  );
}

function squareAtCorner(
  config: SquareCensus,
  where: string,
  valueIn: TableRow['valueIn'],
): GridSquare | string {
  const { square, ...declared } = config;
  const [east_m, north_m] = columnsOf(square).map((column) =>
    numberIn(config, where, column, valueIn(column)),
  );
  if (east_m === null || north_m === null) return `${columnsOf(square).join(' and ')} are no metres`;
  if (declared.projection === undefined)
    return 'the configuration names columns with the corners of squares, and no "projection"';
  return gridSquare(`${east_m} ${north_m}`, { east_m, north_m }, declared);
}
