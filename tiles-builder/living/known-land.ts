/** Where a census knows who lives: its units, and the land between them on which nobody does. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import { unionOf } from '../geometry/clip-zones.ts';
import { DisjointSets } from '../numbers/disjoint-sets.ts';
import type { CensusUnit } from '../records.ts';
import { SquareRaster } from './square-raster.ts';
import type { UnitStanding } from './unit-holdings.ts';

/** A home that no unit lists. */
export interface UnlistedHome {
  readonly position: Position;
  /** As many as in such a home elsewhere in the census. */
  readonly expected_people: number;
}

/** Homes near each other that no unit lists. */
export interface UnlistedPlace {
  /** Of the home with most people. */
  readonly position: Position;
  readonly expected_people: number;
  readonly homes: number;
  readonly area_km2: number;
}

export interface KnownLand {
  readonly zone: Zone;
  /** Places that are left out, the largest first. */
  readonly unlisted: readonly UnlistedPlace[];
}

/**
 * A table of squares leaves out those in which nobody lives: so few homes there, side by side, are barns, huts or for the
 * holidays.
 */
const NOBODYS_HOMES_PEOPLE = 100;
/** Farther than this from all that the table lists, it need not know the land at all: homes as far apart are one place. */
const COUNTRYSIDE_M = 1_000;

/**
 * Polygons know what lies in them. Of squares only those are listed in which somebody lives: land beside them belongs to
 * them where no home that the census does not list is nearer. Units that the map contradicts are not known.
 * @param homes that no unit lists
 * @param mapped where the map holds all that there is; nothing is said of land beyond it
 */
export function knownLand(
  units: readonly CensusUnit[],
  standings: readonly UnitStanding[],
  homes: readonly UnlistedHome[],
  mapped: Zone,
): KnownLand {
  const polygons = units.filter(({ square }, i) => !square && standings[i] === 'placed');
  const areas = polygons.flatMap(({ outline }) => outline);
  const squares = units.flatMap(({ square }, i) =>
    square && standings[i] !== undefined ? [{ square, isKnown: standings[i] !== 'contradicted' }] : [],
  );
  if (squares.length === 0) return { zone: areas, unlisted: [] };
  const raster = new SquareRaster(
    squares.map(({ square }) => square),
    mapped,
  );
  const listed: number[] = [];
  const contradicted: number[] = [];
  for (const { square, isKnown } of squares) {
    for (const cell of raster.cellsOf(square)) (isKnown ? listed : contradicted).push(cell);
  }
  const fromListed = raster.distancesFrom(listed);
  const { places, cells } = unlistedPlaces(raster, homes, (cell) => raster.metresOf(fromListed[cell]!));
  const fromUnknown = raster.distancesFrom([...contradicted, ...cells]);
  const zone = raster.outlineOf((cell) => fromListed[cell]! < fromUnknown[cell]!);
  return { zone: unionOf(zone, areas), unlisted: places };
}

/** Places of homes, without those that a table of squares may leave out, and the cells in which they stand. */
function unlistedPlaces(
  raster: SquareRaster,
  homes: readonly UnlistedHome[],
  metresFromListed: (cell: number) => number,
): { places: UnlistedPlace[]; cells: number[] } {
  const byCell = Map.groupBy(homes, ({ position }) => raster.cellAt(position));
  byCell.delete(-1);
  const found = [...byCell].filter(([, own]) => expectedOf(own) >= 1).map(([cell]) => cell);
  const orderOf = new Map(found.map((cell, order) => [cell, order]));
  const joined = new DisjointSets(found.length);
  for (const [order, cell] of found.entries()) {
    const isCountryside = metresFromListed(cell) > COUNTRYSIDE_M;
    for (const neighbour of raster.cellsAround(cell, isCountryside ? COUNTRYSIDE_M : 0)) {
      const other = orderOf.get(neighbour);
      if (other !== undefined) joined.join(order, other);
    }
  }
  const groups = Map.groupBy(found, (cell) => joined.firstOf(orderOf.get(cell)!));
  const places: UnlistedPlace[] = [];
  const cells: number[] = [];
  for (const group of groups.values()) {
    const place = placeOf(
      group.flatMap((cell) => byCell.get(cell)!),
      group.length * raster.cell_m2,
    );
    if (place.expected_people < NOBODYS_HOMES_PEOPLE) continue;
    places.push(place);
    for (const cell of group) cells.push(cell);
  }
  return { places: places.sort((a, b) => b.expected_people - a.expected_people), cells };
}

const expectedOf = (homes: readonly UnlistedHome[]): number =>
  homes.reduce((sum, home) => sum + home.expected_people, 0);

function placeOf(homes: readonly UnlistedHome[], area_m2: number): UnlistedPlace {
  const fullest = homes.reduce((a, b) => (b.expected_people > a.expected_people ? b : a));
  return {
    position: fullest.position,
    expected_people: expectedOf(homes),
    homes: homes.length,
    area_km2: area_m2 / 1e6,
  };
}
