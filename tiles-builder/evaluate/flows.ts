/**
 * `npm run evaluate -- flows`: working counts on towns of flows from residence to work, by class of counted people. Places
 * are taken as found to 25 m, some of them a kilometre off; pings and stops play no part.
 */
import { cellToLatLng } from 'h3-js';
import { countInterval } from '../../src/count/count-interval.ts';
import { countPeople } from '../../src/count/count-people.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Polygon } from '../../src/geo/positions.ts';
import { Random } from '../numbers/random.ts';
import { roundToMillipersons, totalMillipersons } from '../numbers/round-to-millipersons.ts';
import {
  type FlowTown,
  type FlowTownKind,
  flowTownPlane,
  HALF_SIDE_M,
  simulateFlows,
} from '../simulate/flow-town.ts';
import type { Point } from '../simulate/local-plane.ts';
import { countPanel, countWhereFound, type KnownCells, spreadPanel } from '../working/count-panel.ts';
import { countsInMemory } from './counts-in-memory.ts';
import { PointCounter } from './point-counter.ts';
import { randomZone } from './random-zones.ts';

/** How counts and truth compare over some zones. */
export interface FlowClass {
  readonly zones: string;
  readonly compared: number;
  /** Sum of (count - truth) / sum of truth. */
  readonly bias: number;
  /** Mean of |count - truth| / truth. */
  readonly mape: number;
  /**
   * By how much rounding by a secret makes it greater, as a share of it. Beside each count stands its mirror image on the other
   * side of what would be counted unrounded, which another secret gives as likely: so chance counts for little.
   */
  readonly price_of_rounding: number;
  /** Bias and MAPE where the people of found places are counted there, without groups: what sampling and finding cost. */
  readonly bias_ungrouped: number;
  readonly mape_ungrouped: number;
  /** The same that drawing an even panel at random alone would cause. */
  readonly sampling_floor: number;
  /** Share of zones whose truth lies within the interval of their count. */
  readonly interval_coverage: number;
}

export interface FlowsEvaluation {
  readonly town: FlowTownKind;
  readonly panel: number;
  /** Sum of all counts / sum of all people whose usual occupation place is covered. */
  readonly total: number;
  readonly total_unrounded: number;
  readonly groups: number;
  readonly classes: FlowClass[];
}

export interface FlowsOptions {
  readonly town: FlowTownKind;
  /** Share of all persons in the panel. */
  readonly panel: number;
  /** Of the first town. */
  readonly seed: number;
  /** Towns of the kind: how far counts of one place are off is much the same in all panels of one town. */
  readonly towns: number;
  /** Panels drawn from each town, each with random zones and zones around people of its own. */
  readonly draws: number;
  readonly json?: boolean;
}

const CLASS_BOUNDS = [500, 1_000, 2_000, 5_000, Infinity];
const ZONES_PER_DRAW = 400;
/** Zones anywhere: 0.3 to 10 km². Zones around people: smaller ones too, and never with somebody in their very middle. */
const ANYWHERE_RADII_M = [310, 1_780] as const;
const AROUND_RADII_M = [150, 1_800] as const;
const ASIDE_M = 300;
/** Share of zones that are called sparse. */
const SPARSEST = 1 / 3;

/** @throws TooFewPersons */
export async function evaluateFlows({
  town: kind,
  panel: share,
  seed,
  towns,
  draws,
  json = false,
}: FlowsOptions): Promise<FlowsEvaluation> {
  const panels: ComparedPanel[] = [];
  for (let i = 0; i < towns; i++) {
    panels.push(...(await comparePanels(simulateFlows(kind, seed + i), share, seed + i, draws)));
  }
  const mean = (value: (panel: ComparedPanel) => number): number =>
    panels.reduce((sum, panel) => sum + value(panel), 0) / panels.length;
  const evaluation: FlowsEvaluation = {
    town: kind,
    panel: share,
    total: mean(({ total }) => total),
    total_unrounded: mean(({ total_unrounded }) => total_unrounded),
    groups: mean(({ groups }) => groups),
    classes: classify(
      panels.flatMap(({ zones }) => zones),
      share,
    ),
  };
  console.log(tableOf(evaluation));
  if (json) console.log(JSON.stringify(evaluation));
  return evaluation;
}

interface ComparedPanel extends Pick<FlowsEvaluation, 'total' | 'total_unrounded' | 'groups'> {
  readonly zones: Compared[];
}

async function comparePanels(
  town: FlowTown,
  share: number,
  seed: number,
  draws: number,
): Promise<ComparedPanel[]> {
  const truth = new PointCounter(insidePoints(town.occupations));
  const known: KnownCells = {
    living: roundToMillipersons(town.living),
    places: town.places,
    isLivingKnown: () => true,
    isCounted: isInside,
  };
  const panels: ComparedPanel[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const random = new Random(seed + 1_000 * (draw + 1));
    const panel = town.drawPanel(share, random);
    const secret = Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
    const release = countPanel(panel, known, [], secret);
    const released = countsInMemory(release.people);
    const exact = spreadPanel(panel, known, [], null).people;
    const unrounded = countsInMemory(exact);
    const ungrouped = countsInMemory(countWhereFound(panel, known));
    const zones: Compared[] = [];
    for (let drawn = 0; drawn < ZONES_PER_DRAW; drawn++) {
      const zone = drawZone(town, drawn % 2 === 0, random);
      if (!zone) continue;
      const { people: count } = await countPeople('working', [zone], released);
      const people = truth.inside(zone[0].map(flowTownPlane.toPlane));
      if (people === 0) continue;
      const { low, high } = countInterval(release.errorModel, count);
      zones.push({
        count,
        people,
        unrounded: (await countPeople('working', [zone], unrounded)).people,
        ungrouped: (await countPeople('working', [zone], ungrouped)).people,
        isHeld: low <= people && people <= high,
        density: count / areaOfZone_m2([zone]),
      });
    }
    const shareOfTruth = (millipersons: number): number => millipersons / MILLIPERSONS / truth.total;
    panels.push({
      zones,
      total: shareOfTruth(release.total_millipersons),
      total_unrounded: shareOfTruth(totalMillipersons(exact)),
      groups: release.groups.length,
    });
  }
  return panels;
}

