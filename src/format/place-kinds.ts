/** What the basemap names, the more important first: where two names would cover each other, the first is drawn. */
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
/** A kind of place: settlements and islands by OpenStreetMap's `place`, and areas of water or green. */
export type PlaceKind = (typeof PLACE_KINDS)[number];
