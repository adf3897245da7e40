/** Labelled places of the basemap by falling importance, which decides label collisions. */
export const PLACE_KINDS = [
  'city',
  'town',
  'borough',
  'island',
  'village',
  'suburb',
  'quarter',
  'water',
  'hamlet',
  'neighbourhood',
  'park',
  'locality',
] as const;
/** OpenStreetMap's `place` values, and areas of water or green. */
export type PlaceKind = (typeof PLACE_KINDS)[number];
