/**
 * Infers where a census is complete: in polygons of its placed units, and on land that is nearer to a listed square than to a
 * contradicted one or to unlisted homes of 100 people or more (distance transforms).
 */
import type { Polygon, Position, Zone } from '../../src/geo/positions.ts';
import { DisjointSets } from '../base/numbers/disjoint-sets.ts';
import { unionOf, unionOfPolygons } from '../geometry/clip-zones.ts';
import { isNarrow, SLIVER_M } from '../geometry/narrow-polygon.ts';
import type { UnitTable } from '../sources/census/unit-table.ts';
import { type RasterGrid, SquareRaster } from './square-raster.ts';
import { STATUS } from './unit-status.ts';
import type { UnlistedCell, UnlistedHomes } from './unlisted-homes.ts';

export interface UnlistedPlace {
  /** Middle of the cell with most people. */
  readonly position: Position;
  readonly expected_people: number;
  readonly area_km2: number;
}

export interface KnownLand {
  readonly zone: Zone;
  /** Unlisted places, descending by people. */
  readonly unlisted: readonly UnlistedPlace[];
}

/** Fewer are barns, huts or holiday homes, as tables omit empty squares. */
const NOBODYS_HOMES_PEOPLE = 100;
/** Homes farther from listed squares need not be known; those within this distance are one place. */
const COUNTRYSIDE_M = 1_000;

/** @param mapped where the map is complete */
export function knownLand(
  units: UnitTable,
  statuses: Uint8Array,
  unlisted: UnlistedHomes,
  grid: RasterGrid | null,
  mapped: Zone,
): KnownLand {
  const areas = withoutGaps(unionOfPolygons(polygonsPlaced(units, statuses)));
  if (grid === null) return { zone: areas, unlisted: [] };
  const raster = new SquareRaster(grid, mapped);
  function* cellsOf(isWanted: (status: number) => boolean): Generator<number> {
    for (let unit = 0; unit < units.length; unit++) {
      const square = units.square(unit);
      if (square && isWanted(statuses[unit])) yield* raster.cellsOf(square);
    }
  }
  const fromListed = raster.distancesFrom(cellsOf((status) => status !== STATUS.contradicted));
  const { places, cells } = unlistedPlaces(raster, unlisted, (cell) => raster.metresOf(fromListed[cell]));
  function* unknown(): Generator<number> {
    yield* cellsOf((status) => status === STATUS.contradicted);
    yield* cells;
  }
  const fromUnknown = raster.distancesFrom(unknown());
  const zone = raster.outlineOf((cell) => fromListed[cell] < fromUnknown[cell]);
  return { zone: unionOf(zone, areas), unlisted: places };
}

/** Fills gaps between units that only loose borders leave. */
const withoutGaps = (zone: Zone): Zone =>
  zone.map((polygon) => polygon.filter((ring, i) => i === 0 || !isNarrow([ring.toReversed()], SLIVER_M)));

function* polygonsPlaced(units: UnitTable, statuses: Uint8Array): Generator<Polygon> {
  for (let unit = 0; unit < units.length; unit++) {
    if (!units.square(unit) && statuses[unit] === STATUS.placed) yield* units.outline(unit);
  }
}

/** Clusters by union-find. */
function unlistedPlaces(
  raster: SquareRaster,
  unlisted: UnlistedHomes,
  metresFromListed: (cell: number) => number,
): { places: UnlistedPlace[]; cells: number[] } {
  const homesAt = new Map<number, UnlistedCell>();
  for (const homes of unlisted.likely()) {
    const cell = raster.cellAt(homes);
    if (cell >= 0 && homes.expected_people >= 1) homesAt.set(cell, homes);
  }
  const found = [...homesAt.keys()];
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
    const homes = group.map((cell) => homesAt.get(cell)!);
    const expected_people = homes.reduce((sum, own) => sum + own.expected_people, 0);
    if (expected_people < NOBODYS_HOMES_PEOPLE) continue;
    const fullest = group.reduce((a, b) =>
      homesAt.get(b)!.expected_people > homesAt.get(a)!.expected_people ? b : a,
    );
    places.push({
      position: raster.middleOf(fullest),
      expected_people,
      area_km2: (group.length * raster.cell_m2) / 1e6,
    });
    for (const cell of group) cells.push(cell);
  }
  return { places: places.sort((a, b) => b.expected_people - a.expected_people), cells };
}
