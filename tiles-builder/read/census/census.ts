/** Inhabitants by grid square from CSV, or by polygon from GeoJSON. */

import type { CensusConfig } from '../../config/config.ts';
import { didYouMean } from '../../config/nearest-name.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { isSimpleRing } from '../../geometry/rings.ts';
import type { CensusUnit, Progress } from '../../records.ts';
import { geometryPolygons, readGeoJsonFeatures } from '../osm-geojson.ts';
import { type CsvRecord, readCsv } from './csv.ts';
import { parseGridSquare, squareOutline } from './grid-square.ts';

const STEP = 'reading the census';
const UNITS_PER_PROGRESS = 10_000;

/**
 * Reads a census: `.csv`, `.csv.gz` (any name that is not GeoJSON's) or `.geojson` / `.json`.
 * @returns its units in the order of the file, those without people too
 * @throws BadInput with the line or feature: a column is missing, an id cannot be read or comes twice, a population is
 *   not a number of at least 0
 */
export function readCensus(config: CensusConfig, progress: Progress): CensusUnit[] {
  const units = /\.(geo)?json$/i.test(config.file)
    ? readCensusPolygons(config, progress)
    : readCensusSquares(config, progress);
  if (units.length === 0) throw new BadInput(config.file, null, 'lists nobody');
  return units;
}

function readCensusSquares(config: CensusConfig, progress: Progress): CensusUnit[] {
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
  const firstLineOf = new Map<string, number>();
  const units: CensusUnit[] = [];
  for (const record of records) {
    const where = `line ${record.line}`;
    const id = cell(file, record, squareColumn, config.square);
    const square = parseGridSquare(id);
    if (typeof square === 'string') throw new BadInput(file, where, square);
    const growth =
      growthColumn === null ? config.growth : cell(file, record, growthColumn, `${config.growth}`);
    const people = peopleOf(config, where, cell(file, record, populationColumn, config.population), growth);
    const key = `${square.size_m},${square.east_m},${square.north_m}`;
    const firstLine = firstLineOf.get(key);
    if (firstLine !== undefined)
      throw new BadInput(file, where, `square ${id} is on line ${firstLine} already`);
    firstLineOf.set(key, record.line);
    units.push({ id, outline: [[squareOutline(square)]], people, square });
    if (units.length % UNITS_PER_PROGRESS === 0) progress(STEP, units.length);
  }
  return units;
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

function readCensusPolygons(config: CensusConfig, progress: Progress): CensusUnit[] {
  const { file, population } = config;
  const features = readGeoJsonFeatures(file);
  return features.map((feature, index): CensusUnit => {
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
    return { id: feature.id, outline: polygons, people };
  });
}
