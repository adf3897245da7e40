/** Status message of the density layer. */
import { MIN_DENSITY_ZOOM } from '../density/density-classes.ts';
import type { MapRegion } from '../routes/map-region.ts';
import { explainFailure } from './explain-failure.ts';
import type { DensityStatus } from './panel/density-choice.ts';
import type { DensityReader } from './read-density.ts';
import { texts } from './text/texts.ts';

/** @param zoom `null` without a map */
export function densityStatus(
  { refusal, pause_s, isLoading }: DensityReader,
  hasKey: boolean,
  zoom: number | null,
  regions: readonly MapRegion[],
): DensityStatus {
  if (!hasKey) return { said: texts.densityNeedsKey, mayAskAgain: true };
  if (zoom !== null && zoom < MIN_DENSITY_ZOOM) return { said: texts.densityTooFar, mayAskAgain: false };
  if (refusal) {
    const { title, advice } = explainFailure(refusal, null, regions, texts);
    const why = refusal.status === 404 ? texts.renewed : `${title}. ${advice}`;
    return { said: texts.densityMissing(why), mayAskAgain: true };
  }
  if (pause_s !== null) return { said: texts.densityPaused(pause_s), mayAskAgain: false };
  return { said: isLoading ? texts.densityLoading : '', mayAskAgain: false };
}
