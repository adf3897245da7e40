/**
 * Polyfills a zone: computes its grid zone, the cells at GRID_RESOLUTION that represent it.
 * A cell belongs to the grid zone of a polygon 1. if its centre lies in the polygon, or 2. if an edge of the polygon meets the
 * cell and no cell within two steps of it belongs by 1, as the polygon is too narrow there to hold a centre. The grid zone of
 * several polygons is the union of theirs.
 * The Hausdorff distance between zone and grid zone is at most 48.1 m. Let D be the largest diameter of a cell: D < 24 m in the
 * middle of an icosahedron face (2 SPACING / √3 / LEAST_DISTANCE, 23.9 m).
 * - A point of the grid zone lies in a cell that holds a point of the polygon (its centre, or where the edge meets it): within D.
 * - A point p of the polygon lies in some cell c. If c belongs, the distance is 0. Otherwise c's centre is outside, so an edge
 * meets c, so by 2 a cell s within two steps belongs by 1. If s shares a side with c, p lies within D of that side. Otherwise a
 * cell between them shares a side with both: 2 D < 48 m. Rounding the outline to six decimals adds less than 0.1 m.
 * A disc of 0.58 spacings holds a centre, and a wedge of 50° holds such a disc within two steps of its tip's cell. So rule 2 adds
 * nothing to a zone that is wide everywhere, and grid zones of polygons that partition such a zone are disjoint.
 */

import { CellOutline } from '../geo/cell-outline.ts';
import { aOf, bOf, faceOf, type PointNumber, pointNumber, surroundings } from '../geo/grid-lattice.ts';
import { PointMap } from '../geo/point-map.ts';
import type { Zone } from '../geo/positions.ts';
import { angleOfSpacings, type CoverVisitor, type EdgeCell, POLAR_LATITUDE } from './cover-zone.ts';
import { EdgeCells, KIND } from './edge-cells.ts';
import { polygonsMeeting } from './edges-meeting-cell.ts';
import { outlineOfCells } from './grid-outline.ts';
import type { ZoneEdges } from './zone-edges.ts';

/** Circumradius of a cell in lattice spacings, with a margin for sides straight in degrees. */
const CIRCUMRADIUS = 1 / Math.sqrt(3) + 0.01;
/** More than one polygon. */
const SEVERAL = 0;

export class GridZone implements CoverVisitor {
  readonly occupiedOnly = false;
  /** Thousandths of a person in the cells added so far. */
  millipersons = 0;
  readonly #edges: ZoneEdges;
  readonly #cells = new EdgeCells();
  /** Thousandths of a person in occupied cells that an edge may meet, with the centre in no polygon. */
  readonly #millipersonsOutside = new PointMap();
  readonly #outline = new CellOutline();
  readonly #vertices: PointNumber[] = [];
  readonly #neighbours: PointNumber[] = [];
  readonly #further: PointNumber[] = [];

  constructor(edges: ZoneEdges) {
    this.#edges = edges;
  }

  addWhole(millipersons: number): void {
    this.millipersons += millipersons;
  }

  addEdgeCell(cell: EdgeCell): void {
    const { face, a, b, millipersons } = cell;
    const polygon = this.#edges.polygonAt(cell.lon, cell.lat);
    if (polygon > 0) {
      this.#cells.set(face, a, b, KIND.INSIDE, polygon);
      this.millipersons += millipersons;
      return;
    }
    const isMet = this.#mayBeMet(cell);
    this.#cells.set(face, a, b, isMet ? KIND.MET : KIND.CLEAR, this.#onlyPolygonNear(cell));
    if (isMet && millipersons > 0) this.#millipersonsOutside.set(pointNumber(face, a, b), millipersons);
  }

  /** Whether an edge comes within the cell's circumcircle. */
  #mayBeMet({ lon, lat, distance, edges, edgesStart, edgesEnd }: EdgeCell): boolean {
    if (Math.abs(lat) > POLAR_LATITUDE) return true;
    const radius = angleOfSpacings(CIRCUMRADIUS, distance);
    return this.#edges.keepNear(edges, edgesStart, edgesEnd, lon, lat, radius) > edgesEnd;
  }

  /** The polygon of all edges near a cell, or SEVERAL. */
  #onlyPolygonNear({ edges, edgesStart, edgesEnd }: EdgeCell): number {
    const { polygon } = this.#edges;
    const first = polygon[edges.entries[edgesStart]];
    for (let i = edgesStart + 1; i < edgesEnd; i++) if (polygon[edges.entries[i]] !== first) return SEVERAL;
    return first;
  }

  /** Adds the cells that belong by rule 2; call after all cells near the edge. */
  addSliverCells(): void {
    this.#cells.forEach((cell, kind) => {
      if (kind === KIND.MET && this.#belongsByRule2(cell)) {
        this.#cells.change(cell, KIND.SLIVER);
        this.millipersons += this.#millipersonsOutside.get(cell) ?? 0;
      }
    });
  }

  /** Marks cells two steps off that prevent rule 2: the proof of the distance needs all of each. */
  #belongsByRule2(cell: PointNumber): boolean {
    const count = surroundings(cell, this.#vertices, this.#neighbours);
    const near = this.#cells.polygonOf(cell);
    if (near !== SEVERAL && this.#belongsTo(this.#neighbours, count, near)) return false;
    this.#outline.take(faceOf(cell), aOf(cell), bOf(cell));
    const meeting = polygonsMeeting(this.#outline, this.#edges).filter(
      (polygon) => !this.#belongsTo(this.#neighbours, count, polygon),
    );
    return meeting.some((polygon) => {
      let isHeld = false;
      for (let i = 0; i < count; i++) {
        const around = surroundings(this.#neighbours[i], this.#vertices, this.#further);
        for (let j = 0; j < around; j++) {
          const other = this.#further[j];
          if (!this.#isOf(other, polygon)) continue;
          this.#cells.change(other, KIND.INSIDE_EXACT);
          isHeld = true;
        }
      }
      return !isHeld;
    });
  }

  /** Whether any of the first `count` cells belongs to a polygon by rule 1. */
  #belongsTo(cells: readonly PointNumber[], count: number, polygon: number): boolean {
    for (let i = 0; i < count; i++) if (this.#isOf(cells[i], polygon)) return true;
    return false;
  }

  /** An unknown cell has no edge near it, and is outside, like its neighbour that an edge meets. */
  #isOf(cell: PointNumber, polygon: number): boolean {
    const kind = this.#cells.kindOf(cell);
    return (kind === KIND.INSIDE || kind === KIND.INSIDE_EXACT) && this.#cells.polygonOf(cell) === polygon;
  }

  /**
   * Polygons with right-hand rings, six decimals, longitudes within ±180.
   * @param maxSides longer outlines are simplified; they contain the same cell centres
   */
  outline(maxSides: number): Zone {
    return outlineOfCells(this.#cells, maxSides);
  }
}
