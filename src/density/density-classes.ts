/** Density classes of the map, in place of exact numbers. */

/** Lower bounds. */
export const DENSITY_CLASSES_PER_KM2 = [0, 10, 100, 500, 1_500, 5_000, 15_000] as const;

/** Inclusive; overzoomed beyond. */
export const DENSITY_ZOOMS = { min_zoom: 4, max_zoom: 10 } as const;

export const DENSITY_LAYER = 'density';

/** @param people above 0 */
export const densityClassOf = (people: number, area_m2: number): number =>
  DENSITY_CLASSES_PER_KM2.findLastIndex((fewest) => people / (area_m2 / 1e6) >= fewest);
