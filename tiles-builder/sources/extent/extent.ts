/**
 * Infers the area in which an OpenStreetMap file is complete: a filled box, an administrative border that it contains, or the
 * outline of its features.
 */
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  type Position,
  type Ring,
  type Zone,
} from '../../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../../src/geo/shared-area.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { intersectionOf } from '../../geometry/clip-zones.ts';
import { seaInBox } from '../../geometry/sea.ts';
import type { ReadSource } from '../features.ts';
import type { BordersAndCoasts } from '../gather/gather-borders-and-coasts.ts';
import { cutBorder } from './cut-border.ts';
import { boxWithin, boxZone, enteredBox } from './entered-box.ts';
import { mappedOutline } from './mapped-outline.ts';

export interface Extent {
  readonly zone: Zone;
  /** Completes "data up to …". */
  readonly by: string;
}

const BELIEVED_M = 1_000;
/** The stated box counts up to 12 nautical miles beyond ways, the territorial sea. */
const BELIEVED_AT_SEA_M = 22_224;
/** Share of a box near roads or sea. Discs and hexagons wider than 3 km fill at most 93 %, box-shaped city extracts 97 %. */
const MIN_FILLED = 0.95;
const ALL_SEA = 0.99;

/** GeoJSON counts as complete in its bounding box. */
export function extentOf(
  file: string,
  lines: () => Iterable<Ring>,
  { isExtract, statedBounds }: ReadSource,
  { borders, coastlines }: BordersAndCoasts,
): Extent {
  const all = boundingBoxOf(lines());
  if (!(all.west < all.east && all.south < all.north)) throw new BadInput(file, null, 'covers no area');
  if (!isExtract) return { zone: boxZone(all), by: 'the sides of the box around its features' };
  const entered = enteredBox(lines()) ?? all;
  const border = cutBorder(borders, lines);
  if (border) {
    const box = statedBounds ? boxWithin(statedBounds, entered, Infinity) : entered;
    return { zone: intersectionOf(border.zone, boxZone(box)), by: `the border of ${border.name}` };
  }
  const zone = mappedOutline(lines(), entered);
  if (!isFilled(entered, zone, coastlines)) return { zone, by: 'the last roads' };
  const box = statedBounds ? boxOfHeader(statedBounds, entered, coastlines) : entered;
  return { zone: boxZone(box), by: 'the sides of the box that it was cut to' };
}

function isFilled(box: BoundingBox, held: Zone, coastlines: readonly Position[][]): boolean {
  const whole = boxZone(box);
  const sea = seaInBox(coastlines, whole);
  const seaHeld_m2 = sharedArea_m2(held, sea);
  const filled_m2 = sharedArea_m2(held, whole) - seaHeld_m2 + sharedArea_m2(sea, whole);
  return filled_m2 >= MIN_FILLED * areaOfZone_m2(whole);
}

function boxOfHeader(
  header: BoundingBox,
  entered: BoundingBox,
  coastlines: readonly Position[][],
): BoundingBox {
  const near = boxWithin(header, entered, BELIEVED_M);
  const box = { ...entered };
  const doubtful = SIDES.filter((side) => near[side] !== header[side]);
  for (const side of SIDES) if (!doubtful.includes(side)) box[side] = header[side];
  if (doubtful.length === 0) return box;
  const far = boxWithin(header, entered, BELIEVED_AT_SEA_M);
  const sea = seaInBox(coastlines, boxZone(far));
  for (const side of doubtful) {
    const strip = boxZone({ ...far, [OPPOSITE[side]]: near[side] });
    if (sharedArea_m2(strip, sea) >= ALL_SEA * areaOfZone_m2(strip)) box[side] = far[side];
  }
  return box;
}

const SIDES = ['west', 'south', 'east', 'north'] as const;
const OPPOSITE = { west: 'east', south: 'north', east: 'west', north: 'south' } as const;
