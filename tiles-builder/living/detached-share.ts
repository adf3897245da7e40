/** Cadastres draw one building in several pieces, and rows of houses wall to wall: which footprints adjoin. */
import type { Zone } from '../../src/geo/positions.ts';
import { DisjointSets } from '../numbers/disjoint-sets.ts';

/**
 * How much each footprint has of the area of all that it hangs together with by common corners: 1 where it stands alone.
 * @param areas_m2 of the footprints
 */
export function detachedShares(footprints: readonly Zone[], areas_m2: readonly number[]): number[] {
  const adjoining = new DisjointSets(footprints.length);
  const firstAt = new Map<string, number>();
  for (const [i, footprint] of footprints.entries()) {
    for (const corner of footprint.flat(2)) {
      const key = corner.join();
      const other = firstAt.get(key);
      if (other === undefined) firstAt.set(key, i);
      else adjoining.join(i, other);
    }
  }
  const together_m2 = new Float64Array(footprints.length);
  for (const [i, area_m2] of areas_m2.entries()) together_m2[adjoining.firstOf(i)]! += area_m2;
  return areas_m2.map((area_m2, i) => (area_m2 > 0 ? area_m2 / together_m2[adjoining.firstOf(i)]! : 1));
}
