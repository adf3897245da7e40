/** Differencing attacks on pairs of versions of working counts. */
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { roundToMillipersons } from '../../tiles-builder/numbers/round-to-millipersons.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { areaOfGroup, type GroupFigure } from '../../tiles-builder/working/count-partition.ts';
import type { FollowedVersion } from '../../tiles-builder/working/groups-file.ts';
import { membershipIn } from '../../tiles-builder/working/h3-groups.ts';
import type { PanelPersons } from '../../tiles-builder/working/panel-persons.ts';
import { PRIVACY } from '../../tiles-builder/working/parameters.ts';
import { type KnownCells, spreadPanel } from './count-panel.ts';
import { fewestBehindDerived, type KnownFigure } from './derivable-figures.ts';
import type { FlowTownKind } from './flow-kinds.ts';
import { simulateFlows } from './flow-town.ts';

export interface PairsEvaluation {
  readonly versions: number;
  readonly pairs: number;
  /** With a figure of fewer persons than a group; fewest behind any. */
  readonly derivable: number;
  readonly fewest_persons: number;
  /** Without following the earlier groups. */
  readonly derivable_without_groups: number;
  readonly fewest_persons_without_groups: number;
  /** Groups of all versions; bottom-coded ones, and their persons. */
  readonly groups: number;
  readonly groups_bottom_coded: number;
  readonly persons_bottom_coded: number;
  readonly persons_withheld: number;
  /** Over the same panel alone: minimum and maximum. */
  readonly least_total: number;
  readonly most_total: number;
}

export interface PairsOptions {
  readonly town: FlowTownKind;
  readonly versions: number;
  readonly seed: number;
}

const PANEL = 0.02;
/** Share of persons replaced by version. */
const TURNOVER = [0.0003, 0.5] as const;
/** Most persons leave, and may rejoin. */
const CLOSURES = 5;
const REOPENS = 0.4;

interface Person extends PanelPersons {
  readonly id: number;
}

export function evaluatePairs({ town: name, versions, seed }: PairsOptions): PairsEvaluation {
  const town = simulateFlows(name, seed);
  const known: KnownCells = {
    living: roundToMillipersons(town.living),
    places: town.places,
    isLivingKnown: () => true,
    isCounted: () => true,
  };
  const random = new Random(seed);
  const pool = town.drawPanel(3 * PANEL, random).map((person, id): Person => ({ ...person, id }));
  let panel = pool.filter(() => random.chance(1 / 3));
  let before: FollowedVersion | undefined;
  const closed = new Set<string>();
  const figures = { following: [] as KnownFigure[][], alone: [] as KnownFigure[][] };
  const sums = { groups: 0, coded: 0, persons: 0, withheld: 0 };
  const totals: number[] = [];
  for (let version = 0; version < versions; version++) {
    if (before) panel = renew(panel, pool, before.groups, closed, random);
    const after = spreadPanel(panel, known, { earlier: before });
    const alone = spreadPanel(panel, known);
    figures.following.push(figuresOf(panel, pool, after.toFollow.groups));
    figures.alone.push(figuresOf(panel, pool, alone.toFollow.groups));
    totals.push(after.total_millipersons / alone.total_millipersons);
    sums.groups += after.privacy.groups;
    sums.coded += after.privacy.groups_bottom_coded;
    sums.persons += after.privacy.persons_bottom_coded;
    sums.withheld += after.privacy.persons_withheld;
    before = after.toFollow;
  }
  const fewest = { following: fewestOfPairs(figures.following), alone: fewestOfPairs(figures.alone) };
  const isTooFew = (persons: number): boolean => persons < PRIVACY.min_persons;
  return {
    versions,
    pairs: fewest.following.length,
    derivable: fewest.following.filter(isTooFew).length,
    fewest_persons: Math.min(...fewest.following),
    derivable_without_groups: fewest.alone.filter(isTooFew).length,
    fewest_persons_without_groups: Math.min(...fewest.alone),
    groups: sums.groups,
    groups_bottom_coded: sums.coded,
    persons_bottom_coded: sums.persons,
    persons_withheld: sums.withheld,
    least_total: Math.min(...totals),
    most_total: Math.max(...totals),
  };
}

