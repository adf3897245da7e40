/**
 * Returns what the map must show for a place: the shells of its zone, or a box of about a kilometre around its origin. It also
 * finds the region whose middle is nearest to a place.
 */
import type { MultiPolygon, Polygon } from 'geojson';
import { boundingBoxOf, type Position, type Ring } from '../../geo/positions.ts';
import type { MapRegion } from '../../routes/map-region.ts';
import type { Place } from '../question.ts';

/** Returns a ring that the map must show for a place. */
export const ringAround = (place: Place): Ring =>
  place.option === 'isochrone' ? aroundOrigin(place.origin) : place.parts.flatMap(([shell]) => shell);

export const aroundOrigin = ([lon, lat]: Position): Ring => [
  [lon - 0.015, lat - 0.01],
  [lon + 0.015, lat + 0.01],
];

export const ringsOf = (geometry: Polygon | MultiPolygon): Ring[] =>
  (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()) as unknown as Ring[];

export function middleOf(place: Place): Position {
  const { west, south, east, north } = boundingBoxOf([ringAround(place)]);
  return [(west + east) / 2, (south + north) / 2];
}

export function nearestRegion(regions: readonly MapRegion[], place: Place): MapRegion | undefined {
  const [lon, lat] = middleOf(place);
  const distance = ({ bounds }: MapRegion): number =>
    Math.hypot((bounds.west + bounds.east) / 2 - lon, (bounds.south + bounds.north) / 2 - lat);
  return regions.toSorted((a, b) => distance(a) - distance(b))[0];
}
