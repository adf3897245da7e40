/** Failures in the page's own words: what happened, and what the visitor can do. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import type { Layer } from '../format/tile-sets.ts';
import type { Position, Zone } from '../geo/positions.ts';
import type { MapRegion } from '../routes/map-region.ts';
import { readZone } from '../zone/read-zone.ts';
import { zoneText } from './calls-of.ts';
import { crossingsOf } from './map/crossings.ts';
import type { Refusal } from './outcome.ts';
import type { Place } from './question.ts';
import type { Texts } from './text/en.ts';

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** The service's own sentence, where it says more. */
  readonly said: string;
  /** What one click may do about it. */
  readonly remedy: 'enter-key' | 'show-data' | 'ask-again' | null;
}

/** @param asked `null` where nothing that can be asked was named */
export function explainFailure(
  { status, error, retryAfter_s }: Refusal,
  asked: { readonly endpoint: Endpoint; readonly place: Place } | null,
  regions: readonly MapRegion[],
  texts: Texts,
): Explanation {
  const wait = retryAfter_s === null ? texts.waitAFew : texts.waitSeconds(retryAfter_s);
  switch (status) {
    case 0:
      return plain(texts.unreachable, texts.unreachableAdvice, 'ask-again');
    case 401:
      return plain(texts.keyUnknown, texts.keyUnknownAdvice, 'enter-key');
    case 414:
      return { ...plain(texts.tooDetailed, texts.tooDetailedAdvice), said: error };
    case 422:
      return asked
        ? { ...explainUnserved(error, asked.endpoint, asked.place, regions, texts), said: error }
        : { ...plain(texts.badQuestion, texts.badQuestionAdvice), said: error };
    case 429:
      return plain(texts.tooManyQuestions, wait, 'ask-again');
    case 503:
      return plain(texts.unreadable, wait, 'ask-again');
    case 400:
      return explainBadRequest(error, asked?.place, texts);
    default:
      return { ...plain(texts.defect, texts.defectAdvice, 'ask-again'), said: error };
  }
}

const plain = (title: string, advice: string, remedy: Explanation['remedy'] = null): Explanation => ({
  title,
  advice,
  said: '',
  remedy,
});

function explainBadRequest(error: string, place: Place | undefined, texts: Texts): Explanation {
  if (place?.option !== 'zone') return { ...plain(texts.badQuestion, texts.badQuestionAdvice), said: error };
  // The service names the sides by their numbers, which nobody sees; the map shows the crossing itself.
  return crossingsOf(place.drawing).length > 0
    ? plain(texts.crossing, texts.crossingAdvice)
    : { ...plain(texts.badZone, texts.badZoneAdvice), said: error };
}

function explainUnserved(
  error: string,
  endpoint: Endpoint,
  place: Place,
  regions: readonly MapRegion[],
  texts: Texts,
): Explanation {
  const layer: Layer = ENDPOINTS[endpoint];
  if (regions.length > 0 && regions.every(({ coverage }) => coverage[layer] === null)) {
    return plain(layer === 'working' ? texts.noWorkingData : texts.noLivingData, texts.noLayerAdvice);
  }
  const isZone = place.option === 'zone';
  const isTooLarge = isZone && place.drawing.parts.some((part) => !readZone(zoneText(part)).ok);
  if (isTooLarge) return plain(texts.tooLarge, texts.tooLargeAdvice);
  const positions = isZone ? place.drawing.parts.flatMap(([shell]) => shell) : [place.origin];
  const needed = isZone ? ([layer] as const) : (['roads', layer] as const);
  const known = (position: Position): boolean =>
    regions.some(({ coverage }) => needed.every((data) => isInside(coverage[data] ?? [], position)));
  if (!positions.some(known)) return plain(texts.unknownPlace, texts.unknownPlaceAdvice, 'show-data');
  if (isZone) {
    return positions.every(known)
      ? plain(texts.unserved, texts.unservedZone)
      : plain(texts.partlyOutside, texts.partlyOutsideZone);
  }
  const [, title, advice] = REACHES_UNSERVED.find(([said]) => error.includes(said))!;
  return plain(texts[title], texts[advice]);
}

/** Why nothing can be counted within reach of a known place, of which the service's sentence alone speaks. */
const REACHES_UNSERVED = [
  ['not covered', 'partlyOutside', 'partlyOutsideReach'],
  ['edge of the road data', 'roadsEnd', 'roadsEndAdvice'],
  ['road', 'noRoad', 'noRoadAdvice'],
  ['', 'unserved', 'unservedReach'],
] as const;

function isInside(coverage: Zone, position: Position): boolean {
  const coordinates = coverage as unknown as [number, number][][][];
  return booleanPointInPolygon(position as [number, number], { type: 'MultiPolygon', coordinates });
}
