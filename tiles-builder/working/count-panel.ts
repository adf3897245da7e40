/** Homes and usual occupation places of a panel → people per cell, and how far they are off. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { areaOf } from '../areas/areas.ts';
import { addTo } from '../numbers/add-to.ts';
import { roundToMillipersons, totalMillipersons } from '../numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import {
  areaOfGroup,
  type ByWhereabouts,
  type GroupFigure,
  groupPartition,
  type PlacesOfPartition,
  type Released,
  releasePart,
  type WHEREABOUTS,
  type Workplace,
} from './count-partition.ts';
import type { FollowedVersion, LearntParameters } from './groups-file.ts';
import { partitionOf } from './h3-groups.ts';
import { roundByKey, roundingBase, roundingVariance } from './keyed-rounding.ts';
import {
  type ComparedZone,
  compareHalves,
  type HalfCounts,
  type Split,
  splitPersons,
  splitsOf,
  type VarianceTable,
  varianceBy,
  varianceTable,
  zonesIn,
} from './learn-variance.ts';
import type { PanelPersons } from './panel-persons.ts';
import { PRIVACY } from './parameters.ts';
import { likeliestRoom, placesByArea, roomLikelihoods } from './room-followed.ts';
import {
  describeWeights,
  learnWeights,
  type WeightingClass,
  type WeightParameters,
  type WeightsReport,
  weightingClasses,
  weightsOf,
} from './survey-weights.ts';
import { workingErrorModel } from './working-error-model.ts';

/** What is known of cells, next to the panel. */
export interface KnownCells {
  /** Inhabitants by cell, in thousandths. */
  readonly living: MillipersonsByCell;
  /** Cells where people can be by day, with the room there: see placesByCell. */
  readonly places: ReadonlyMap<Cell, number>;
  /** Whether a cell lies where the living counts are known. Who lives elsewhere counts with the mean weight. */
  readonly isLivingKnown: (cell: Cell) => boolean;
  /** Whether working is counted in a cell. Who works elsewhere does not count. */
  readonly isCounted: (cell: Cell) => boolean;
}

/** What a build has beside the panel. */
export interface CountOptions {
  /** The version before, which this one follows. */
  readonly earlier?: FollowedVersion | undefined;
  /** Parameters that are given, so that nothing is learnt. */
  readonly parameters?: LearntParameters | undefined;
  /** Rounds the figures of groups: see `roundByKey`. Without it figures are exact. */
  readonly secret?: Uint8Array | undefined;
}

/** What keeps persons hidden in a version, in numbers. */
export interface PrivacyReport {
  readonly groups: number;
  /** Persons behind the figure that rests on the fewest. */
  readonly smallest_group_persons: number;
  readonly min_persons: number;
  /** Groups with fewer persons than that, whose figure is bottom-coded, and these persons. */
  readonly groups_bottom_coded: number;
  readonly persons_bottom_coded: number;
  /** Persons who are counted nowhere: their partition is too small for a group, or their group has no places. */
  readonly persons_withheld: number;
}

/** The whole panel is too small for one group. */
export class TooFewPersons extends Error {
  override readonly name = 'TooFewPersons';
}

/** What lies in one partition. */
interface Partition {
  readonly cell: Cell;
  readonly living: MillipersonsByCell;
  readonly places: PlacesOfPartition;
  /** Persons who live in it, where inhabitants are known. */
  readonly homes: readonly PanelPersons[];
  /** Persons who are counted in it. */
  readonly workers: readonly PanelPersons[];
}

