/**
 * `npm run evaluate -- versions`: what somebody learns who holds two versions of working counts that differ by one person of
 * the panel.
 */
import { cellArea, cellToParent, latLngToCell, UNITS } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { GOTHENBURG, readGothenburgStreets } from '../demo/gothenburg.ts';
import { addTo } from '../numbers/add-to.ts';
import { Random } from '../numbers/random.ts';
import { simulateTown, type TownPerson } from '../simulate/simulate-town.ts';
import { type KnownCells, spreadPanel } from '../working/count-panel.ts';
import type { PanelPersons } from '../working/panel-persons.ts';
import { PRIVACY } from '../working/parameters.ts';
import type { FollowedVersion, PrivacyGroup } from '../working/spread-by-day.ts';

export interface VersionsEvaluation {
  /** Half of them come, half go, one at a time. */
  readonly persons: number;
  readonly groups: number;
  /** Share of persons for whose sake areas are grouped otherwise: without the earlier version's groups, and with them. */
  readonly regrouped: number;
  readonly regrouped_with_earlier_groups: number;
  /** With the earlier groups: share of persons in whose group the cell is that changes most. */
  readonly group_found: number;
  /** Persons in that group in the later version, and its area: medians over persons. */
  readonly group_persons: number;
  readonly group_km2: number;
  readonly fewest_group_persons: number;
  /**
   * How often somebody is right who knows everything else, the secret too, compares two versions rounded by it and says whether
   * one given person came or went, where guessing is right half of the time: by the figure of the person's group alone; by all
   * others, which change as everyone in the same home area stands for more or fewer people; and by any figure.
   */
  readonly right_by_group: number;
  readonly right_by_home: number;
  readonly right_by_any_figure: number;
}

const SEED = 6;
/** Persons who are tried with one secret. */
const PERSONS_PER_SECRET = 10;
/** A figure that is another share of all by less is the same but for rounding to thousandths. */
const SAME = 1e-3;

/** On the demo's town, everyone's home and usual occupation place taken as known: the worst that a panel can give away. */
export async function evaluateVersions(
  persons: number,
  { json = false }: { readonly json?: boolean },
): Promise<VersionsEvaluation> {
  const town = simulateTown(readGothenburgStreets(), GOTHENBURG);
  const random = new Random(SEED);
  const carriers = new Set(town.panel.map(({ home }) => String(home)));
  const others = town.inhabitants.filter(({ home }) => !carriers.has(String(home)));
  const inhabitants = countByCell(town.inhabitants.map(({ home }) => home));
  const known: KnownCells = {
    living: new Map([...inhabitants].map(([cell, people]) => [cell, people * MILLIPERSONS])),
    places: countByCell(town.inhabitants.map(({ occupation }) => occupation)),
    isLivingKnown: () => true,
    isCounted: () => true,
  };
  const release = (
    persons: readonly TownPerson[],
    earlier?: FollowedVersion,
    secret?: Uint8Array,
  ): Release => {
    const panel = persons.map(({ home, occupation }): PanelPersons => {
      return { home: cellOf(home), occupation: cellOf(occupation), persons: 1 };
    });
    return spreadPanel(panel, known, earlier, secret);
  };

  const before = release(town.panel);
  const found: { persons: number; km2: number; isGreatestChange: boolean }[] = [];
  let regrouped = 0;
  let regroupedWithEarlier = 0;
  let groupChanged = 0;
  let othersChanged = 0;
  let anyChanged = 0;
  let secret = new Uint8Array();
  let rounded = before;
  for (let i = 0; i < persons; i++) {
    const panel =
      i % 2 === 0
        ? [...town.panel, others[random.integer(0, others.length - 1)]]
        : town.panel.toSpliced(random.integer(0, town.panel.length - 1), 1);
    if (!haveSameAreas(release(panel).groups, before.groups)) regrouped++;
    if (i % PERSONS_PER_SECRET === 0) {
      secret = Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
      rounded = release(town.panel, before, secret);
    }
    const released = release(panel, before, secret);
    const changed = changedGroups(rounded, released);
    const after = release(panel, before);
    if (!haveSameAreas(after.groups, before.groups)) {
      regroupedWithEarlier++;
      groupChanged++;
      othersChanged++;
      anyChanged++;
      continue;
    }
    const own = after.groups.findIndex(
      ({ persons, is_kept }, group) => is_kept || persons !== before.groups[group].persons,
    );
    if (changed.size > 0) anyChanged++;
    if (changed.delete(own)) groupChanged++;
    if (changed.size > 0) othersChanged++;
    found.push({
      persons: after.groups[own].persons,
      km2: after.groups[own].areas.reduce((sum, area) => sum + cellArea(area, UNITS.km2), 0),
      isGreatestChange: after.groups[own].areas.includes(areaOfGreatestChange(before.people, after.people)),
    });
  }
  const evaluation: VersionsEvaluation = {
    persons,
    groups: before.groups.length,
    regrouped: regrouped / persons,
    regrouped_with_earlier_groups: regroupedWithEarlier / persons,
    group_found: found.filter(({ isGreatestChange }) => isGreatestChange).length / found.length,
    group_persons: median(found.map(({ persons }) => persons)),
    group_km2: median(found.map(({ km2 }) => km2)),
    fewest_group_persons: Math.min(...found.map(({ persons }) => persons)),
    // Where nothing changes it is said that nobody came or went: right where nobody did, and wrong where it did not show.
    right_by_group: (1 + groupChanged / persons) / 2,
    right_by_home: (1 + othersChanged / persons) / 2,
    right_by_any_figure: (1 + anyChanged / persons) / 2,
  };
  for (const [name, value] of Object.entries(evaluation)) {
    console.log(`  ${name.padEnd(30)}${Number.isInteger(value) ? value : value.toFixed(3)}`);
  }
  if (json) console.log(JSON.stringify(evaluation));
  return evaluation;
}