const fewestOfPairs = (versions: readonly (readonly KnownFigure[])[]): number[] =>
  versions.flatMap((one, i) => versions.slice(i + 1).map((other) => fewestBehindDerived(one, other)));

/** Replaces persons, empties and refills groups. */
function renew(
  panel: readonly Person[],
  pool: readonly Person[],
  groups: readonly GroupFigure[],
  closed: Set<string>,
  random: Random,
): Person[] {
  const draw = (): number => TURNOVER[0] * (TURNOVER[1] / TURNOVER[0]) ** random.unit();
  const [leaving, coming] = [draw(), draw()];
  const isIn = new Set(panel.map(({ id }) => id));
  const groupOf = groupsOfPersons(groups);
  const reopening = new Set([...closed].filter(() => random.chance(REOPENS)));
  for (const group of reopening) closed.delete(group);
  const closing = new Map<string, number>();
  for (let i = random.integer(0, CLOSURES); i > 0; i--) {
    const group = nameOf(groups[random.integer(0, groups.length - 1)]);
    closing.set(group, random.between(0.3, 1));
    closed.add(group);
  }
  const leaves = (person: Person): boolean =>
    random.chance(leaving) || random.chance(closing.get(groupOf(person) ?? '') ?? 0);
  const comes = (person: Person): boolean =>
    reopening.has(groupOf(person) ?? '') ||
    random.chance((coming * panel.length) / (pool.length - panel.length));
  return [
    ...panel.filter((person) => !leaves(person)),
    ...pool.filter((person) => !isIn.has(person.id) && comes(person)),
  ];
}

const nameOf = ({ whereabouts, cell }: Pick<GroupFigure, 'whereabouts' | 'cell'>): string =>
  `${whereabouts} ${cell}`;

function groupsOfPersons(groups: readonly GroupFigure[]): (person: PanelPersons) => string | undefined {
  const members = new Map(
    Array.from(
      Map.groupBy(groups, ({ whereabouts, cell }) => `${whereabouts} ${partitionOf(cell)}`),
      ([name, own]) => [
        name,
        membershipIn(
          own.map(({ cell }) => cell),
          PRIVACY.finest_resolution,
        ),
      ],
    ),
  );
  return ({ home, occupation }) => {
    if (occupation === null) return undefined;
    const partition = partitionOf(occupation);
    const isApart = occupation === home && members.has(`at_home ${partition}`);
    const whereabouts = isApart ? 'at_home' : 'away';
    const memberOf = members.get(`${whereabouts} ${partition}`);
    return memberOf && nameOf({ whereabouts, cell: memberOf(areaOfGroup(occupation)).group });
  };
}

/** Bottom-coded figures are known from another version. */
function figuresOf(
  panel: readonly Person[],
  pool: readonly Person[],
  groups: readonly GroupFigure[],
): KnownFigure[] {
  const groupOf = groupsOfPersons(groups);
  const isIn = new Set(panel.map(({ id }) => id));
  const figures = new Map<string, Map<string, number[]>>();
  for (const person of pool) {
    const group = groupOf(person);
    if (group === undefined) continue;
    const areas = figures.get(group) ?? new Map<string, number[]>();
    figures.set(group, areas);
    const isAtHome = person.occupation === person.home;
    const area = `${isAtHome ? 'at_home' : 'away'} ${areaOfGroup(person.occupation as Cell)}`;
    const persons = areas.get(area) ?? [];
    areas.set(area, persons);
    if (isIn.has(person.id)) persons.push(person.id);
  }
  return [...figures.values()]
    .filter((areas) => [...areas.values()].flat().length >= PRIVACY.min_persons)
    .map((personsByArea) => ({ personsByArea }));
}
