/** Sets the classes of population density that the map shows in place of exact numbers, by lower bounds in people per km². */
import type { Layer } from '../format/tile-sets.ts';

export const DENSITY_CLASSES_PER_KM2 = [0, 10, 100, 500, 1_500, 5_000, 15_000] as const;

export const MIN_DENSITY_ZOOM = 4;
/** Tiles exist up to this zoom level; the map enlarges them beyond. */
export const MAX_DENSITY_ZOOM: Readonly<Record<Layer, number>> = { living: 11, working: 10 };

export const DENSITY_LAYER = 'density';

/** @param people above 0 */
export const densityClassOf = (people: number, area_m2: number): number =>
  DENSITY_CLASSES_PER_KM2.findLastIndex((fewest) => people / (area_m2 / 1e6) >= fewest);
