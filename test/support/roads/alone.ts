import type { RoadsOfRegion } from '../../../src/isochrone/search-across-borders.ts';
import type { RoadTiles } from '../../../src/storage/dataset-reader.ts';

/** Roads of a region that no other one touches. */
export const alone = (tiles: RoadTiles): RoadsOfRegion => ({
  version: 'alone-0000000000000001',
  box: { west: -180, south: -90, east: 180, north: 90 },
  coverage: () => Promise.reject(new Error('there is no border')),
  open: async () => tiles,
});
