/** Lists kinds of labelled places on the basemap by falling importance, which decides which of two colliding labels is drawn. */
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
  'landmark',
] as const;
/** OpenStreetMap's `place` values, areas of water or green, and where people meet or are served: squares, stations, schools. */
export type PlaceKind = (typeof PLACE_KINDS)[number];
