/** How the map's layer of density tells how many people there are: in classes, so that it needs no numbers. */

/** The fewest people on a square kilometre that make each class, from the first one on; each class ends where the next begins. */
export const DENSITY_CLASSES_PER_KM2 = [0, 10, 100, 500, 1_500, 5_000, 15_000] as const;

/** Zoom levels of the layer's tiles, both included. A map that is zoomed in farther draws those of the last one larger. */
export const DENSITY_ZOOMS = { min_zoom: 4, max_zoom: 10 } as const;

/** Name of the layer in a vector tile. */
export const DENSITY_LAYER = 'density';

/** The class of a place. @param people above 0 */
export const densityClassOf = (people: number, area_m2: number): number =>
  DENSITY_CLASSES_PER_KM2.findLastIndex((fewest) => people / (area_m2 / 1e6) >= fewest);
