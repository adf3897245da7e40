/** Versions of working counts that follow one another, and what two of them give away of fewer persons than a group holds. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { Random } from '../numbers/random.ts';
import { roundToMillipersons, totalMillipersons } from '../numbers/round-to-millipersons.ts';
import { type FlowTownKind, simulateFlows } from '../simulate/flow-town.ts';
import { type KnownCells, spreadPanel } from '../working/count-panel.ts';
import type { PanelPersons } from '../working/panel-persons.ts';
import { PRIVACY } from '../working/parameters.ts';
import type { PrivacyGroup, Whereabouts } from '../working/spread-by-day.ts';
import { fewestBehindDerived, type KnownFigure } from './derivable-figures.ts';

export interface PairsEvaluation {
  readonly pairs: number;
  /** Pairs that give away a figure that rests on fewer persons than a group must hold, and the fewest behind any. */
  readonly derivable: number;
  readonly fewest_persons: number;
  /** The same, were the later version built without the earlier one's groups. */
  readonly derivable_without_groups: number;
  readonly fewest_persons_without_groups: number;
  /** Groups of all versions in which so few were left that they keep their earlier figure; persons who are withheld. */
  readonly kept_groups: number;
  readonly withheld_persons: number;
  /** People counted by later versions over those whom all their persons stand for: the least and the most. */
  readonly least_total: number;
  readonly most_total: number;
  /** Groups of the last versions over those that they would have without the earlier ones. */
  readonly groups_left: number;
}

export interface PairsOptions {
  readonly town: FlowTownKind;
  readonly pairs: number;
  readonly seed: number;
}

const PANEL = 0.02;
/** Versions that follow one another, before another panel is drawn. */
const VERSIONS = 6;
/** Share of persons who leave from one version to the next, and come. */
const TURNOVER = [0.0003, 0.5] as const;
/** Groups at most of which most persons leave in addition. */
const CLOSURES = 5;

interface Person extends PanelPersons {
  readonly id: number;
}

/** @throws TooFewPersons */
export function evaluatePairs({ town: name, pairs, seed }: PairsOptions): PairsEvaluation {
  const town = simulateFlows(name, seed);
  const known: KnownCells = {
    living: roundToMillipersons(town.living),
    places: town.places,
    isLivingKnown: () => true,
    isCounted: () => true,
  };
  const random = new Random(seed);
  const fewest = { with: [] as number[], without: [] as number[] };
  const totals: number[] = [];
  let kept = 0;
  let withheld = 0;
  let groups = 0;
  let groupsWithout = 0;
  let ids = 0;
  while (fewest.with.length < pairs) {
    const pool = town.drawPanel(3 * PANEL, random).map((person): Person => ({ ...person, id: ids++ }));
    let panel = pool.filter(() => random.chance(1 / 3));
    let before = spreadPanel(panel, known);
    for (let version = 1; version < VERSIONS && fewest.with.length < pairs; version++) {
      const earlier = figuresOf(panel, before.groups);
      panel = renew(panel, pool, before.groups, random);
      const after = spreadPanel(panel, known, before);
      const alone = spreadPanel(panel, known);
      fewest.with.push(fewestBehindDerived(earlier, figuresOf(panel, after.groups)));
      fewest.without.push(fewestBehindDerived(earlier, figuresOf(panel, alone.groups)));
      totals.push(totalMillipersons(after.people) / totalMillipersons(alone.people));
      kept += after.report.groups_kept;
      withheld += after.report.persons_withheld;
      groups += after.groups.length;
      groupsWithout += alone.groups.length;
      before = after;
    }
  }
  const isTooFew = (persons: number): boolean => persons < PRIVACY.min_persons;
  return {
    pairs: fewest.with.length,
    derivable: fewest.with.filter(isTooFew).length,
    fewest_persons: Math.min(...fewest.with),
    derivable_without_groups: fewest.without.filter(isTooFew).length,
    fewest_persons_without_groups: Math.min(...fewest.without),
    kept_groups: kept,
    withheld_persons: withheld,
    least_total: Math.min(...totals),
    most_total: Math.max(...totals),
    groups_left: groups / groupsWithout,
  };
}

/** Some persons leave and others come, and some groups lose nearly all of theirs. */
function renew(
  panel: readonly Person[],
  pool: readonly Person[],
  groups: readonly PrivacyGroup[],
  random: Random,
): Person[] {
  const draw = (): number => TURNOVER[0] * (TURNOVER[1] / TURNOVER[0]) ** random.unit();
  const [leaving, coming] = [draw(), draw()];
  const isIn = new Set(panel.map(({ id }) => id));
  const closing = new Map<Cell, number>();
  for (let i = random.integer(0, CLOSURES); i > 0; i--) {
    const share = random.between(0.3, 1);
    for (const area of groups[random.integer(0, groups.length - 1)].areas) closing.set(area, share);
  }
  const leaves = ({ occupation }: Person): boolean =>
    random.chance(leaving) || (occupation !== null && random.chance(closing.get(areaOf(occupation)) ?? 0));
  const newcomers = pool.filter(
    ({ id }) => !isIn.has(id) && random.chance((coming * panel.length) / (pool.length - panel.length)),
  );
  return [...panel.filter((person) => !leaves(person)), ...newcomers];
}

const areaOf = (cell: Cell): Cell => parentOf(cell, PRIVACY.finest_resolution);

/** What a version tells. A kept figure is known from the version before. */
function figuresOf(panel: readonly Person[], groups: readonly PrivacyGroup[]): KnownFigure[] {
  const isApart = groups.some(({ whereabouts }) => whereabouts === 'at_home');
  const keyOf = (whereabouts: Whereabouts, area: Cell): string => `${whereabouts} ${area}`;
  const byArea = new Map<string, number[]>();
  for (const { home, occupation, id } of panel) {
    if (occupation === null) continue;
    const key = keyOf(isApart && occupation === home ? 'at_home' : 'away', areaOf(occupation));
    byArea.set(key, [...(byArea.get(key) ?? []), id]);
  }
  return groups
    .filter(({ is_kept }) => !is_kept)
    .map(({ whereabouts, areas, joined }) => {
      const keys = [...areas, ...joined].map((area) => keyOf(whereabouts, area));
      return { personsByArea: new Map(keys.map((key) => [key, byArea.get(key) ?? []])) };
    });
}
