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
  const squares = new SquareTable(config);
  if (config.projection !== undefined) requireGrid(config.file, config.projection);
  const { square, population, growth } = config;
  const columns = [...columnsOf(square), population, ...(typeof growth === 'string' ? [growth] : [])];
  await eachRow(config, columns, scratch, (row) => {
    squares.add(row);
    if (squares.length % UNITS_PER_PROGRESS === 0) progress(squares.length);
  });
  return squares.finish();
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

class SquareTable {
  readonly #config: SquareCensus;
  readonly #units = new UnitTableBuilder();
  #projection: string | null = null;

  constructor(config: SquareCensus) {
    this.#config = config;
  }

  get length(): number {
    return this.#units.length;
  }

  add({ where, valueIn }: TableRow): void {
    const { file, square: columns, projection } = this.#config;
    const texts = columnsOf(columns).map((column) => String(valueIn(column) ?? '').trim());
    const id = texts.join(' ');
    const square =
      typeof columns === 'string' ? parseGridSquare(id, this.#config) : this.#atCorner(where, valueIn);
    if (typeof square === 'string') throw new BadInput(file, where, square);
    if (this.#projection === null) {
      if (projection === undefined) requireGrid(file, square.projection);
      this.#projection = square.projection;
    } else if (square.projection !== this.#projection) {
      const reason = `"${id}" is a square of ${square.projection}, and those before are of ${this.#projection}`;
      throw new BadInput(file, where, reason);
    }
    this.#units.add({ id, people: peopleOfUnit(this.#config, where, valueIn), square });
  }

  #atCorner(where: string, valueIn: TableRow['valueIn']): GridSquare | string {
    const { square, ...declared } = this.#config;
    const metres = columnsOf(square).map((column) => numberIn(this.#config, where, column, valueIn(column)));
    const [east_m, north_m] = metres;
    if (east_m === null || north_m === null) return `${columnsOf(square).join(' and ')} are no metres`;
    if (declared.projection === undefined)
      return 'the configuration names columns with the corners of squares, and no "projection"';
    return gridSquare(`${east_m} ${north_m}`, { east_m, north_m }, declared);
  }

  finish(): UnitTable {
    const table = this.#units.finish();
    for (let unit = 1; unit < table.length; unit++) {
      if (table.isSameSquare(unit - 1, unit))
        throw new BadInput(this.#config.file, table.id(unit), 'is listed twice');
    }
    return table;
  }
}
