/** Reads inhabitants by grid square from a table (CSV or features), by id or by corner columns. */

import { BadInput } from '../../base/failures/bad-input.ts';
import { didYouMean } from '../../base/failures/nearest-name.ts';
import type { GridSquare } from '../../base/records.ts';
import { isCsv } from '../config/format-of.ts';
import { readCsv } from '../formats/csv.ts';
import type { Layer } from '../formats/layer.ts';
import { withLayer, withUnzipped } from '../formats/open-layer.ts';
import { confirmedDefinition } from '../formats/projection.ts';
import { numberIn } from '../numbers.ts';
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
  const add = (row: Row): void => {
    squares.add(row);
    if (squares.length % UNITS_PER_PROGRESS === 0) progress(squares.length);
  };
  await withUnzipped(config, scratch, async (unzipped) => {
    if (isCsv(unzipped.file)) for await (const row of csvRows(unzipped)) add(row);
    else await withLayer(unzipped, scratch, (layer) => addFeatures(unzipped.file, layer, add));
  });
  return squares.finish();
}

async function addFeatures(file: string, layer: Layer, add: (row: Row) => void): Promise<void> {
  for await (const batch of layer.batches()) {
    for (const { where, properties } of batch) {
      add({
        where,
        valueIn: (column) => {
          requireColumn(file, where, column, layer.properties ?? Object.keys(properties));
          return properties[column];
        },
      });
    }
  }
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

interface Row {
  readonly where: string;
  readonly valueIn: (column: string) => unknown;
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

  add({ where, valueIn }: Row): void {
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

  #atCorner(where: string, valueIn: Row['valueIn']): GridSquare | string {
    const { square, ...declared } = this.#config;
    const metres = columnsOf(square).map((column) => numberIn(this.#config, where, column, valueIn(column)));
    const [east_m, north_m] = metres;
    if (east_m === null || north_m === null) return `${columnsOf(square).join(' and ')} are no metres`;
    if (declared.projection === undefined)
      return 'the configuration names columns with the corners of squares, and no "projection"';
    return gridSquare(`${east_m} ${north_m}`, { east_m, north_m }, declared);
  }

  finish(): UnitTable {
    const { table } = this.#units.finish();
    for (let unit = 1; unit < table.length; unit++) {
      if (table.isSameSquare(unit - 1, unit))
        throw new BadInput(this.#config.file, table.id(unit), 'is listed twice');
    }
    return table;
  }
}

async function* csvRows({ file, square, population, growth }: SquareCensus): AsyncGenerator<Row> {
  let columns: Map<string, number> | null = null;
  for await (const { line, fields } of readCsv(file)) {
    const where = `line ${line}`;
    if (columns === null) {
      columns = new Map(fields.map((name, column) => [name.trim(), column] as const).reverse());
      for (const name of [...columnsOf(square), population, growth]) {
        if (typeof name === 'string') requireColumn(file, where, name, [...columns.keys()].reverse());
      }
      continue;
    }
    const columnOf = columns;
    yield {
      where,
      valueIn: (name) => {
        const text = fields[columnOf.get(name)!];
        if (text === undefined) throw new BadInput(file, where, `ends before the column ${name}`);
        return text;
      },
    };
  }
  if (columns === null) throw new BadInput(file, null, 'is empty');
}

function requireColumn(file: string, where: string, name: string, known: readonly string[]): void {
  if (!known.includes(name))
    throw new BadInput(file, where, `has no column ${name}`, didYouMean(name, known));
}
