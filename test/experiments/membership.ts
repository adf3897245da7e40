/**
 * `npm run experiment -- membership`: membership inference on aggregate locations without auxiliary data
 * (Zero-Auxiliary-Knowledge MIA: Guan, Guépin, Cretu and de Montjoye 2024, arXiv 2406.18671).
 *
 * The attacker knows the target's cells, all released counts, public inputs, method, turnover, and the first version's groups,
 * but no other persons and no secret. It trains a classifier on releases of synthetic panels with and without the target.
 */
import { cellToChildren, gridDisk, latLngToCell } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { MillipersonsByCell } from '../../tiles-builder/base/records.ts';
import type { FollowedVersion } from '../../tiles-builder/daytime/groups-file.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { countWhereFound, type KnownCells, spreadPanel } from './count-panel.ts';
import { trainDiscriminant } from './linear-discriminant.ts';

/** In all versions, or in the later half. */
export const STAYS = ['always', 'joins'] as const;
export type Stay = (typeof STAYS)[number];

export interface MembershipOptions {
  /** A target is a member with probability 1/2. */
  readonly worlds: number;
  readonly versions: number;
  readonly stay: Stay;
  readonly seed: number;
  /** Synthetic panels with the target that train the classifier; equally many without. */
  readonly shadows?: number;
}

/** Shares of right guesses; 0.5 is chance. */
export interface MembershipEvaluation {
  readonly worlds: number;
  /** Exact counts at found places. */
  readonly right_exact: number;
  readonly right_released: number;
  /** Binomial standard errors. */
  readonly error_exact: number;
  readonly error_released: number;
}

const PANEL = 60;
const INHABITANTS_PER_PERSON = 30;
const PLACES_PER_AREA = 25;
/** Standard deviation of log people per capacity. */
const CAPACITY_DEVIATION = 0.5;
/** Share of persons replaced by version. */
const TURNOVER = 0.1;
/** Weight of capacity in the marginals. */
const CAPACITY_SHARE = 0.3;

type Pair = Pick<PanelPersons, 'home' | 'occupation'> & { readonly occupation: Cell };
type Release = (panels: readonly (readonly Pair[])[], secret: Uint8Array) => MillipersonsByCell[];

/** @throws RangeError below two versions */
export function evaluateMembership({
  worlds,
  versions,
  stay,
  seed,
  shadows = 30,
}: MembershipOptions): MembershipEvaluation {
  if (versions < 2) throw new RangeError('membership is tried over two versions or more');
  const right = { exact: 0, released: 0 };
  for (let world = 0; world < worlds; world++) {
    const random = new Random(seed + 7_919 * world);
    const { known, drawPerson } = simulateWorld(random);
    const target = drawPerson(random);
    const isMember = random.chance(0.5);
    const panels = withTarget(drawChain(drawPerson, versions, random), isMember ? target : null, stay);
    const secret = drawSecret(random);
    const exact: Release = (panels) => panels.map((panel) => countWhereFound(personsOf(panel), known));
    const { toFollow } = spreadPanel(personsOf(panels[0]), known, { secret });
    const released: Release = (panels, secret) => releaseChain(panels, known, secret, toFollow);
    for (const [name, release] of [['exact', exact] as const, ['released', released] as const]) {
      const guess = attack(release(panels, secret), { release, known, target, stay, shadows, random });
      if (guess === isMember) right[name]++;
    }
  }
  const shares = { exact: right.exact / worlds, released: right.released / worlds };
  const errorOf = (share: number): number => Math.sqrt((share * (1 - share)) / worlds);
  return {
    worlds,
    right_exact: shares.exact,
    right_released: shares.released,
    error_exact: errorOf(shares.exact),
    error_released: errorOf(shares.released),
  };
}

/** 14 km² with people roughly by capacity. */
type KnownPlaces = KnownCells & { readonly places: ReadonlyMap<Cell, number> };

function simulateWorld(random: Random): { known: KnownPlaces; drawPerson: (random: Random) => Pair } {
  const middle = latLngToCell(57.7, 11.97, 8);
  const cells = gridDisk(middle, 2)
    .filter((area) => partitionOf(area) === partitionOf(middle))
    .flatMap((area) => {
      const children = cellToChildren(area, GRID_RESOLUTION);
      return random.order(children, () => 1).slice(0, PLACES_PER_AREA);
    });
  const capacity = new Map(cells.map((cell): [Cell, number] => [cell, random.between(1, 10)]));
  const inhabitants = (PANEL * INHABITANTS_PER_PERSON * MILLIPERSONS) / cells.length;
  const known: KnownPlaces = {
    living: new Map(cells.map((cell) => [cell, Math.round(inhabitants)])),
    places: capacity,
    isLivingKnown: () => true,
    isCounted: () => true,
  };
  const people = cells.map((cell) => capacity.get(cell)! * Math.exp(CAPACITY_DEVIATION * random.normal()));
  return { known, drawPerson: drawPersons(cells, people) };
}

