/** A user's corrections of a register: a table of `id` and any of `people`, `lon`, `lat`. */
import type { Position } from '../../src/geo/positions.ts';
import type { RegisterConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { readCsv } from '../read/formats/csv.ts';
import { type NumberSource, readingsOf, requireNumber } from '../read/numbers.ts';

interface Correction {
  /** `null` without a correction. */
  readonly people: number | null;
  readonly position: Position | null;
}

const COLUMNS = ['id', 'people', 'lon', 'lat'];

export class Corrections {
  readonly #file: string;
  readonly #left: Map<string, Correction>;

  constructor(file: string, corrections: Map<string, Correction>) {
    this.#file = file;
    this.#left = corrections;
  }

  /** The correction of a site, once. */
  take(id: string): Correction | undefined {
    const correction = this.#left.get(id);
    this.#left.delete(id);
    return correction;
  }

  /** @throws BadInput for a correction that was not taken */
  requireTaken(): void {
    for (const id of this.#left.keys()) {
      throw new BadInput(this.#file, id, 'is in no row of the register that counts');
    }
  }
}

/** @throws BadInput also for a register without ids */
export async function readCorrections(config: RegisterConfig): Promise<Corrections> {
  const { file, id, corrections, decimal, thousands } = config;
  const found = new Map<string, Correction>();
  if (corrections === undefined) return new Corrections(file, found);
  if (id === undefined)
    throw new BadInput(file, null, 'needs "id" beside "corrections" in the configuration');
  const source = { file: corrections, decimal, thousands };
  let names: readonly string[] | null = null;
  for await (const { line, fields } of readCsv(corrections)) {
    if (names === null) {
      names = fields.map((name) => name.trim());
      const unknown = names.find((name) => !COLUMNS.includes(name));
      if (unknown !== undefined || !names.includes('id')) {
        throw new BadInput(
          corrections,
          null,
          `expects the columns ${COLUMNS.join(', ')}, and has ${names.join(', ')}`,
        );
      }
      continue;
    }
    const textIn = (column: string): string => (fields[names!.indexOf(column)] ?? '').trim();
    const where = `line ${line}`;
    const site = textIn('id');
    if (site === '' || found.has(site)) {
      throw new BadInput(corrections, where, site === '' ? 'has no id' : `${site} is there twice`);
    }
    found.set(site, {
      people: textIn('people') === '' ? null : requireNumber(source, where, 'people', textIn('people')),
      position: positionOf(source, where, textIn('lon'), textIn('lat')),
    });
  }
  return new Corrections(corrections, found);
}

function positionOf(source: NumberSource, where: string, lon: string, lat: string): Position | null {
  if (lon === '' && lat === '') return null;
  const within = (text: string, limit_degrees: number): number | undefined =>
    readingsOf(text, source).find((degrees) => Math.abs(degrees) <= limit_degrees);
  const position = [within(lon, 180), within(lat, 90)];
  if (position[0] !== undefined && position[1] !== undefined) return [position[0], position[1]];
  throw new BadInput(source.file, where, `"${lon}", "${lat}" is no longitude and latitude in degrees`);
}
