/** `npm run experiment -- versions`: what two versions of working counts reveal that differ by one person. */
import { cellArea, latLngToCell, UNITS } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../../tiles-builder/base/numbers/add-to.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { GroupFigure } from '../../tiles-builder/daytime/count-partition.ts';
import type { FollowedVersion } from '../../tiles-builder/daytime/groups-file.ts';
import type { VarianceTable } from '../../tiles-builder/daytime/learn-variance.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import { GOTHENBURG, readGothenburgStreets } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { simulateTown, type TownPerson } from '../../tiles-builder/simulate/simulate-town.ts';
import { countPanel, type KnownCells, spreadPanel } from './count-panel.ts';

export interface VersionsEvaluation {
  /** Half join, half leave. */
  readonly persons: number;
  readonly groups: number;
  readonly cells: number;
  /** Whose change alters groups, without and with the earlier version. */
  readonly regrouped: number;
  readonly regrouped_following: number;
  /** Medians: persons in the person's group, and its cell's area. */
  readonly group_persons: number;
  readonly group_km2: number;
  readonly fewest_group_persons: number;
  /** Changed cells, exact and rounded: means and maxima. */
  readonly cells_changed_exact: number;
  readonly cells_changed_rounded: number;
  readonly most_cells_changed_rounded: number;
  /** Shares of right guesses with all else known, the secret too: by the person's group, by other figures, by any. */
  readonly right_by_group: number;
  readonly right_by_home: number;
  readonly right_by_any_figure: number;
  /** Where no figure behind them changes. */
  readonly right_by_intervals: number;
}

const SEED = 6;
const PERSONS_PER_SECRET = 10;

/** On the demo's town with true places, the worst case. */
export async function evaluateVersions(persons: number): Promise<VersionsEvaluation> {
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
      // A bottom-coded group has the same number with one person more or less.
      persons: exact.toFollow.groups[Math.max(0, own)].persons,
      km2: cellArea(exact.toFollow.groups[Math.max(0, own)].cell, UNITS.km2),
      exact: cellsChanged(before, exact),
      rounded: cellsChanged(rounded, released),
    });
  }
  const mean = (of: (one: (typeof found)[number]) => number): number =>
    found.reduce((sum, one) => sum + of(one), 0) / found.length;
  // Without a change the guess is "nobody": right for those who did not change.
  const right = (changed: number): number => (1 + changed / persons) / 2;
  return {
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

const cellsChanged = ({ people: before }: Release, { people: after }: Release): number =>
  [...new Set([...before.keys(), ...after.keys()])].filter((cell) => before.get(cell) !== after.get(cell))
    .length;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