/** Homes uniform, occupation cells by weight. */
function drawPersons(cells: readonly Cell[], weights: readonly number[]): (random: Random) => Pair {
  let total = 0;
  const totals = Float64Array.from(weights, (weight) => (total += weight));
  return (random) => {
    const home = cells[random.integer(0, cells.length - 1)];
    const occupation = cells[random.pickIndex(totals)];
    return { home, occupation };
  };
}

function drawChain(drawPerson: (random: Random) => Pair, versions: number, random: Random): Pair[][] {
  let panel = Array.from({ length: PANEL }, () => drawPerson(random));
  return Array.from({ length: versions }, (_, version) => {
    if (version > 0) panel = panel.map((person) => (random.chance(TURNOVER) ? drawPerson(random) : person));
    return panel;
  });
}

const withTarget = (panels: readonly (readonly Pair[])[], target: Pair | null, stay: Stay) =>
  panels.map((panel, version) =>
    target && (stay === 'always' || isLater(version, panels.length)) ? [...panel, target] : panel,
  );

const isLater = (version: number, versions: number): boolean => 2 * version >= versions;

const personsOf = (panel: readonly Pair[]): PanelPersons[] =>
  panel.map((person) => ({ ...person, persons: 1 }));

const drawSecret = (random: Random): Uint8Array =>
  Uint8Array.from({ length: 32 }, () => random.integer(0, 255));

function releaseChain(
  panels: readonly (readonly Pair[])[],
  known: KnownCells,
  secret: Uint8Array,
  first: FollowedVersion,
): MillipersonsByCell[] {
  let earlier = first;
  return panels.map((panel) => {
    const { people, toFollow } = spreadPanel(personsOf(panel), known, { earlier, secret });
    earlier = toFollow;
    return people;
  });
}

interface Attack {
  readonly release: Release;
  readonly known: KnownPlaces;
  readonly target: Pair;
  readonly stay: Stay;
  readonly shadows: number;
  readonly random: Random;
}

function attack(
  counts: readonly MillipersonsByCell[],
  { release, known, target, stay, shadows, random }: Attack,
): boolean {
  const cells = [...known.places.keys()];
  const drawPerson = drawPersons(cells, estimateMarginals(counts, known, target, stay));
  const featuresOf = (counts: readonly MillipersonsByCell[]): number[] =>
    cells.map((cell) => contrast(counts, cell, stay));
  const trained = Array.from({ length: shadows }, () => {
    const panels = drawChain(drawPerson, counts.length, random);
    const secret = drawSecret(random);
    return [null, target].map((added) => featuresOf(release(withTarget(panels, added, stay), secret)));
  });
  const guess = trainDiscriminant(
    trained.map(([without]) => without),
    trained.map(([, having]) => having),
    cells.indexOf(target.occupation),
  );
  return guess(featuresOf(counts)) > 0;
}

/** Total of a cell, or its increase in the later half. */
function contrast(counts: readonly MillipersonsByCell[], cell: Cell, stay: Stay): number {
  let sum = 0;
  for (const [version, people] of counts.entries()) {
    const count = people.get(cell) ?? 0;
    sum += stay === 'always' || isLater(version, counts.length) ? count : -count;
  }
  return sum / counts.length / MILLIPERSONS;
}

/** Mean counts smoothed by capacity; the target's cell by capacity alone if all versions may have the target. */
function estimateMarginals(
  counts: readonly MillipersonsByCell[],
  { places }: KnownPlaces,
  { occupation }: Pair,
  stay: Stay,
): number[] {
  const own = stay === 'always' ? counts : counts.filter((_, version) => !isLater(version, counts.length));
  const means = [...places.keys()].map((cell) => {
    const persons =
      own.reduce((sum, people) => sum + (people.get(cell) ?? 0), 0) /
      (own.length * INHABITANTS_PER_PERSON * MILLIPERSONS);
    return stay === 'always' && cell === occupation ? Math.max(0, persons - 1) : persons;
  });
  const total = means.reduce((sum, persons) => sum + persons, 0);
  const capacity = [...places.values()];
  const totalCapacity = capacity.reduce((sum, size) => sum + size, 0);
  return means.map(
    (persons, i) => ((1 - CAPACITY_SHARE) * persons) / total + (CAPACITY_SHARE * capacity[i]) / totalCapacity,
  );
}
