import type { Polygon, Position } from '../../../src/geo/positions.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';

const METRES_PER_DEGREE = 111_195;
/** Relative deviation, and its factor per level. */
const ROUGHNESS = 0.3;
const FALL = 0.55;

/**
 * By midpoint displacement.
 * @param levels binary logarithm of the number of vertices
 */
export function detailedBorder(
  [lon, lat]: Position,
  { mean_m, levels, seed }: { readonly mean_m: number; readonly levels: number; readonly seed: number },
): Polygon {
  const random = new Random(seed);
  const count = 2 ** levels;
  const offsets = new Float64Array(count);
  let amplitude = ROUGHNESS;
  for (let step = count / 2; step >= 1; step /= 2) {
    for (let i = step; i < count; i += 2 * step) {
      const between = (offsets[i - step] + offsets[(i + step) % count]) / 2;
      offsets[i] = between + random.between(-amplitude, amplitude);
    }
    amplitude *= FALL;
  }
  const ring = Array.from(offsets, (offset, i): Position => {
    const distance_m = mean_m * (1 + offset);
    const angle = (2 * Math.PI * i) / count;
    const east = (distance_m * Math.cos(angle)) / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180);
    const north = (distance_m * Math.sin(angle)) / METRES_PER_DEGREE;
    return [Number((lon + east).toFixed(7)), Number((lat + north).toFixed(7))];
  });
  return [[...ring, ring[0]]];
}