type Release = ReturnType<typeof spreadPanel>;

const cellOf = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, GRID_RESOLUTION);

function countByCell(positions: readonly Position[]): Map<Cell, number> {
  const counts = new Map<Cell, number>();
  for (const position of positions) addTo(counts, cellOf(position), 1);
  return counts;
}

const haveSameAreas = (some: readonly PrivacyGroup[], others: readonly PrivacyGroup[]): boolean => {
  const areas = (groups: readonly PrivacyGroup[]): string =>
    groups.map(({ whereabouts, areas, joined }) => `${whereabouts} ${areas} ${joined}`).join(';');
  return areas(some) === areas(others);
};

/** Indexes of the groups whose share of all people is another one in the later version. */
function changedGroups(before: Release, after: Release): Set<number> {
  const [earlier, later] = [before, after].map(sharesOfGroups);
  const ratios = earlier.map((share, group) => later[group] / share);
  // Most figures stay but for the total, by which all are scaled.
  const unchanged = median(ratios);
  return new Set(ratios.flatMap((ratio, group) => (Math.abs(ratio / unchanged - 1) > SAME ? [group] : [])));
}

/** People of each group's areas, those of all whereabouts together. */
function sharesOfGroups({ people, groups }: Release): number[] {
  const byArea = new Map<Cell, number>();
  for (const [cell, count] of people) {
    const area = cellToParent(cell, PRIVACY.finest_resolution);
    addTo(byArea, area, count);
  }
  return groups.map(({ areas }) => areas.reduce((sum, area) => sum + (byArea.get(area) ?? 0), 0));
}

/** The area with the cell whose people changed most. */
function areaOfGreatestChange(before: ReadonlyMap<Cell, number>, after: ReadonlyMap<Cell, number>): Cell {
  const changeAt = (cell: Cell): number => Math.abs((after.get(cell) ?? 0) - (before.get(cell) ?? 0));
  const greatest = [...after.keys()].reduce((a, b) => (changeAt(b) > changeAt(a) ? b : a));
  return cellToParent(greatest, PRIVACY.finest_resolution);
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
