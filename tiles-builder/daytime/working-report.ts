/** Reports on the panel behind working counts: persons used and dropped, weights, privacy. */
import { countInterval } from '../../src/count/count-interval.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { Panel } from '../../src/format/manifest.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { whole } from '../base/numbers/whole-number.ts';
import type { PanelFigures } from './find-persons.ts';
import type { PanelReport } from './find-places.ts';
import type { Grouping } from './groups-file.ts';
import { type PanelQuality, qualityWarnings } from './panel-quality.ts';
import type { ReadingsReport } from './read-locations.ts';
import { type PanelSum, type PrivacyReport, TooFewPersons } from './sum-panel.ts';
import type { WeightsReport } from './survey-weights.ts';

export interface WorkersReport {
  readonly readings: ReadingsReport | null;
  readonly panel: PanelReport;
  /** Persons who are counted, and then those left out by reason. */
  readonly persons_used: number;
  readonly persons_dropped: {
    readonly no_stay: number;
    readonly no_home: number;
    readonly no_occupation_place: number;
    readonly occupation_place_outside: number;
  };
  readonly weights: WeightsReport;
  readonly quality: PanelQuality;
  readonly privacy: PrivacyReport;
  readonly total_millipersons: number;
}

export const reportWorkers = (
  { readings, panel }: PanelFigures,
  {
    personsCounted,
    personsOutside,
    weights,
    quality,
    privacy,
  }: Omit<PanelSum, 'groups' | 'expected' | 'classes'>,
  total_millipersons: number,
): WorkersReport => ({
  readings,
  panel,
  persons_used: personsCounted,
  persons_dropped: {
    no_stay: panel.persons_read - panel.persons_with_stays,
    no_home: panel.persons_with_stays - panel.persons_with_home,
    no_occupation_place: panel.persons_with_home - panel.persons_with_occupation,
    occupation_place_outside: personsOutside,
  },
  weights,
  quality,
  privacy,
  total_millipersons,
});

/** Half the range of the true number, as a share of half of all people at work. */
const MOST_UNCERTAIN = 0.5;

/** Warns of a panel that is too small, or whose homes do not lie as the inhabitants do. */
export function panelWarnings(report: WorkersReport, model: ErrorModel): string[] {
  const { persons_used, privacy, quality, total_millipersons } = report;
  const unlike = qualityWarnings(quality);
  const half = total_millipersons / MILLIPERSONS / 2;
  const { low, high } = countInterval(model, half);
  if (high - low <= 2 * MOST_UNCERTAIN * half) return unlike;
  const inOneGroup = 'as all are one group, only buildings say where in the whole area people are; ';
  return [
    `${whole(persons_used)} persons say little of where people work: a count of ${whole(half)}, half of all, may be ${whole(low)} to ${whole(high)}; ` +
      `${privacy.groups === 1 ? inOneGroup : ''}without more persons, leave "locations" out, or show counts with their ranges alone`,
    ...unlike,
  ];
}

/** @throws BadInput that names the file, for {@link TooFewPersons} */
export function withPersonsFound<T>(file: string, { panel }: PanelFigures, count: () => T): T {
  try {
    return count();
  } catch (error) {
    if (!(error instanceof TooFewPersons)) throw error;
    throw new BadInput(
      file,
      null,
      `too few persons live or work where the census is (${error.message}); of ${panel.persons_read} persons ${panel.persons_with_home} have a home and ${panel.persons_with_occupation} a usual occupation place anywhere`,
    );
  }
}

export function describePanel(
  { panel, persons_used, persons_dropped, weights, privacy }: WorkersReport,
  groups: Grouping,
): Panel {
  const { mean, min, median, max, persons_trimmed, design_effect } = weights;
  return {
    persons_used,
    persons_dropped,
    days: panel.days,
    first_day: panel.first_day,
    last_day: panel.last_day,
    weights: { mean, min, median, max, persons_trimmed, design_effect },
    min_persons: privacy.min_persons,
    smallest_group_persons: privacy.smallest_group_persons,
    persons_withheld: privacy.persons_withheld,
    groups,
  };
}
