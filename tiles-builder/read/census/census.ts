/** Inhabitants by grid square from CSV, or by polygon from GeoJSON. */

import type { CensusConfig } from '../../config/config.ts';
import { didYouMean } from '../../config/nearest-name.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { isSimpleRing } from '../../geometry/rings.ts';
import { GrowingArray } from '../../numbers/growing-array.ts';
import type { Progress } from '../../records.ts';
import { geometryPolygons, readGeoJsonFeatures } from '../osm-geojson.ts';
import { type CsvRecord, readCsv } from './csv.ts';
import { parseGridSquare } from './grid-square.ts';
import { type UnitTable, UnitTableBuilder } from './unit-table.ts';

const STEP = 'reading the census';
const UNITS_PER_PROGRESS = 10_000;

/**
 * Reads a census: `.csv`, `.csv.gz` (any name that is not GeoJSON's) or `.geojson` / `.json`.
 * @returns its units, those without people too
 * @throws BadInput with the line or feature: a column is missing, an id cannot be read or comes twice, a population is
 *   not a number of at least 0
 */
export function readCensus(config: CensusConfig, progress: Progress): UnitTable {
  const units = /\.(geo)?json$/i.test(config.file)
    ? readCensusPolygons(config, progress)
    : readCensusSquares(config, progress);
  if (units.length === 0) throw new BadInput(config.file, null, 'lists nobody');
  return units;
}

function readCensusSquares(config: CensusConfig, progress: Progress): UnitTable {
  const { file } = config;
  const records = readCsv(file);
  const header = records.next();
  if (header.done) throw new BadInput(file, null, 'is empty');
  if (config.square === undefined) {
    throw new BadInput(
      file,
      null,
      `the configuration's census.square must name the column with the squares' ids`,
    );
  }
  const columnOf = (name: string): number => {
    const column = header.value.fields.findIndex((field) => field.trim() === name);
    if (column < 0) {
      const columns = header.value.fields.map((field) => field.trim());
      throw new BadInput(
        file,
        `line ${header.value.line}`,
        `has no column ${name}`,
        didYouMean(name, columns),
      );
    }
    return column;
  };
  const squareColumn = columnOf(config.square);
  const populationColumn = columnOf(config.population);
  const growthColumn = typeof config.growth === 'string' ? columnOf(config.growth) : null;
  const units = new UnitTableBuilder();
  const lineOf = new GrowingArray(Uint32Array);
  for (const record of records) {
    const where = `line ${record.line}`;
    const id = cell(file, record, squareColumn, config.square);
    const square = parseGridSquare(id);
    if (typeof square === 'string') throw new BadInput(file, where, square);
    const growth =
      growthColumn === null ? config.growth : cell(file, record, growthColumn, `${config.growth}`);
    const people = peopleOf(config, where, cell(file, record, populationColumn, config.population), growth);
    units.add({ id, people, square });
    lineOf.push(record.line);
    if (units.length % UNITS_PER_PROGRESS === 0) progress(STEP, units.length);
  }
  const { table, order } = units.finish();
  requireDistinct(file, table, (unit) => lineOf.values[order[unit]]);
  return table;
}

/** @throws BadInput where two units are the same square, naming the first line that repeats one */
function requireDistinct(file: string, table: UnitTable, lineOf: (unit: number) => number): void {
  let found: { readonly line: number; readonly reason: string } | null = null;
  for (let unit = 1; unit < table.length; unit++) {
    if (!table.isSameSquare(unit - 1, unit)) continue;
    const [first, line] = [lineOf(unit - 1), lineOf(unit)].sort((a, b) => a - b);
    if (found && found.line <= line) continue;
    found = { line, reason: `square ${table.id(unit)} is on line ${first} already` };
  }
  if (found) throw new BadInput(file, `line ${found.line}`, found.reason);
}

function cell(file: string, record: CsvRecord, column: number, name: string): string {
  const text = record.fields[column];
  if (text === undefined) throw new BadInput(file, `line ${record.line}`, `ends before the column ${name}`);
  return text.trim();
}

/**
 * People of a unit, a suppressed number replaced and all brought forward by the growth factor.
 * @param growth the unit's own factor as text, one for all, or none
 */
function peopleOf(
  { file, population, growth: growthName, suppressed }: CensusConfig,
  where: string,
  text: string,
  growth: string | number | undefined,
): number {
  const known = (name: string, value: string): number => {
    const number = parseNumber(value);
    if (typeof number === 'string') throw new BadInput(file, where, `${name} ${number}`);
    return number;
  };
  const people = suppressed?.text === text ? suppressed.people : known(population, text);
  if (growth === undefined) return people;
  return people * (typeof growth === 'number' ? growth : known(`${growthName}`, growth));
}

/** @returns the reason where the text is no number of at least 0 */
function parseNumber(text: string): number | string {
  const number = text === '' ? Number.NaN : Number(text.replace(/^(\d+),(\d+)$/, '$1.$2'));
  if (!Number.isFinite(number)) return `"${text}" is not a number`;
  return number < 0 ? `"${text}" is below 0` : number;
}

function readCensusPolygons(config: CensusConfig, progress: Progress): UnitTable {
  const { file, population } = config;
  const features = readGeoJsonFeatures(file);
  const units = new UnitTableBuilder();
  for (const [index, feature] of features.entries()) {
    const where = `feature ${index + 1} (${feature.id})`;
    const text = feature.tags[population];
    if (text === undefined) {
      const known = Object.keys(feature.properties);
      throw new BadInput(file, where, `has no property ${population}`, didYouMean(population, known));
    }
    const growth = typeof config.growth === 'string' ? (feature.tags[config.growth] ?? '') : config.growth;
    const people = peopleOf(config, where, text, growth);
    const polygons = geometryPolygons(file, feature);
    if (!polygons || polygons.length === 0)
      throw new BadInput(file, where, 'a Polygon or MultiPolygon expected');
    if (!polygons.flat().every(isSimpleRing))
      throw new BadInput(file, where, 'a ring has no area or crosses itself');
    if (index % UNITS_PER_PROGRESS === 0) progress(STEP, index, features.length);
    units.add({ id: feature.id, people, outline: polygons });
  }
  return units.finish().table;
}