/** @throws TooFewPersons */
export function countPanel(panel: readonly PanelPersons[], known: KnownCells, options: CountOptions = {}) {
  const spread = spreadPanel(panel, known, options);
  const { partitions, weights, total_millipersons, toFollow } = spread;
  const { groups, classes, parameters } = toFollow;
  const total = total_millipersons / MILLIPERSONS;
  const peopleIn = new Map<Cell, number>();
  for (const { cell, people } of groups) addTo(peopleIn, partitionOf(cell), people);
  const variance =
    options.parameters?.variance ??
    learnVariance(personsOf(panel), peopleIn, partitions, known, parameters, weights, classes, total);
  const varianceOf = varianceBy(variance, total);
  const ofRounding =
    options.secret === undefined ? 0 : (roundingVariance(parameters.rounding_base) * groups.length) / total;
  return {
    people: spread.people,
    toFollow: { ...toFollow, parameters: { ...parameters, variance } } satisfies FollowedVersion,
    errorModel: workingErrorModel((people) => varianceOf(people) + ofRounding, total) satisfies ErrorModel,
    personsUsed: spread.personsCounted,
    personsOutside: spread.personsOutside,
    weights,
    privacy: spread.privacy,
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
  { earlier, parameters: given, secret }: CountOptions = {},
) {
  const earlierClasses = Map.groupBy(earlier?.classes ?? [], partitionOf);
  const earlierGroups = Map.groupBy(earlier?.groups ?? [], ({ cell }) => partitionOf(cell));
  const kept = [...earlierClasses.keys(), ...earlierGroups.keys()];
  const { partitions, personsOutside } = partitionPanel(panel, known, kept);
  const classes = partitions.flatMap(({ cell, homes, living }) =>
    weightingClasses(homes, living, earlierClasses.get(cell)),
  );
  const weights = given?.weights ?? learnWeights(classes, earlier?.parameters.weights?.most);
  const weightOf = weightBy(known, classes, weights);
  const grouped = partitions.map(({ cell, workers, places }) => ({
    earlier: earlierGroups.get(cell),
    parts: groupPartition(workplacesOf(workers, weightOf), places, earlierGroups.get(cell)),
  }));
  const room =
    (given ?? earlier?.parameters)?.room ??
    byWhereabouts((whereabouts) =>
      likeliestRoom(
        grouped
          .flatMap(({ parts }) => parts.filter((part) => part.whereabouts === whereabouts))
          .map(({ places, workplaces, inhabitants }) => roomLikelihoods(places, workplaces, inhabitants)),
      ),
    );
  const rounding_base = given?.rounding_base ?? roundingBase(weights.mean, earlier?.parameters.rounding_base);
  const round = secret && roundByKey(secret, rounding_base);
  const released = grouped.flatMap(({ parts, earlier }) =>
    parts.map((part) => releasePart(part, { followed: room[part.whereabouts], earlier, round })),
  );
  const people = sumOfCells(released);
  const groups = released.flatMap((part) => part.groups).sort(byNameOfGroup);
  const sum = (of: (part: Released) => number): number => released.reduce((all, part) => all + of(part), 0);
  const persons_withheld = sum(({ withheld }) => withheld);
  const persons = personsOf(partitions.flatMap(({ workers }) => workers));
  if (groups.length === 0) {
    throw new TooFewPersons(`${persons} persons, ${PRIVACY.min_persons} are needed in one place`);
  }
  return {
    partitions,
    people,
    toFollow: {
      groups,
      classes: classes.flatMap(({ cell }) => cell ?? []).sort(),
      parameters: { weights, room, rounding_base, variance: [] },
    } satisfies FollowedVersion as FollowedVersion,
    weights: describeWeights(classes, weights),
    personsOutside,
    personsCounted: persons - persons_withheld,
    total_millipersons: totalMillipersons(people),
    privacy: {
      groups: groups.length,
      smallest_group_persons: groups.reduce((least, group) => Math.min(least, group.persons), Infinity),
      min_persons: PRIVACY.min_persons,
      groups_bottom_coded: sum(({ coded }) => coded.groups),
      persons_bottom_coded: sum(({ coded }) => coded.persons),
      persons_withheld,
    } satisfies PrivacyReport,
  };
}

/** People in the very cells where the panel was found: for comparison, never for release. */
export function countWhereFound(panel: readonly PanelPersons[], known: KnownCells): MillipersonsByCell {
  const { partitions } = partitionPanel(panel, known);
  const classes = partitions.flatMap(({ homes, living }) => weightingClasses(homes, living));
  const weightOf = weightBy(known, classes, learnWeights(classes));
  return peopleWhereFound(
    partitions.flatMap(({ workers }) => workers),
    weightOf,
  );
}

/** @param kept partitions of the version before */
function partitionPanel(
  panel: readonly PanelPersons[],
  { living, places, isLivingKnown, isCounted }: KnownCells,
  kept: readonly Cell[] = [],
): { partitions: readonly Partition[]; personsOutside: number } {
  const persons = together(panel);
  const homes = Map.groupBy(
    persons.filter(({ home }) => isLivingKnown(home)),
    ({ home }) => areaOf(home),
  );
  const withPlace = persons.filter(({ occupation }) => occupation !== null);
  const counted = withPlace.filter(({ occupation }) => isCounted(occupation!));
  const workers = Map.groupBy(counted, ({ occupation }) => areaOf(occupation!));
  const inAreas = (sizes: ReadonlyMap<Cell, number>) => Map.groupBy(sizes, ([cell]) => areaOf(cell));
  const [inhabitants, room] = [inAreas(living), inAreas(places)];
  const cells = new Set([...kept, ...homes.keys(), ...workers.keys(), ...inhabitants.keys(), ...room.keys()]);
  const partitions = [...cells].sort().map((cell): Partition => {
    const all = inhabitants.get(cell) ?? [];
    const atHome = all.filter(([cell]) => isCounted(cell));
    const away = (room.get(cell) ?? []).filter(([cell]) => isCounted(cell));
    return {
      cell,
      living: new Map(all),
      places: {
        places: { at_home: placesByArea(atHome), away: placesByArea(away) },
        inhabitants: new Map(atHome),
      },
      homes: homes.get(cell) ?? [],
      workers: workers.get(cell) ?? [],
    };
  });
  return { partitions, personsOutside: personsOf(withPlace) - personsOf(counted) };
}

/** Persons with the same cells are one entry, in an order that depends on their cells alone. */
function together(panel: readonly PanelPersons[]): PanelPersons[] {
  const known = new Map<string, PanelPersons>();
  for (const each of panel) {
    const key = `${each.home}${each.occupation}`;
    known.set(key, { ...each, persons: each.persons + (known.get(key)?.persons ?? 0) });
  }
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const personsOf = (persons: readonly PanelPersons[]): number =>
  persons.reduce((sum, each) => sum + each.persons, 0);

const weightBy = (
  { isLivingKnown }: KnownCells,
  classes: readonly WeightingClass[],
  weights: WeightParameters,
): ((home: Cell) => number) => {
  const inside = weightsOf(classes, weights);
  return (home) => (isLivingKnown(home) ? inside(home) : weights.mean);
};

const byWhereabouts = <T>(of: (whereabouts: (typeof WHEREABOUTS)[number]) => T): ByWhereabouts<T> => ({
  at_home: of('at_home'),
  away: of('away'),
});

function workplacesOf(
  workers: readonly PanelPersons[],
  weightOf: (home: Cell) => number,
): ByWhereabouts<Workplace[]> {
  const workplaces = { at_home: [] as Workplace[], away: [] as Workplace[] };
  for (const { home, occupation, persons } of workers) {
    const own = occupation === home ? workplaces.at_home : workplaces.away;
    own.push({ cell: areaOfGroup(occupation!), persons, people: persons * weightOf(home) });
  }
  return workplaces;
}

const byNameOfGroup = (a: GroupFigure, b: GroupFigure): number =>
  a.whereabouts === b.whereabouts ? (a.cell < b.cell ? -1 : 1) : a.whereabouts < b.whereabouts ? -1 : 1;

function sumOfCells(parts: readonly { readonly people: MillipersonsByCell }[]): Map<Cell, number> {
  const people = new Map<Cell, number>();
  for (const part of parts) for (const [cell, count] of part.people) addTo(people, cell, count);
  return people;
}

function peopleWhereFound(
  workers: readonly PanelPersons[],
  weightOf: (home: Cell) => number,
): MillipersonsByCell {
  const found = new Map<Cell, number>();
  for (const { home, occupation, persons } of workers) addTo(found, occupation!, persons * weightOf(home));
  return roundToMillipersons(found);
}

/**
 * @param people counted by partition
 * @param classes cells of the weighting classes, which halves share
 */
function learnVariance(
  persons: number,
  people: ReadonlyMap<Cell, number>,
  partitions: readonly Partition[],
  known: KnownCells,
  { room }: Pick<LearntParameters, 'room'>,
  { mean, design_effect }: WeightsReport,
  classes: readonly Cell[],
  total: number,
): VarianceTable {
  const weight = mean * design_effect;
  const zones = zonesIn(people, persons);
  const classesIn = Map.groupBy(classes, partitionOf);
  const compared: ComparedZone[] = [];
  for (const split of splitsOf(persons)) {
    const weightsOfHalves = [0, 1].map((half) => {
      const own = partitions.flatMap(({ cell, homes, living }) =>
        weightingClasses(splitPersons(homes, split)[half], living, classesIn.get(cell)),
      );
      return weightBy(known, own, learnWeights(own));
    });
    for (const partition of partitions) {
      const count = zones.get(partition.cell) ?? 0;
      if (count === 0) continue;
      const halves = weightsOfHalves.map((weightOf, half) =>
        countHalf(partition, { split, half }, weightOf, room, known),
      );
      const [one, other] = halves;
      if (!one || !other) continue;
      const seed = `${partition.cell} ${split.number}`;
      for (const zone of compareHalves([one, other], partition.living, weight, count, seed))
        compared.push(zone);
    }
  }
  return varianceTable(compared, weight, total);
}

/** @returns `null` where a half of the partition is too small for a group */
function countHalf(
  { homes, workers, places }: Partition,
  { split, half }: { readonly split: Split; readonly half: number },
  weightOf: (home: Cell) => number,
  room: ByWhereabouts<LearntParameters['room']['away']>,
  { isCounted }: KnownCells,
): HalfCounts | null {
  const own = splitPersons(workers, split)[half];
  const workplaces = workplacesOf(own, weightOf);
  const { minPersons } = split;
  const parts = groupPartition(workplaces, places, [], minPersons);
  if (parts.every(({ groups }) => groups.length === 0)) return null;
  const living = new Map<Cell, number>();
  for (const { home, persons } of splitPersons(homes, split)[half]) {
    if (isCounted(home)) addTo(living, home, persons * weightOf(home));
  }
  const inhabitants = [...living.values()].reduce((sum, people) => sum + people, 0);
  const atHome = workplaces.at_home.reduce((sum, { people }) => sum + people, 0);
  return {
    spread: sumOfCells(
      parts.map((part) => releasePart(part, { followed: room[part.whereabouts], minPersons })),
    ),
    found: peopleWhereFound(own, weightOf),
    homes: roundToMillipersons(living),
    share_at_home: inhabitants > 0 ? atHome / inhabitants : 0,
  };
}
