/**
 * Fetches places and streets by prefix from the name indexes of at most eight regions; merges namesakes of one kind within
 * 300 m, returns eight.
 */
import type { NamedPlace } from '../format/name-index.ts';
import { degreesAcross } from '../geo/earth.ts';
import type { MapRegion } from '../routes/map-region.ts';
import { namesPath } from '../routes/names-path.ts';

const MOST_OFFERED = 8;
const MOST_ASKED = 8;
/** Farther apart, namesakes are two places. */
const SAME_PLACE_M = 300;

export interface FoundNames {
  readonly places: readonly NamedPlace[];
  /** Regions that lack a basemap, or are farther away. */
  readonly regionsWithoutNames: number;
}

/**
 * @returns `null` where no region has names
 * @throws Error if no region is known or a search fails; AbortError
 */
export async function findNames(
  regions: readonly MapRegion[],
  typed: string,
  signal: AbortSignal,
): Promise<FoundNames | null> {
  if (regions.length === 0) throw new Error('no region is known');
  const named = regions.filter(({ basemap }) => basemap !== null).slice(0, MOST_ASKED);
  const found = await Promise.all(
    named.map(async ({ version }): Promise<NamedPlace[]> => {
      const response = await fetch(namesPath(version, typed), { credentials: 'omit', signal });
      if (!response.ok) throw new Error(String(response.status));
      return (await response.json()) as NamedPlace[];
    }),
  );
  const regionsWithoutNames = regions.length - named.length;
  if (named.length === 0) return null;
  const places = onceEach(found)
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_OFFERED);
  return { places, regionsWithoutNames };
}

function onceEach(found: readonly (readonly NamedPlace[])[]): NamedPlace[] {
  const isBefore = (other: NamedPlace, place: NamedPlace, isEarlier: boolean): boolean =>
    other.order < place.order || (other.order === place.order && isEarlier);
  return found.flatMap((places, own) =>
    places.filter(
      (place) =>
        !found.some(
          (others, index) =>
            index !== own &&
            others.some((other) => areOne(place, other) && isBefore(other, place, index < own)),
        ),
    ),
  );
}

function areOne(a: NamedPlace, b: NamedPlace): boolean {
  if (a.name !== b.name || a.kind !== b.kind) return false;
  const { lon, lat } = degreesAcross(SAME_PLACE_M, a.lat);
  return Math.abs(a.lon - b.lon) <= lon && Math.abs(a.lat - b.lat) <= lat;
}
