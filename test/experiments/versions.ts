/**
 * `npm run experiment -- versions`: what somebody learns who holds two versions of working counts that differ by one person of
 * the panel.
 */
import { cellArea, latLngToCell, UNITS } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { GOTHENBURG, readGothenburgStreets } from '../../tiles-builder/demo/gothenburg.ts';
import { addTo } from '../../tiles-builder/numbers/add-to.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { simulateTown, type TownPerson } from '../../tiles-builder/simulate/simulate-town.ts';
import type { GroupFigure } from '../../tiles-builder/working/count-partition.ts';
import type { FollowedVersion } from '../../tiles-builder/working/groups-file.ts';
import type { VarianceTable } from '../../tiles-builder/working/learn-variance.ts';
import type { PanelPersons } from '../../tiles-builder/working/panel-persons.ts';
import { countPanel, type KnownCells, spreadPanel } from './count-panel.ts';

export interface VersionsEvaluation {
  /** Half of them come, half go, one at a time. */
  readonly persons: number;
  readonly groups: number;
  readonly cells: number;
  /** Share of persons for whom there are other groups: without the earlier version, and with it. */
  readonly regrouped: number;
  readonly regrouped_following: number;
  /** Persons in the group of the person in the later version, and the area of its cell: medians over persons. */
  readonly group_persons: number;
  readonly group_km2: number;
  readonly fewest_group_persons: number;
  /** Cells of the tiles that change for one person, exact and rounded: means over persons, and the most. */
  readonly cells_changed_exact: number;
  readonly cells_changed_rounded: number;
  readonly most_cells_changed_rounded: number;
  /**
   * How often somebody is right who knows everything else, the secret too, compares two versions and says whether one given
   * person came or went, where guessing is right half of the time (membership inference): by the figure of the person's group; by
   * all others, which change as everyone in the same weighting class stands for more or fewer people; and by any figure.
   */
  readonly right_by_group: number;
  readonly right_by_home: number;
  readonly right_by_any_figure: number;
  /** The same by the intervals of counts, where no figure changes that they follow from. */
  readonly right_by_intervals: number;
}

const SEED = 6;
/** Persons who are tried with one secret. */
const PERSONS_PER_SECRET = 10;

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
    return spreadPanel(panelOf(persons), known, { earlier, secret });
  };
  const varianceIn = (persons: readonly TownPerson[], earlier?: FollowedVersion): VarianceTable =>
    countPanel(panelOf(persons), known, { earlier }).toFollow.parameters.variance;

  const before = countPanel(panelOf(town.panel), known);
  const { toFollow: earlier } = before;
  const intervals = JSON.stringify(earlier.parameters.variance);
  const found: { persons: number; km2: number; exact: number; rounded: number }[] = [];
  const changes = { regrouped: 0, following: 0, group: 0, home: 0, any: 0, intervals: 0 };
  let secret = new Uint8Array();
  let rounded: Release = before;
  for (let i = 0; i < persons; i++) {
    const panel =
      i % 2 === 0
        ? [...town.panel, others[random.integer(0, others.length - 1)]]
        : town.panel.toSpliced(random.integer(0, town.panel.length - 1), 1);
    if (!haveSameGroups(release(panel).toFollow.groups, before.toFollow.groups)) changes.regrouped++;
    if (i % PERSONS_PER_SECRET === 0) {
      secret = Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
      rounded = release(town.panel, earlier, secret);
    }
    const [exact, released] = [release(panel, earlier), release(panel, earlier, secret)];
    if (!haveSameGroups(exact.toFollow.groups, before.toFollow.groups)) {
      changes.following++;
      continue;
    }
    const own = exact.toFollow.groups.findIndex(
      ({ persons }, group) => persons !== before.toFollow.groups[group].persons,
    );
    const changed = rounded.toFollow.groups.flatMap((group, at) =>
      group.released === released.toFollow.groups[at].released ? [] : [at],
    );
    if (changed.includes(own)) changes.group++;
    if (changed.some((group) => group !== own)) changes.home++;
    if (changed.length > 0) changes.any++;
    if (JSON.stringify(varianceIn(panel, earlier)) !== intervals) changes.intervals++;
    found.push({
      // A bottom-coded group has one person more or less where it has the same number of them.
      persons: exact.toFollow.groups[Math.max(0, own)].persons,
      km2: cellArea(exact.toFollow.groups[Math.max(0, own)].cell, UNITS.km2),
      exact: cellsChanged(before, exact),
      rounded: cellsChanged(rounded, released),
    });
  }
  const mean = (of: (one: (typeof found)[number]) => number): number =>
    found.reduce((sum, one) => sum + of(one), 0) / found.length;
  // Where nothing changes it is said that nobody came or went: right where nobody did, and wrong where it did not show.
  const right = (changed: number): number => (1 + changed / persons) / 2;
  const evaluation: VersionsEvaluation = {
    persons,
    groups: before.toFollow.groups.length,
    cells: before.people.size,
    regrouped: changes.regrouped / persons,
    regrouped_following: changes.following / persons,
    group_persons: median(found.map(({ persons }) => persons)),
    group_km2: median(found.map(({ km2 }) => km2)),
    fewest_group_persons: Math.min(...found.map(({ persons }) => persons)),
    cells_changed_exact: mean(({ exact }) => exact),
    cells_changed_rounded: mean(({ rounded }) => rounded),
    most_cells_changed_rounded: Math.max(...found.map(({ rounded }) => rounded)),
    right_by_group: right(changes.group),
    right_by_home: right(changes.home),
    right_by_any_figure: right(changes.any),
    right_by_intervals: right(changes.intervals),
  };
  for (const [name, value] of Object.entries(evaluation)) {
    console.log(`  ${name.padEnd(30)}${Number.isInteger(value) ? value : value.toFixed(3)}`);
  }
  if (json) console.log(JSON.stringify(evaluation));
  return evaluation;
}

type Release = Pick<ReturnType<typeof spreadPanel>, 'people' | 'toFollow'>;

const panelOf = (persons: readonly TownPerson[]): PanelPersons[] =>
  persons.map(({ home, occupation }) => ({ home: cellOf(home), occupation: cellOf(occupation), persons: 1 }));

const cellOf = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, GRID_RESOLUTION);

function countByCell(positions: readonly Position[]): Map<Cell, number> {
  const counts = new Map<Cell, number>();
  for (const position of positions) addTo(counts, cellOf(position), 1);
  return counts;
}

const haveSameGroups = (some: readonly GroupFigure[], others: readonly GroupFigure[]): boolean =>
  some.length === others.length &&
  some.every(({ whereabouts, cell }, i) => whereabouts === others[i].whereabouts && cell === others[i].cell);

/** Cells whose thousandths are others. */
const cellsChanged = ({ people: before }: Release, { people: after }: Release): number =>
  [...new Set([...before.keys(), ...after.keys()])].filter((cell) => before.get(cell) !== after.get(cell))
    .length;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
