/** Zones as a comb: the maximum positions and perimeter, whose edge is near as many cells as a call may ask for. */
import type { Position } from '../../../src/geo/positions.ts';
import { MAX_ZONE_PERIMETER_KM } from '../../../src/limits.ts';

const TEETH = 124;
const KM_PER_DEGREE = 111.195;

/** @returns GeoJSON text */
export function combZone([lon, lat]: Position, width_km: number): string {
  const length_degrees = (MAX_ZONE_PERIMETER_KM - 15 - 2 * width_km) / KM_PER_DEGREE / (2 * TEETH);
  const width_degrees = width_km / KM_PER_DEGREE / Math.cos((lat * Math.PI) / 180);
  const pitch_degrees = width_degrees / TEETH;
  const at = (tooth: number, side: 0 | 1, y: number): Position => [
    Number((lon + tooth * pitch_degrees + (side / 2) * pitch_degrees - width_degrees / 2).toFixed(5)),
    Number((lat + (y - 0.5) * length_degrees).toFixed(5)),
  ];
  const ring = Array.from({ length: TEETH }, (_, tooth) => [
    at(tooth, 0, 0.02),
    at(tooth, 0, 1),
    at(tooth, 1, 1),
    at(tooth, 1, 0.02),
  ]).flat();
  ring.push(at(TEETH - 1, 1, 0), at(0, 0, 0));
  return JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
}
