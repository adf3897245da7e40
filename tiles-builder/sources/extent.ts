/** Where the data of an OpenStreetMap file was cut, by what is in it. */
import { boundingBoxOf, type Ring, type Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../bad-input.ts';
import { intersectionOf } from '../clip-zones.ts';
import type { Progress } from '../records.ts';
import { cutBorder } from './cut-border.ts';
import { believedBox, boxZone, enteredBox } from './entered-box.ts';
import { mappedOutline } from './mapped-outline.ts';
import { isPbf } from './osm.ts';
import { readOsmPbfHeader } from './osm-pbf.ts';

export interface Extent {
  readonly zone: Zone;
  /** By what it is known, for a sentence that begins with "data up to". */
  readonly by: string;
}

/**
 * An extract was cut to a box, along a border that it holds, or along some other line, told by where it holds anything. A
 * header's box is believed as far as the data reaches. GeoJSON is no extract: it is taken to know what lies in its box.
 * @param lines roads or footprints of the file; gone through several times
 * @throws BadInput also where they cover no area
 */
export async function extentOf(
  file: string,
  lines: () => Iterable<Ring>,
  progress: Progress,
): Promise<Extent> {
  const all = boundingBoxOf(lines());
  if (!(all.west < all.east && all.south < all.north)) throw new BadInput(file, null, 'covers no area');
  if (!isPbf(file)) return { zone: boxZone(all), by: 'the box of its features' };
  const entered = enteredBox(lines()) ?? all;
  const { bounds } = await readOsmPbfHeader(file);
  const box = bounds ? believedBox(bounds, entered) : entered;
  const border = await cutBorder(file, lines, progress);
  if (border) return { zone: intersectionOf(border.zone, boxZone(box)), by: `the border of ${border.name}` };
  const { zone, fillsBox } = mappedOutline(lines(), box);
  return fillsBox
    ? { zone: boxZone(box), by: 'the box that it was cut to' }
    : { zone: intersectionOf(zone, boxZone(box)), by: 'the last roads' };
}