interface Compared {
  readonly count: number;
  /** The truth. */
  readonly people: number;
  readonly unrounded: number;
  readonly ungrouped: number;
  readonly isHeld: boolean;
  readonly density: number;
}

function classify(compared: readonly Compared[], share: number): FlowClass[] {
  const counted = compared.filter(({ count }) => count >= CLASS_BOUNDS[0]);
  const sparsest = counted
    .toSorted((a, b) => a.density - b.density)
    .slice(0, Math.floor(counted.length * SPARSEST));
  const bySize = CLASS_BOUNDS.slice(1).map((to, index) => {
    const from = CLASS_BOUNDS[index];
    const zones = to === Infinity ? `${from} and more` : `${from} to ${to}`;
    return [
      { zones, of: compared.filter(({ count }) => count >= from && count < to) },
      { zones: `true ${zones}`, of: compared.filter(({ people }) => people >= from && people < to) },
    ];
  });
  return [
    ...bySize.flatMap(([counted]) => counted),
    ...bySize.flatMap(([, t]) => t),
    { zones: 'sparsest third', of: sparsest },
  ].map(({ zones, of }) => {
    const mean = (value: (one: Compared) => number): number =>
      of.reduce((sum, one) => sum + value(one), 0) / of.length;
    return {
      zones,
      compared: of.length,
      bias: mean(({ count, people }) => count - people) / mean(({ people }) => people),
      mape: mean(({ count, people }) => Math.abs(count - people) / people),
      price_of_rounding:
        mean(
          ({ count, unrounded, people }) =>
            (Math.abs(count - people) + Math.abs(2 * unrounded - count - people)) / 2 / people,
        ) /
          mean(({ unrounded, people }) => Math.abs(unrounded - people) / people) -
        1,
      bias_ungrouped: mean(({ ungrouped, people }) => ungrouped - people) / mean(({ people }) => people),
      mape_ungrouped: mean(({ ungrouped, people }) => Math.abs(ungrouped - people) / people),
      sampling_floor: mean(({ people }) => Math.sqrt((2 / Math.PI) * ((1 - share) / (share * people)))),
      interval_coverage: mean(({ isHeld }) => (isHeld ? 1 : 0)),
    };
  });
}

const isInside = (cell: Cell): boolean => {
  const [lat, lon] = cellToLatLng(cell);
  const [x, y] = flowTownPlane.toPlane([lon, lat]);
  return Math.abs(x) < HALF_SIDE_M && Math.abs(y) < HALF_SIDE_M;
};

function insidePoints(points: Float64Array): Point[] {
  const inside: Point[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i], points[i + 1]];
    if (Math.abs(x) < HALF_SIDE_M && Math.abs(y) < HALF_SIDE_M) inside.push([x, y]);
  }
  return inside;
}

/** `null` where the zone leaves the coverage. */
function drawZone({ occupations }: FlowTown, isAnywhere: boolean, random: Random): Polygon | null {
  const person = 2 * random.integer(0, occupations.length / 2 - 1);
  const middle: Point = isAnywhere
    ? [random.between(-HALF_SIDE_M, HALF_SIDE_M), random.between(-HALF_SIDE_M, HALF_SIDE_M)]
    : [occupations[person] + random.normal() * ASIDE_M, occupations[person + 1] + random.normal() * ASIDE_M];
  const zone = randomZone(
    flowTownPlane.toPosition(middle),
    isAnywhere ? ANYWHERE_RADII_M : AROUND_RADII_M,
    random,
  );
  const corners = zone[0].map(flowTownPlane.toPlane);
  return corners.every(([x, y]) => Math.abs(x) < HALF_SIDE_M && Math.abs(y) < HALF_SIDE_M) ? zone : null;
}

function tableOf({ town, panel, total, total_unrounded, groups, classes }: FlowsEvaluation): string {
  const percent = (share: number): string => (100 * share).toFixed(1);
  const rows = [
    [
      'people',
      'zones',
      'bias',
      'MAPE',
      'of rounding',
      'MAPE ungrouped',
      'bias ungrouped',
      'floor',
      'in interval',
    ],
    ...classes.map((one) => [
      one.zones,
      String(one.compared),
      ...[
        one.bias,
        one.mape,
        one.price_of_rounding,
        one.mape_ungrouped,
        one.bias_ungrouped,
        one.sampling_floor,
        one.interval_coverage,
      ].map(percent),
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => row.map((text, column) => text.padStart(widths[column])).join('  '));
  return `\n${town}, panel ${percent(panel)} %: total ${total.toFixed(4)} of the truth, unrounded ${total_unrounded.toFixed(4)}, ${groups.toFixed(0)} groups; all in %\n${lines.join('\n')}`;
}
