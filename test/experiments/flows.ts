/**
 * `npm run experiment -- flows`: working counts on towns of commuting flows, by class of people. Found places are 25 m off,
 * some a kilometre.
 */
import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { cellToLatLng } from 'h3-js';
import { countInterval } from '../../src/count/count-interval.ts';
import { countPeople } from '../../src/count/count-people.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { boundingBoxOf, type Polygon } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { roundToMillipersons } from '../../tiles-builder/base/numbers/round-to-millipersons.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';
import { polygonGeometry } from '../../tiles-builder/simulate/write-sources.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { countPanel, type KnownCells } from './count-panel.ts';
import {
  type ComparedZone,
  compareClasses,
  type FlowClass,
  type PanelZones,
  tableOfClasses,
} from './flow-classes.ts';
import { type FlowTownKind, HALF_SIDE_M } from './flow-kinds.ts';
import { type FlowTown, flowTownPlane, simulateFlows } from './flow-town.ts';
import { randomZone } from './random-zones.ts';

export interface FlowsEvaluation {
  readonly town: FlowTownKind;
  readonly panel: number;
  /** Σ counts / Σ people with a covered occupation place. */
  readonly total: number;
  readonly groups: number;
  readonly classes: FlowClass[];
}

export interface FlowsOptions {
  readonly town: FlowTownKind;
  readonly panel: number;
  /** Of the first town. */
  readonly seed: number;
  /** Panels of one town share most of their error. */
  readonly towns: number;
  /** Each with zones of its own. */
  readonly draws: number;
}

const ZONES_PER_DRAW = 400;
/** 0.3 to 10 km²; zones around people are off centre. */
const ANYWHERE_RADII_M = [310, 1_780] as const;
const AROUND_RADII_M = [150, 1_800] as const;
const ASIDE_M = 300;

export async function evaluateFlows({
  town: kind,
  panel: share,
  seed,
  towns,
  draws,
}: FlowsOptions): Promise<FlowsEvaluation> {
  const panels: ComparedPanel[] = [];
  for (let i = 0; i < towns; i++) {
    const town = simulateFlows(kind, seed + i);
    panels.push(...(await comparePanels(town, share, seed + i, draws)));
  }
  const mean = (value: (panel: ComparedPanel) => number): number =>
    panels.reduce((sum, panel) => sum + value(panel), 0) / panels.length;
  const evaluation: FlowsEvaluation = {
    town: kind,
    panel: share,
    total: mean(({ total }) => total),
    groups: mean(({ groups }) => groups),
    classes: compareClasses(panels, share),
  };
  console.log(
    `\n${kind}, panel ${100 * share} %: total ${evaluation.total.toFixed(4)} of the truth, ${evaluation.groups.toFixed(0)} groups; all in %, ± standard errors\n${tableOfClasses(evaluation.classes)}`,
  );
  return evaluation;
}

type ComparedPanel = PanelZones & Pick<FlowsEvaluation, 'total' | 'groups'>;

async function comparePanels(
  town: FlowTown,
  share: number,
  seed: number,
  draws: number,
): Promise<ComparedPanel[]> {
  const truth = insidePoints(town.occupations);
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
    const release = countPanel(panel, known, { secret });
    const people = new Map([...release.people].map(([cell, own]) => [cell, own / MILLIPERSONS]));
    const released = countDataset({ working: tilesOf(people) }).reader();
    const zones: ComparedZone[] = [];
    for (let drawn = 0; drawn < ZONES_PER_DRAW; drawn++) {
      const isAround = drawn % 2 === 1;
      const zone = drawZone(town, isAround, random);
      if (!zone) continue;
      const { people: count } = await countPeople('working', [zone], released);
      const people = pointsInside(truth, zone[0].map(flowTownPlane.toPlane));
      if (people === 0) continue;
      const { low, high } = countInterval(release.errorModel, count);
      zones.push({ count, people, isHeld: low <= people && people <= high });
    }
    panels.push({
      town: seed,
      zones,
      total: release.total_millipersons / MILLIPERSONS / truth.length,
      groups: release.toFollow.groups.length,
    });
  }
  return panels;
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

function pointsInside(points: readonly Point[], ring: readonly Point[]): number {
  const { west, south, east, north } = boundingBoxOf([ring]);
  const polygon = polygonGeometry([ring]) as GeoJSON.Polygon;
  const near = points.filter(([x, y]) => x >= west && x <= east && y >= south && y <= north);
  return near.filter((point) => booleanPointInPolygon([...point], polygon)).length;
}

/** `null` if the zone leaves the coverage. */
function drawZone({ occupations }: FlowTown, isAround: boolean, random: Random): Polygon | null {
  const person = 2 * random.integer(0, occupations.length / 2 - 1);
  const middle: Point = isAround
    ? [occupations[person] + random.normal() * ASIDE_M, occupations[person + 1] + random.normal() * ASIDE_M]
    : [random.between(-HALF_SIDE_M, HALF_SIDE_M), random.between(-HALF_SIDE_M, HALF_SIDE_M)];
  const zone = randomZone(
    flowTownPlane.toPosition(middle),
    isAround ? AROUND_RADII_M : ANYWHERE_RADII_M,
    random,
  );
  const corners = zone[0].map(flowTownPlane.toPlane);
  return corners.every(([x, y]) => Math.abs(x) < HALF_SIDE_M && Math.abs(y) < HALF_SIDE_M) ? zone : null;
}
