/**
 * Traces the outline of a set of cells along its edge. Three cells meet at every vertex of the grid, so of the sides around
 * a vertex either none or two lie between a cell of the set and one outside: following them needs no choice, and rings
 * neither cross nor touch.
 */
import { aOf, bOf, faceOf, locate, located, type PointNumber, surroundings } from '../geo/grid-lattice.ts';
import { PointMap } from '../geo/point-map.ts';
import type { Position, Zone } from '../geo/positions.ts';
import { cutAtAntimeridian } from './cut-at-antimeridian.ts';
import { polygonsOfRings } from './polygons-of-rings.ts';

/** Whether a cell near the set's edge belongs to the set, and what a cell that is not known is like beside it. */
export interface EdgeCells {
  forEachInside(visit: (cell: PointNumber) => void): void;
  /** Whether `neighbour` belongs to the set, where `cell` does. */
  isInside(neighbour: PointNumber, cell: PointNumber): boolean;
}

/** Sides of cells with the set on their left, each from one vertex to the next. */
interface Sides {
  readonly from: PointNumber[];
  readonly to: PointNumber[];
  readonly byStart: PointMap;
}

/** @returns valid polygons with right-hand rings, at most six decimals, longitudes within ±180 */
export function outlineOfCells(cells: EdgeCells): Zone {
  return polygonsOfRings(cutAtAntimeridian(ringsOf(sidesOf(cells))));
}

function sidesOf(cells: EdgeCells): Sides {
  const sides: Sides = { from: [], to: [], byStart: new PointMap() };
  const vertices: PointNumber[] = [];
  const neighbours: PointNumber[] = [];
  cells.forEachInside((cell) => {
    const count = surroundings(cell, vertices, neighbours);
    for (let i = 0; i < count; i++) {
      if (cells.isInside(neighbours[i], cell)) continue;
      const start = vertices[i === 0 ? count - 1 : i - 1];
      sides.byStart.set(start, sides.from.length);
      sides.from.push(start);
      sides.to.push(vertices[i]);
    }
  });
  return sides;
}

function ringsOf({ from, to, byStart }: Sides): Position[][] {
  const rings: Position[][] = [];
  const done = new Uint8Array(from.length);
  for (let first = 0; first < from.length; first++) {
    if (done[first]) continue;
    const ring: Position[] = [];
    for (let side = first; !done[side]; side = byStart.get(to[side])!) {
      done[side] = 1;
      const vertex = from[side];
      locate(faceOf(vertex), aOf(vertex), bOf(vertex));
      ring.push([located.lon, located.lat]);
    }
    rings.push(ring);
  }
  return rings;
}
