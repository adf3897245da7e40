/** Density classes of the map, which avoid exact numbers. */

/** Lower bounds of the classes in people per km²; a class ends where the next begins. */
export const DENSITY_CLASSES_PER_KM2 = [0, 10, 100, 500, 1_500, 5_000, 15_000] as const;

/** Zoom levels of the layer's tiles, both included; overzoomed beyond. */
export const DENSITY_ZOOMS = { min_zoom: 4, max_zoom: 10 } as const;

/** Layer name in the vector tile. */
export const DENSITY_LAYER = 'density';

/** @param people above 0 */
export const densityClassOf = (people: number, area_m2: number): number =>
  DENSITY_CLASSES_PER_KM2.findLastIndex((fewest) => people / (area_m2 / 1e6) >= fewest);
