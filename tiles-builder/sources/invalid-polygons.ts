/**
 * Repairs polygons of a file whose rings cross themselves a little. `requireNone` throws one error that names all other invalid
 * ones, with the command that repairs them.
 */
import { basename, extname } from 'node:path';
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { areaAndPerimeter } from '../geometry/area-and-perimeter.ts';
import { repairedZone } from '../geometry/clip-zones.ts';
import { isSimpleRing } from '../geometry/rings.ts';
import { isZip } from './config/format-of.ts';

const MOST_NAMED = 20;
/** Share of the area by which a repair may change polygons: loops at a vertex change it less, bow ties more. */
const MOST_REPAIRED = 0.01;

export class InvalidPolygons {
  readonly #file: string;
  readonly #named: string[] = [];
  #count = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @returns `null` for polygons that are named in the error */
  validOf(where: string, polygons: Zone): Zone | null {
    if (polygons.flat().every(isSimpleRing)) return polygons;
    const given_m2 = areaOf_m2(polygons);
    const repaired = repairedZone(polygons);
    if (Math.abs(areaOf_m2(repaired) - given_m2) < MOST_REPAIRED * given_m2) return repaired;
    this.#count++;
    if (this.#named.length < MOST_NAMED) this.#named.push(where);
    return null;
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

const areaOf_m2 = (polygons: Zone): number =>
  polygons.reduce((sum, polygon) => sum + areaAndPerimeter(polygon).area_m2, 0);

const mendedName = (file: string): string => `${basename(file, extname(file))}-valid.gpkg`;
