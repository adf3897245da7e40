/** Homes and usual occupation places of a panel → people per cell, and how far they are off. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { totalMillipersons } from '../living/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { PanelPersons } from './find-places.ts';
import { type PrivacyGroup, type PrivacyReport, spreadByDay } from './spread-by-day.ts';
import type { Workplace } from './spread-workers.ts';
import { type WeightsReport, weighPersons } from './weigh-persons.ts';
import { workingErrorModel } from './working-error-model.ts';

/** What is known of cells beside the panel. */
export interface KnownCells {
  /** Inhabitants by cell: what the panel's persons stand for. */
  readonly living: MillipersonsByCell;
  /** Cells where people can be by day, with the room there: see placesByCell. */
  readonly places: ReadonlyMap<Cell, number>;
  /** Whether a cell lies where the living counts are known. Who lives elsewhere counts with the mean weight. */
  readonly isLivingKnown: (cell: Cell) => boolean;
  /** Whether working is counted in a cell. Who works elsewhere does not count. */
  readonly isCounted: (cell: Cell) => boolean;
}

export interface PeopleByDay {
  readonly people: MillipersonsByCell;
  readonly groups: readonly PrivacyGroup[];
  readonly errorModel: ErrorModel;
  /** Persons of the panel that the counts rest on, and those left out for an occupation place where nothing is counted. */
  readonly personsUsed: number;
  readonly personsOutside: number;
  readonly weights: WeightsReport;
  readonly privacy: PrivacyReport;
  readonly total_millipersons: number;
}

/**
 * @param earlier groups of an earlier version; they stay as they were where they still hold enough persons
 * @throws TooFewPersons
 */
export function countPanel(
  panel: readonly PanelPersons[],
  { living, places, isLivingKnown, isCounted }: KnownCells,
  earlier: readonly PrivacyGroup[] = [],
): PeopleByDay {
  const weights = weighPersons(panel, living, isLivingKnown);
  const workplaces = { at_home: [] as Workplace[], away: [] as Workplace[] };
  let personsUsed = 0;
  let personsOutside = 0;
  for (const { home, occupation, persons } of panel) {
    if (occupation === null) continue;
    if (!isCounted(occupation)) {
      personsOutside += persons;
      continue;
    }
    personsUsed += persons;
    const part = occupation === home ? workplaces.at_home : workplaces.away;
    part.push({ cell: occupation, persons, people: persons * weights.of(home) });
  }
  const counted = (sizes: ReadonlyMap<Cell, number>): Map<Cell, number> =>
    new Map([...sizes].filter(([cell]) => isCounted(cell)));
  const sizes = { at_home: counted(living), away: counted(places) };
  const { people, groups, report: privacy } = spreadByDay(workplaces, sizes, earlier);
  const total_millipersons = totalMillipersons(people);
  return {
    people,
    groups,
    errorModel: workingErrorModel(weights.report, total_millipersons / MILLIPERSONS),
    personsUsed,
    personsOutside,
    weights: weights.report,
    privacy,
    total_millipersons,
  };
}
