import * as v from 'valibot';
import type { Position } from '../../geo/positions.ts';
import { polygonSchema } from '../../zone/zone-schema.ts';
import type { Outline } from '../question.ts';

/**
 * Validates a drawn outline by the zone's schema and opens its rings; sides may cross.
 * @param polygon unchecked GeoJSON rings
 */
export function drawnOutline(polygon: readonly unknown[]): Outline | null {
  const read = v.safeParse(polygonSchema, { type: 'Polygon', coordinates: polygon });
  if (!read.success) return null;
  const rings = read.output.coordinates.map((ring) => ring.map(([lon, lat]): Position => [lon, lat]));
  const isClosed = rings.every((ring) => String(ring[0]) === String(ring.at(-1)));
  return isClosed ? rings.map((ring) => ring.slice(0, -1)) : null;
}
