/** Homes and usual occupation places of a panel → people per cell, and how far they are off. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { roundToMillipersons, totalMillipersons } from '../numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import { type HalfCounts, learnVariance } from './learn-variance.ts';
import type { PanelPersons } from './panel-persons.ts';
import { WEIGHTS } from './parameters.ts';
import { roundBySecret } from './round-by-secret.ts';
import {
  type FollowedVersion,
  type PrivacyReport,
  spreadByDay,
  WHEREABOUTS,
  type Whereabouts,
} from './spread-by-day.ts';
import { followedBy, type Workplace } from './spread-workers.ts';
import { type Weights, type WeightsReport, weighPersons } from './weigh-persons.ts';
import type { WeightArea } from './weight-areas.ts';
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

export interface PeopleByDay extends FollowedVersion {
  readonly people: MillipersonsByCell;
  readonly errorModel: ErrorModel;
  /** Persons of the panel that the counts rest on, and those left out for an occupation place where nothing is counted. */
  readonly personsUsed: number;
  readonly personsOutside: number;
  readonly weights: WeightsReport;
  readonly privacy: PrivacyReport;
  readonly total_millipersons: number;
}

/**
 * @param earlier the version before, which this one follows: see `followGroups`
 * @param secret that the people of groups are rounded by: see roundBySecret
 * @throws TooFewPersons
 */
export function countPanel(
  panel: readonly PanelPersons[],
  known: KnownCells,
  earlier?: FollowedVersion,
  secret?: Uint8Array,
): PeopleByDay {
  const spread = spreadPanel(panel, known, earlier, secret);
  const { workplaces, outside, weights, rounding, people, groups, report } = spread;
  const total_millipersons = totalMillipersons(people);
  const total = total_millipersons / MILLIPERSONS;
  const room = roomByDay(known);
  const followed = Object.fromEntries(
    WHEREABOUTS.map((own) => [own, followedBy(groups.filter(({ whereabouts }) => whereabouts === own))]),
  );
  const countHalf = (half: readonly PanelPersons[], minPersons: number): HalfCounts => {
    const { workplaces, weights } = weighWorkplaces(half, known, WEIGHTS.min_persons / 2);
    const spread = spreadByDay(workplaces, room, { minPersons, followed });
    const homes = peopleAtHomes(half, weights, known);
    const inhabitants = totalMillipersons(homes) / MILLIPERSONS;
    const atHome = workplaces.at_home.reduce((sum, { people }) => sum + people, 0);
    const share_at_home = inhabitants > 0 ? atHome / inhabitants : 0;
    return { spread: spread.people, found: peopleWhereFound(workplaces), homes, share_at_home };
  };
  const weight = weights.report.mean * weights.report.design_effect;
  const varianceOf = learnVariance(panel, weight, total, room.at_home, countHalf);
  const ofRounding = ((rounding?.variance ?? 0) * groups.length) / total;
  return {
    people,
    groups,
    step_people: spread.step_people,
    weight_areas: spread.weight_areas,
    errorModel: workingErrorModel((people) => varianceOf(people) + ofRounding, total),
    personsUsed: personsAt(workplaces.at_home) + personsAt(workplaces.away) - report.persons_withheld,
    personsOutside: outside,
    weights: weights.report,
    privacy: report,
    total_millipersons,
  };
}

/**
 * What of it is released, without how far it is off: see countPanel.
 * @throws TooFewPersons
 */
export function spreadPanel(
  panel: readonly PanelPersons[],
  known: KnownCells,
  earlier?: FollowedVersion,
  secret?: Uint8Array,
) {
  const weighed = weighWorkplaces(panel, known, WEIGHTS.min_persons, earlier?.weight_areas);
  const rounding = secret && roundBySecret(secret, weighed.weights.report.mean, earlier?.step_people);
  const { areas } = weighed.weights;
  const spread = spreadByDay(weighed.workplaces, roomByDay(known), { earlier, rounding });
  return { ...weighed, rounding, weight_areas: areas, ...spread };
}

/**
 * People in the very cells where the panel was found: for comparison, never for release.
 * @throws TooFewPersons
 */
export function countWhereFound(panel: readonly PanelPersons[], known: KnownCells): MillipersonsByCell {
  return peopleWhereFound(weighWorkplaces(panel, known, WEIGHTS.min_persons).workplaces);
}

interface WeighedWorkplaces {
  readonly workplaces: Readonly<Record<Whereabouts, readonly Workplace[]>>;
  /** Persons whose occupation place lies where nothing is counted. */
  readonly outside: number;
  readonly weights: Weights;
}

function weighWorkplaces(
  panel: readonly PanelPersons[],
  { living, isLivingKnown, isCounted }: KnownCells,
  minPersons: number,
  earlier?: readonly WeightArea[],
): WeighedWorkplaces {
  const weights = weighPersons(panel, living, isLivingKnown, minPersons, earlier);
  const workplaces = { at_home: [] as Workplace[], away: [] as Workplace[] };
  let outside = 0;
  for (const { home, occupation, persons } of panel) {
    if (occupation === null) continue;
    const part = occupation === home ? workplaces.at_home : workplaces.away;
    if (isCounted(occupation)) part.push({ cell: occupation, persons, people: persons * weights.of(home) });
    else outside += persons;
  }
  return { workplaces, outside, weights };
}

/** Sizes of the cells where something is counted, by whereabouts. */
function roomByDay({ living, places, isCounted }: KnownCells): Record<Whereabouts, Map<Cell, number>> {
  const counted = (sizes: ReadonlyMap<Cell, number>): Map<Cell, number> =>
    new Map([...sizes].filter(([cell]) => isCounted(cell)));
  return { at_home: counted(living), away: counted(places) };
}

const personsAt = (workplaces: readonly Workplace[]): number =>
  workplaces.reduce((sum, { persons }) => sum + persons, 0);

/** Whom persons stand for, in the cells of their homes, where something is counted and inhabitants are known. */
function peopleAtHomes(
  panel: readonly PanelPersons[],
  weights: Weights,
  { isLivingKnown, isCounted }: KnownCells,
): MillipersonsByCell {
  const people = new Map<Cell, number>();
  for (const { home, persons } of panel) {
    if (isLivingKnown(home) && isCounted(home)) addTo(people, home, persons * weights.of(home));
  }
  return roundToMillipersons(people);
}

function peopleWhereFound({ at_home, away }: WeighedWorkplaces['workplaces']): MillipersonsByCell {
  const found = new Map<Cell, number>();
  for (const { cell, people } of [...at_home, ...away]) addTo(found, cell, people);
  return roundToMillipersons(found);
}
