/** Asks the service for places and streets by how their names begin. */
import type { NamedPlace } from '../format/name-index.ts';
import type { MapRegion } from '../routes/map-region.ts';
import { namesPath } from '../routes/names-path.ts';

/** Offered at most, of all regions together. */
const MOST_OFFERED = 8;

/**
 * @param regions all that are live; those without a basemap have no names
 * @returns the first of all regions together; `null` where none of them has an index of names
 * @throws Error where a region could not be asked; DOMException where `signal` has aborted it
 */
export async function findNames(
  regions: readonly MapRegion[],
  typed: string,
  signal: AbortSignal,
): Promise<NamedPlace[] | null> {
  const named = regions.filter(({ basemap }) => basemap !== null);
  const found = await Promise.all(
    named.map(async ({ version }): Promise<NamedPlace[] | null> => {
      const response = await fetch(namesPath(version, typed), { credentials: 'omit', signal });
      if (response.status === 422) return null;
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    }),
  );
  const indexed = found.filter((places) => places !== null);
  if (indexed.length === 0 && found.length > 0) return null;
  return indexed
    .flat()
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_OFFERED);
}
