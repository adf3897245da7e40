/** Simulates a town of commuting flows, as the builder sees it and in truth. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../../tiles-builder/base/numbers/add-to.ts';
import { type Random, Random as SeededRandom } from '../../tiles-builder/base/numbers/random.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import { cellAt } from '../../tiles-builder/geometry/grid-cells.ts';
import { localPlane, type Point } from '../../tiles-builder/simulate/local-plane.ts';
import { KnownCapacity, type Places } from './flow-capacity.ts';
import {
  around,
  atHomeIn,
  type FlowTownKind,
  HALF_SIDE_M,
  INHABITANTS,
  isInside,
  KINDS,
  type Kind,
} from './flow-kinds.ts';
import {
  drawPlace,
  openWorkplaces,
  placeAt,
  scatter,
  squareAt,
  type Workplace,
  workplaceChooser,
} from './flow-workplaces.ts';
import { smoothField } from './smooth-field.ts';

export interface FlowTown {
  /** By person, x and y in turn, metres in `plane`. */
  readonly occupations: Float64Array;
  /** Inhabitants by cell, as disaggregated from a census. */
  readonly living: ReadonlyMap<Cell, number>;
  readonly places: Places;
  /** Draws a panel's found homes and occupation places. */
  readonly drawPanel: (share: number, random: Random) => PanelPersons[];
}

const CENTRE: Position = [2.4, 47.1];
const EMPTY_BUILDINGS = 0.02;
/** Patches with or without mapped buildings. */
const MAPPED_PATCH_M = 1_200;
const IN_BUILDING_M = 4;
/** And share found elsewhere. */
const FOUND_DEVIATION_M = 25;
const MISTAKEN = 0.015;
const MISTAKEN_DEVIATION_M = 1_000;
/** Of log estimated inhabitants. */
const DWELLINGS_DEVIATION = 0.4;
const CENSUS_SQUARE_M = 1_000;

interface Dwelling {
  readonly at: Point;
  readonly persons: number;
  /** By floor area. */
  readonly guess: number;
}

/** @param seed 32-bit integer */
export function simulateFlows(name: FlowTownKind, seed: number): FlowTown {
  const kind = KINDS[name];
  const seeded = (step: number): Random => new SeededRandom(seed + step);
  const plane = localPlane(CENTRE);
  const cellOf = (point: Point): Cell => cellAt(plane.toPosition(point));
  const settlements = kind.settlements(seeded(1));
  const homes: Point[] = [];
  const dwellings: Dwelling[] = [];
  const add = (map: Map<Cell, number>, at: Point, size: number): void => {
    if (isInside(at)) addTo(map, cellOf(at), size);
  };
  const field = smoothField(seeded(6), MAPPED_PATCH_M);
  const isMapped = (at: Point): boolean => field(...at) < kind.mapped;
  const known = new KnownCapacity(cellOf, isMapped);

  const random = seeded(2);
  while (homes.length < INHABITANTS) {
    const at = drawPlace(settlements, random);
    const isBlock = random.chance(0.15);
    const persons = isBlock ? random.integer(10, 50) : random.integer(1, 5);
    for (let i = 0; i < persons; i++) homes.push(scatter(at, isBlock ? 10 : 4, random));
    dwellings.push({ at, persons, guess: persons * Math.exp(random.normal() * DWELLINGS_DEVIATION) });
    known.add(at, persons * kind.capacityInDwellings);
  }
  for (let i = 0; i < INHABITANTS * EMPTY_BUILDINGS; i++) {
    const at = random.chance(0.5) ? drawPlace(settlements, random) : around(random, HALF_SIDE_M);
    known.add(at, Math.exp(random.normal()));
  }
  const living = new Map<Cell, number>();
  for (const { at, persons } of disaggregated(dwellings)) add(living, at, persons);
  const workplaces = openWorkplaces(kind, settlements, seeded(3));
  for (const [at, capacity] of capacityOf(workplaces, kind, random)) known.add(at, capacity);
  const occupations = occupationsOf(homes, workplaces, kind, seeded(4));
  const carries = kind.carries(seeded(5));
  return {
    occupations: Float64Array.from(occupations.flat()),
    living,
    places: known.places(),
    drawPanel: (share, random) =>
      random
        .order([...homes.keys()], (person) => carries(homes[person]))
        .slice(0, Math.round(homes.length * share))
        .map((person): PanelPersons => {
          const home = cellOf(find(homes[person], random));
          const isAtHome = occupations[person] === homes[person];
          return {
            home,
            occupation: isAtHome ? home : cellOf(find(occupations[person], random)),
            persons: 1,
          };
        }),
  };
}

/** Home for those who work there. */
function occupationsOf(
  homes: readonly Point[],
  workplaces: readonly Workplace[],
  kind: Kind,
  random: Random,
): Point[] {
  const choose = workplaceChooser(workplaces, kind.gravity_m);
  return homes.map((home) => {
    if (random.chance(atHomeIn(kind))) return home;
    const workplace = choose(home, random);
    return kind.inBuildings ? scatter(workplace.at, IN_BUILDING_M, random) : placeAt(workplace, random);
  });
}

function* capacityOf(
  workplaces: readonly Workplace[],
  { capacityDeviation, inBuildings }: Kind,
  random: Random,
): Generator<readonly [Point, capacity: number]> {
  const mistaken = (jobs: number): number => jobs * Math.exp(random.normal() * capacityDeviation);
  if (inBuildings) {
    for (const [at, sites] of Map.groupBy(workplaces, (site) => site.at)) {
      yield [at, mistaken(sites.reduce((sum, { jobs }) => sum + jobs, 0))];
    }
    return;
  }
  for (const workplace of workplaces) {
    const buildings = Math.ceil(workplace.jobs / 30);
    const capacity = mistaken(workplace.jobs);
    for (let i = 0; i < buildings; i++) yield [placeAt(workplace, random), capacity / buildings];
  }
}

/** Over dwellings by estimated people. */
function* disaggregated(dwellings: readonly Dwelling[]): Generator<Pick<Dwelling, 'at' | 'persons'>> {
  for (const square of Map.groupBy(dwellings, ({ at }) => squareAt(at, CENSUS_SQUARE_M)).values()) {
    const persons = square.reduce((sum, dwelling) => sum + dwelling.persons, 0);
    const guessed = square.reduce((sum, dwelling) => sum + dwelling.guess, 0);
    for (const { at, guess } of square) yield { at, persons: (guess * persons) / guessed };
  }
}

export const flowTownPlane = localPlane(CENTRE);

const find = (at: Point, random: Random): Point =>
  scatter(at, random.chance(MISTAKEN) ? MISTAKEN_DEVIATION_M : FOUND_DEVIATION_M, random);
