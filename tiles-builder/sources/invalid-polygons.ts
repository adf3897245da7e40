/** Finds self-crossing polygons of a file; `requireNone` throws one error that names them, with the command that repairs them. */
import { basename, extname } from 'node:path';
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { isSimpleRing } from '../geometry/rings.ts';
import { isZip } from './config/format-of.ts';

const MOST_NAMED = 20;

export class InvalidPolygons {
  readonly #file: string;
  readonly #named: string[] = [];
  #count = 0;

  constructor(file: string) {
    this.#file = file;
  }

  accepts(where: string, polygons: Zone): boolean {
    if (polygons.flat().every(isSimpleRing)) return true;
    this.#count++;
    if (this.#named.length < MOST_NAMED) this.#named.push(where);
    return false;
  }

  requireNone(): void {
    if (this.#count === 0) return;
    const others = this.#count - this.#named.length;
    const more = others > 0 ? ` and ${others} more` : '';
    const rings = this.#count === 1 ? 'a ring of a polygon has' : 'rings of polygons have';
    throw new BadInput(
      this.#file,
      `${this.#named.join(', ')}${more}`,
      `${rings} no area or cross${this.#count === 1 ? 'es itself' : ' themselves'}`,
      `Mend it with: ogr2ogr -makevalid ${mendedName(this.#file)} ${isZip(this.#file) ? '/vsizip/' : ''}${this.#file}`,
    );
  }
}

const mendedName = (file: string): string => `${basename(file, extname(file))}-valid.gpkg`;
