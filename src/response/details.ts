import type { Manifest, Source } from '../format/manifest.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import type { Zone } from '../geo/positions.ts';
import type { Isochrone } from '../isochrone/compute-isochrone.ts';

/** What `details=true` adds to a success. */
export interface Details {
  readonly dataset: {
    readonly region: string;
    readonly version: string;
    /** ISO 8601 in UTC. */
    readonly built_at: string;
    readonly simulated: boolean;
    readonly sources: readonly Pick<Source, 'role' | 'vintage' | 'attribution'>[];
  };
  /** Share of the zone's area inside the data that is counted, 0 to 1. */
  readonly coverage: number;
  readonly area_m2: number;
  /** The range of the true count nine times out of ten; `null` where the dataset has no error model. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** The point of the road network that the isochrone starts from. */
  readonly origin?: { readonly lon: number; readonly lat: number; readonly distance_m: number };
  /** Whether the isochrone reached the edge of the road data with time left. */
  readonly cut?: boolean;
}

/** @param isochrone `null` where the caller gave the zone */
export function detailsOf(
  manifest: Manifest,
  zone: Zone,
  coveredShare: number,
  isochrone: Isochrone | null,
): Details {
  return {
    dataset: {
      region: manifest.region,
      version: manifest.version,
      built_at: manifest.built_at,
      simulated: manifest.simulated,
      sources: manifest.sources.map(({ role, vintage, attribution }) => ({ role, vintage, attribution })),
    },
    coverage: Number(coveredShare.toFixed(4)),
    area_m2: Math.round(areaOfZone_m2(zone)),
    interval: manifest.error_model,
    ...(isochrone && {
      origin: {
        lon: isochrone.origin[0],
        lat: isochrone.origin[1],
        distance_m: Number(isochrone.originDistance_m.toFixed(1)),
      },
      cut: isochrone.cut,
    }),
  };
}
