/** Lists warnings about a number (partly covered, cut, simulated and others) that its interval does not include. */
import type { Total } from '../count-result.ts';
import { texts } from '../text/texts.ts';
import { distance, share } from '../text/wording.ts';

export interface Warning {
  readonly title: string;
  readonly text: string;
  /** The warning is the same for all numbers of a dataset. */
  readonly isOfDataset?: boolean;
}

/** Distance from the point to its road that is worth a warning. */
const NOTED_DISTANCE_M = 20;
const WARNED_SHARE = 0.99;

export function warningsOf(total: Total): Warning[] {
  const { details, isCut, isSimulated } = total;
  const covered = Math.min(...details.map(({ coverage }) => coverage));
  const distance_m = Math.max(0, ...details.map(({ origin }) => origin?.distance_m ?? 0));
  const warnings = [
    { isTrue: isSimulated, title: texts.simulated, text: texts.simulatedMeans, isOfDataset: true },
    { isTrue: isCut, title: texts.cut, text: texts.cutMeans },
    { isTrue: covered < WARNED_SHARE, title: texts.covered(share(covered)), text: texts.coveredMeans },
    {
      isTrue: distance_m > NOTED_DISTANCE_M,
      title: texts.startsNearby,
      text: texts.startsNearbyMeans(distance(distance_m)),
    },
  ];
  return warnings.filter(({ isTrue }) => isTrue);
}
