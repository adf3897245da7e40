/** Persons of the panel by home and usual occupation place → people per cell. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { Panel } from '../../src/format/manifest.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { LocationsConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { MillipersonsByCell } from '../records.ts';
import { countPanel, type PrivacyReport, TooFewPersons } from './count-panel.ts';
import type { PanelFigures } from './find-persons.ts';
import type { PanelReport } from './find-places.ts';
import { type FollowedVersion, type Grouping, groupingOf, type LearntParameters } from './groups-file.ts';
import type { PanelPersons } from './panel-persons.ts';
import type { ReadingsReport } from './read-locations.ts';
import type { WeightsReport } from './survey-weights.ts';

export interface CountWorkersInput {
  /** Messages name its file. */
  readonly locations: LocationsConfig;
  readonly persons: readonly PanelPersons[];
  readonly figures: PanelFigures;
  /** Inhabitants by cell: what the panel's persons stand for. */
  readonly living: MillipersonsByCell;
  /** Cells where people can be by day, with the room there: see placesByCell. */
  readonly places: ReadonlyMap<Cell, number>;
  /** Of the living counts. Who lives outside it counts with the mean weight. */
  readonly livingCoverage: Zone;
  /** Where working is counted. Who works outside it does not count. */
  readonly coverage: Zone;
  /** The version before, which this one follows. */
  readonly earlier?: FollowedVersion | undefined;
  /** Parameters that are given, so that nothing is learnt. */
  readonly parameters?: LearntParameters | undefined;
  /** Rounds the figures of groups: see `roundByKey`. Without it figures are exact. */
  readonly secret?: Uint8Array | undefined;
}

export interface WorkersReport {
  readonly readings: ReadingsReport;
  readonly panel: PanelReport;
  /** Persons that the counts rest on, and all others by the reason why they are left out. */
  readonly persons_used: number;
  readonly persons_dropped: {
    readonly no_stay: number;
    readonly no_home: number;
    readonly no_occupation_place: number;
    readonly occupation_place_outside: number;
  };
  readonly weights: WeightsReport;
  readonly privacy: PrivacyReport;
  readonly total_millipersons: number;
}

export interface CountedWorkers {
  readonly people: MillipersonsByCell;
  /** Persons by group are not for the dataset: they prove the threshold, and the next version follows them. */
  readonly toFollow: FollowedVersion;
  readonly errorModel: ErrorModel;
  readonly report: WorkersReport;
  readonly grouping: Grouping;
}

/**
 * Counts the people whose usual occupation place is in a cell. Nothing about a single person leaves this step.
 * @throws BadInput where there are too few persons
 */
export function countWorkers(input: CountWorkersInput): CountedWorkers {
  const { locations, persons, figures } = input;
  const { readings, panel: found } = figures;
  try {
    const known = {
      living: input.living,
      places: input.places,
      isLivingKnown: insideTest(input.livingCoverage),
      isCounted: insideTest(input.coverage),
    };
    const { earlier, secret, parameters } = input;
    const counted = countPanel(persons, known, { earlier, parameters, secret });
    const { toFollow, personsOutside, privacy } = counted;
    return {
      people: counted.people,
      toFollow,
      errorModel: counted.errorModel,
      grouping: groupingOf(toFollow, earlier, secret),
      report: {
        readings,
        panel: found,
        persons_used: counted.personsUsed,
        persons_dropped: {
          no_stay: found.persons_read - found.persons_with_stays,
          no_home: found.persons_with_stays - found.persons_with_home,
          no_occupation_place: found.persons_with_home - found.persons_with_occupation,
          occupation_place_outside: personsOutside,
        },
        weights: counted.weights,
        privacy,
        total_millipersons: counted.total_millipersons,
      },
    };
  } catch (error) {
    if (!(error instanceof TooFewPersons)) throw error;
    throw new BadInput(
      locations.file,
      null,
      `too few persons live or work where the census is (${error.message}); of ${found.persons_read} persons ${found.persons_with_home} have a home and ${found.persons_with_occupation} a usual occupation place anywhere`,
    );
  }
}

/** What the manifest tells of the panel. */
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

/** Whether a cell's centre lies inside a coverage. */
function insideTest(coverage: Zone): (cell: Cell) => boolean {
  const area = new PlanarArea(coverage);
  return (cell) => area.contains(centreOf(cell));
}
