/** Fetches the first eight places and streets by prefix from the name indexes of at most eight regions. */
import type { NamedPlace } from '../format/name-index.ts';
import { type MapRegion, namesPath } from '../routes/map-region.ts';

const MOST_OFFERED = 8;
const MOST_ASKED = 8;

export interface FoundNames {
  readonly places: readonly NamedPlace[];
  /** Regions that lack a basemap, or are farther away. */
  readonly regionsWithoutNames: number;
}

/**
 * @param origin of the service; empty on its own page
 * @returns `null` if no region has names
 * @throws Error if no region is known or a search fails; AbortError
 */
export async function findNames(
  regions: readonly MapRegion[],
  typed: string,
  signal: AbortSignal,
  origin = '',
): Promise<FoundNames | null> {
  if (regions.length === 0) throw new Error('no region is known');
  const named = regions.filter(({ basemap }) => basemap !== null).slice(0, MOST_ASKED);
  const found = await Promise.all(
    named.map(async ({ version }): Promise<NamedPlace[]> => {
      const response = await fetch(`${origin}${namesPath(version, typed)}`, { credentials: 'omit', signal });
      if (!response.ok) throw new Error(String(response.status));
      return (await response.json()) as NamedPlace[];
    }),
  );
  const regionsWithoutNames = regions.length - named.length;
  if (named.length === 0) return null;
  const places = found
    .flat()
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_OFFERED);
  return { places, regionsWithoutNames };
}
