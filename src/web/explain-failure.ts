/** Explains failures by status and message in the page's language, with a remedy. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { type CountFailed, MixedVersions } from '../clients/javascript/errors.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import type { Unserved } from '../failures.ts';
import { LAYERS, type Layer } from '../format/tile-sets.ts';
import type { Polygon, Position } from '../geo/positions.ts';
import type { MapRegion } from '../routes/map-region.ts';
import { middleOf } from './map/map-extent.ts';
import type { Place } from './question.ts';
import type { Texts } from './text/en.ts';

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  readonly said: string;
  readonly remedy: 'enter-key' | 'show-data' | 'ask-again' | null;
}

export function explainFailure(
  failure: CountFailed,
  asked: { readonly endpoint: Endpoint; readonly place: Place } | null,
  regions: readonly MapRegion[],
  texts: Texts,
): Explanation {
  const { status, reason, message: error } = failure;
  const wait = texts.waitAFew;
  if (failure instanceof MixedVersions) return plain(texts.renewedMeanwhile, wait, 'ask-again');
  switch (status) {
    case 0:
      return plain(texts.unreachable, texts.unreachableAdvice, 'ask-again');
    case 401:
      return plain(texts.keyUnknown, texts.keyUnknownAdvice, 'enter-key');
    case 414:
      return { ...plain(texts.tooDetailed, texts.tooDetailedAdvice), said: error };
    case 422:
      return asked
        ? { ...explainUnserved(reason, asked.endpoint, asked.place, regions, texts), said: error }
        : { ...plain(texts.badQuestion, texts.badQuestionAdvice), said: error };
    case 429:
      return plain(texts.tooManyQuestions, wait, 'ask-again');
    case 503:
      return plain(texts.unreadable, wait, 'ask-again');
    case 400:
      return asked?.place.option === 'zone'
        ? { ...plain(texts.badZone, texts.badZoneAdvice), said: error }
        : { ...plain(texts.badQuestion, texts.badQuestionAdvice), said: error };
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

function explainUnserved(
  reason: string,
  endpoint: Endpoint,
  place: Place,
  regions: readonly MapRegion[],
  texts: Texts,
): Explanation {
  const layer: Layer = ENDPOINTS[endpoint];
  if (regions.length > 0 && regions.every(({ coverage }) => coverage[layer] === null)) {
    return plain(layer === 'working' ? texts.noWorkingData : texts.noLivingData, texts.noLayerAdvice);
  }
  if (reason === 'no-such-data' || (reason === 'not-covered' && hasOnlyOther(layer, place, regions))) {
    return plain(
      layer === 'working' ? texts.workingUnknownHere : texts.livingUnknownHere,
      texts.noLayerAdvice,
    );
  }
  const isTooLong = reason === 'over-limit' && place.option !== 'zone';
  const title = isTooLong ? 'unserved' : (UNSERVED[reason as Unserved] ?? 'unserved');
  return plain(texts[title], texts[`${title}Advice`], title === 'unknownPlace' ? 'show-data' : null);
}

function hasOnlyOther(layer: Layer, place: Place, regions: readonly MapRegion[]): boolean {
  const [other] = LAYERS.filter((name) => name !== layer);
  const middle = middleOf(place);
  const lies = ([lon, lat]: Position, rings: Polygon): boolean =>
    booleanPointInPolygon([lon, lat], { type: 'Polygon', coordinates: rings as unknown as number[][][] });
  return regions.some(({ coverage }) => coverage[other]?.some((polygon) => lies(middle, polygon)));
}

/** Titles by reason; each has its advice. */
const UNSERVED = {
  'not-covered': 'unknownPlace',
  'partly-covered': 'partlyOutside',
  'roads-end': 'roadsEnd',
  'no-road': 'noRoad',
  'over-limit': 'tooLarge',
  'no-such-data': 'unserved',
} as const satisfies Record<Unserved, keyof Texts>;
