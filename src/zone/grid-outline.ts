/**
 * Traces the outline of a set of hexagons as polygons. Three cells meet at each vertex, so tracing is unambiguous; long
 * outlines are simplified.
 */
import { type PointNumber, verticesAndNeighbours } from '../geo/grid-lattice.ts';
import type { Position, Zone } from '../geo/positions.ts';
import { type Side, sideOf, startOfSide } from './cell-sides.ts';
import { cutAtAntimeridian } from './cut-at-antimeridian.ts';
import { type EdgeCells, KIND, type Kind } from './edge-cells.ts';
import { polygonsOfRings } from './polygons-of-rings.ts';
import { simplifiedRing } from './simplify-cell-ring.ts';

/**
 * @param maxSides longer outlines are simplified
 * @returns valid right-hand rings, at most six decimals, longitudes within ±180
 */
export function outlineOfCells(cells: EdgeCells, maxSides: number): Zone {
  const rings = ringsAround(cells);
  const sides = rings.reduce((sum, ring) => sum + ring.length, 0);
  const positions = rings.map(sides <= maxSides ? verticesOf : simplifiedRing);
  return polygonsOfRings(cutAtAntimeridian(positions));
}

const vertices: PointNumber[] = [];
const neighbours: PointNumber[] = [];

const verticesOf = (ring: readonly Side[]): Position[] => ring.map(startOfSide);

function ringsAround(cells: EdgeCells): Side[][] {
  const rings: Side[][] = [];
  for (const cell of cells.all) {
    const kind = cells.kindOf(cell);
    if (!belongs(kind)) continue;
    const count = verticesAndNeighbours(cell, vertices, neighbours);
    // Tracing overwrites `neighbours`.
    const outside = neighbours.slice(0, count).map((neighbour) => !isInside(cells.kindOf(neighbour), kind));
    for (let side = 0; side < count; side++)
      if (outside[side] && !cells.visitSide(cell, side)) rings.push(ringFrom(cells, cell, side));
  }
  return rings;
}

function ringFrom(cells: EdgeCells, firstCell: PointNumber, firstSide: number): Side[] {
  const ring: Side[] = [];
  let [cell, side] = [firstCell, firstSide];
  do {
    const kind = cells.kindOf(cell);
    cells.visitSide(cell, side);
    ring.push(sideOf(cell, side, kind === KIND.INSIDE_EXACT));
    const count = verticesAndNeighbours(cell, vertices, neighbours);
    const outside = neighbours[side];
    side = (side + 1) % count;
    const neighbour = neighbours[side];
    const next = cells.kindOf(neighbour);
    if (!isInside(next, kind)) continue;
    if (next === KIND.UNKNOWN) throw new Error('The outline of the grid zone leaves the cells near its edge');
    cell = neighbour;
    const around = verticesAndNeighbours(cell, vertices, neighbours);
    side = neighbours.slice(0, around).indexOf(outside);
  } while (cell !== firstCell || side !== firstSide);
  return ring;
}

const belongs = (kind: Kind): boolean => kind >= KIND.INSIDE;

/** An unknown neighbour is on the same side as the cell's centre. */
const isInside = (neighbour: Kind, cell: Kind): boolean =>
  neighbour === KIND.UNKNOWN ? cell !== KIND.SLIVER : belongs(neighbour);
