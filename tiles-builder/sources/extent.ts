/** Where the data of an OpenStreetMap file was cut, by what is in it. */
import { boundingBoxOf, type Ring, type Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../bad-input.ts';
import { intersectionOf } from '../clip-zones.ts';
import type { Area, ReadSource } from '../read/features.ts';
import { cutBorder } from './cut-border.ts';
import { believedBox, boxZone, enteredBox } from './entered-box.ts';
import { mappedOutline } from './mapped-outline.ts';

export interface Extent {
  readonly zone: Zone;
  /** By what it is known, for a sentence that begins with "data up to". */
  readonly by: string;
}

/**
 * An extract was cut to a box, along a border that it holds, or along some other line, told by where it holds anything. A
 * header's box is believed as far as the data reaches. GeoJSON is no extract: it is taken to know what lies in its box.
 * @param lines roads or footprints of the file; gone through several times
 * @param borders of the administrative areas in the file that may be around all of them
 * @throws BadInput also where they cover no area
 */
export function extentOf(
  file: string,
  lines: () => Iterable<Ring>,
  { isExtract, statedBounds }: ReadSource,
  borders: readonly Area[],
): Extent {
  const all = boundingBoxOf(lines());
  if (!(all.west < all.east && all.south < all.north)) throw new BadInput(file, null, 'covers no area');
  if (!isExtract) return { zone: boxZone(all), by: 'the box of its features' };
  const entered = enteredBox(lines()) ?? all;
  const box = statedBounds ? believedBox(statedBounds, entered) : entered;
  const border = cutBorder(borders, lines);
  if (border) return { zone: intersectionOf(border.zone, boxZone(box)), by: `the border of ${border.name}` };
  const { zone, fillsBox } = mappedOutline(lines(), box);
  return fillsBox
    ? { zone: boxZone(box), by: 'the box that it was cut to' }
    : { zone: intersectionOf(zone, boxZone(box)), by: 'the last roads' };
}
