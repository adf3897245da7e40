/** Types of an API call's outcome: an answer or a refusal. */
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import type { Details } from '../response/details.ts';

type ZoneFeature = Feature<Polygon | MultiPolygon>;

export interface Answer {
  readonly people: number;
  readonly isochrone: ZoneFeature | null;
  readonly gridZone: ZoneFeature | null;
  readonly details: Details;
}

/** `status` is 0 if the service was not reached. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly retryAfter_s: number | null;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

/** The page's own: answers that belong together come from two versions. */
export const MIXED_VERSIONS: Refusal = { status: 409, error: '', retryAfter_s: null };
