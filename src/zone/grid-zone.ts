/**
 * The grid zone: the cells at GRID_RESOLUTION that stand for a zone.
 *
 * A cell belongs to the grid zone of a polygon
 * 1. if its centre lies in the polygon, or
 * 2. if an edge of the polygon meets the cell and no cell within two steps of it belongs by 1: there the polygon is too narrow to
 *    hold a centre.
 * The grid zone of several polygons is the union of theirs.
 *
 * Every point of the one lies within 48.1 m of the other. Let D be the largest distance of two points of a cell; the widest
 * cell of the globe, in the middle of a face of the icosahedron, has D < 24 m (2 SPACING / √3 / LEAST_DISTANCE, 23.9 m).
 * - A point of the grid zone lies in a cell that holds a point of the polygon (its centre, or where the edge meets it): within D.
 * - A point p of the polygon lies in some cell c. If c belongs, the distance is 0. If not, then c's centre is outside, so an
 *   edge of the polygon meets c (the polygon holds p but not the centre), so by 2 a cell s within two steps of c belongs by
 *   1. Either s shares a side with c: p lies within D of that side. Or a cell between them shares a side with both: D from p
 *   to the first side and D from there to the second, 2 D < 48 m.
 * Rounding the outline to six decimals moves it by less than 0.1 m.
 *
 * A disc of 0.58 spacings holds a centre, and a wedge of 50° holds such a disc so near its tip that the centre is within two
 * steps of the tip's cell. So along a zone that is wide everywhere rule 2 adds nothing, and the grid zones of polygons that
 * split a zone share no cell.
 */

import { CellOutline } from '../geo/cell-outline.ts';
import { aOf, bOf, faceOf, type PointNumber, pointNumber, surroundings } from '../geo/grid-lattice.ts';
import { PointMap } from '../geo/point-map.ts';
import type { Zone } from '../geo/positions.ts';
import type { CoverVisitor } from './cover-zone.ts';
import { polygonsMeeting } from './edges-meeting-cell.ts';
import { outlineOfCells } from './grid-outline.ts';
import type { ZoneEdges } from './zone-edges.ts';

/** Cells near the zone's edge that do not belong to the grid zone, or belong to polygon n by 1 (n ≥ 1), or by rule 2. */
const OUTSIDE = 0;
const BY_RULE_2 = -1;

export class GridZone implements CoverVisitor {
  readonly occupiedOnly = false;
  /** Thousandths of a person in the cells added so far. */
  millipersons = 0;
  readonly #edges: ZoneEdges;
  readonly #polygonByCell = new PointMap();
  /** Cells near the edge whose centre is in no polygon, and the people in each. */
  readonly #outsideCells: PointNumber[] = [];
  readonly #outsideMillipersons: number[] = [];
  readonly #outline = new CellOutline();
  readonly #vertices: PointNumber[] = [];

  constructor(edges: ZoneEdges) {
    this.#edges = edges;
  }

  addWhole(millipersons: number): void {
    this.millipersons += millipersons;
  }

  addEdgeCell(face: number, a: number, b: number, lon: number, lat: number, millipersons: number): void {
    const cell = pointNumber(face, a, b);
    const polygon = this.#edges.polygonAt(lon, lat);
    this.#polygonByCell.set(cell, polygon);
    if (polygon === OUTSIDE) {
      this.#outsideCells.push(cell);
      this.#outsideMillipersons.push(millipersons);
    } else {
      this.millipersons += millipersons;
    }
  }

  /** Adds the cells that belong by rule 2, once all cells near the edge are known. */
  addSliverCells(): void {
    const added = this.#outsideCells.filter((cell, index) => {
      const belongs = this.#belongsByRule2(cell);
      if (belongs) this.millipersons += this.#outsideMillipersons[index];
      return belongs;
    });
    for (const cell of added) this.#polygonByCell.set(cell, BY_RULE_2);
  }

  #belongsByRule2(cell: PointNumber): boolean {
    const neighbours: PointNumber[] = [];
    const count = surroundings(cell, this.#vertices, neighbours);
    const held: number[] = [];
    this.#addPolygonsOf(neighbours, count, held);
    if (held.length === this.#edges.polygonCount) return false;
    this.#outline.take(faceOf(cell), aOf(cell), bOf(cell));
    const meeting = polygonsMeeting(this.#outline, this.#edges);
    if (meeting.every((polygon) => held.includes(polygon))) return false;
    const further: PointNumber[] = [];
    for (let i = 0; i < count; i++) {
      this.#addPolygonsOf(further, surroundings(neighbours[i], this.#vertices, further), held);
    }
    return meeting.some((polygon) => !held.includes(polygon));
  }

  /**
   * Adds to `held` the polygons to which the first `count` cells belong by 1. A cell that is not known has no edge near it, so
   * it is like its neighbour that is: outside.
   */
  #addPolygonsOf(cells: readonly PointNumber[], count: number, held: number[]): void {
    for (let i = 0; i < count; i++) {
      const polygon = this.#polygonByCell.get(cells[i]);
      if (polygon !== undefined && polygon > 0 && !held.includes(polygon)) held.push(polygon);
    }
  }

  /** The outline of the cells: polygons with right-hand rings, six decimals, longitudes within ±180. */
  outline(): Zone {
    const cells = this.#polygonByCell;
    return outlineOfCells({
      forEachInside: (visit) =>
        cells.forEach((cell, belongs) => {
          if (belongs !== OUTSIDE) visit(cell);
        }),
      // A cell that is not near the edge lies on the same side as its neighbours' centres.
      isInside: (neighbour, cell) =>
        (cells.get(neighbour) ?? Math.max(OUTSIDE, cells.get(cell)!)) !== OUTSIDE,
    });
  }
}
