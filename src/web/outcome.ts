/** What becomes of a call. */
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import type { Details } from '../response/details.ts';

type ZoneFeature = Feature<Polygon | MultiPolygon>;

/** What the service answered to one call. */
export interface Answer {
  readonly people: number;
  readonly isochrone: ZoneFeature | null;
  /** The zone in which presence was measured. */
  readonly gridZone: ZoneFeature | null;
  readonly details: Details;
}

/** Why there is no answer. `status` is 0 where the service was not reached. */
export interface Refusal {
  readonly status: number;
  /** The service's own sentence. */
  readonly error: string;
  readonly retryAfter_s: number | null;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };
