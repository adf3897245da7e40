/** Asks the service for places and streets by how their names begin. */
import type { NamedPlace } from '../format/name-index.ts';
import type { MapRegion } from '../routes/map-region.ts';
import { namesPath } from '../routes/names-path.ts';

/** Offered at most, of all regions together. */
const MOST_OFFERED = 8;

export interface FoundNames {
  /** The first of all regions together. */
  readonly places: readonly NamedPlace[];
  /** Of how many regions no names can be found: they have no basemap. */
  readonly regionsWithoutNames: number;
}

/**
 * @param regions all that are live
 * @returns `null` where names of none of them can be found
 * @throws Error where a region could not be asked; DOMException where `signal` has aborted it
 */
export async function findNames(
  regions: readonly MapRegion[],
  typed: string,
  signal: AbortSignal,
): Promise<FoundNames | null> {
  const named = regions.filter(({ basemap }) => basemap !== null);
  const found = await Promise.all(
    named.map(async ({ version }): Promise<NamedPlace[]> => {
      const response = await fetch(namesPath(version, typed), { credentials: 'omit', signal });
      if (!response.ok) throw new Error(String(response.status));
      return (await response.json()) as NamedPlace[];
    }),
  );
  const regionsWithoutNames = regions.length - named.length;
  if (named.length === 0 && regionsWithoutNames > 0) return null;
  const places = found
    .flat()
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_OFFERED);
  return { places, regionsWithoutNames };
}
