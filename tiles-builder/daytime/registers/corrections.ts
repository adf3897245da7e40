/** Reads a user's corrections of a register of sites: a table with the columns `id` and any of `people`, `lon`, `lat`. */
import type { Position } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import type { RegisterConfig } from '../../sources/config/config.ts';
import { readCsv } from '../../sources/formats/csv.ts';
import { type NumberSource, readingsOf, requireNumber } from '../../sources/numbers.ts';

interface Correction {
  readonly people: number | null;
  readonly position: Position | null;
}

const COLUMNS = ['id', 'people', 'lon', 'lat'];

/** @returns corrections by site, in the order of the file */
export async function readCorrections({
  file,
  id,
  corrections,
  decimal,
  thousands,
}: RegisterConfig): Promise<Map<string, Correction>> {
  const found = new Map<string, Correction>();
  if (corrections === undefined) return found;
  if (id === undefined)
    throw new BadInput(file, null, 'needs "id" as well as "corrections" in the configuration');
  const source = { file: corrections, decimal, thousands };
  let names: readonly string[] = [];
  for await (const { line, fields } of readCsv(corrections)) {
    if (names.length === 0) {
      names = fields.map((name) => name.trim());
      if (names.includes('id') && names.every((name) => COLUMNS.includes(name))) continue;
      const expected = `expects the columns ${COLUMNS.join(', ')}, and has ${names.join(', ')}`;
      throw new BadInput(corrections, null, expected);
    }
    const [site, people, lon, lat] = COLUMNS.map((column) => (fields[names.indexOf(column)] ?? '').trim());
    const where = `line ${line}`;
    if (site === '' || found.has(site)) {
      throw new BadInput(corrections, where, site === '' ? 'has no id' : `${site} is there twice`);
    }
    found.set(site, {
      people: people === '' ? null : requireNumber(source, where, 'people', people),
      position: positionOf(source, where, lon, lat),
    });
  }
  return found;
}

function positionOf(source: NumberSource, where: string, lon: string, lat: string): Position | null {
  if (lon === '' && lat === '') return null;
  const within = (text: string, limit_degrees: number): number | undefined =>
    readingsOf(text, source).find((degrees) => Math.abs(degrees) <= limit_degrees);
  const position = [within(lon, 180), within(lat, 90)];
  if (position[0] !== undefined && position[1] !== undefined) return [position[0], position[1]];
  throw new BadInput(source.file, where, `"${lon}", "${lat}" is no longitude and latitude in degrees`);
}
