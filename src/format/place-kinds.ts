/** Labelled places of the basemap, by falling importance: where labels collide, the first is drawn. */
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
/** Settlements and islands by OpenStreetMap's `place`, and areas of water or green. */
export type PlaceKind = (typeof PLACE_KINDS)[number];
