/**
 * Snaps a zone to whole hexagons at GRID_RESOLUTION, its grid zone. A cell belongs by rule 1 if its centre is in a polygon, and
 * by rule 2 if an edge of the polygon meets it and no cell within two steps belongs by rule 1. See GRID_ZONE.md.
 */

import { CellOutline } from '../geo/cell-outline.ts';
import {
  aOf,
  bOf,
  faceOf,
  type PointNumber,
  pointNumber,
  verticesAndNeighbours,
} from '../geo/grid-lattice.ts';
import { IntegerMap } from '../geo/integer-map.ts';
import type { Zone } from '../geo/positions.ts';
import type { ZoneEdges } from '../geo/zone-edges.ts';
import { nextTurn } from '../next-turn.ts';
import { angleOfSpacings, type CoverVisitor, type EdgeCell, POLAR_LATITUDE } from './cover-zone.ts';
import { EdgeCells, KIND } from './edge-cells.ts';
import { polygonsMeeting } from './edges-meeting-cell.ts';
import { outlineOfCells } from './grid-outline.ts';

/** Vertices lie this far from a centre in lattice spacings, with a margin for curved sides. */
const CIRCUMRADIUS = 1 / Math.sqrt(3) + 0.01;
const SEVERAL = 0;
/** A slice of work on slivers takes some 20 ms. */
const CELLS_PER_SLICE = 16_384;

export class GridZone implements CoverVisitor {
  readonly occupiedOnly = false;
  millipersons = 0;
  readonly #edges: ZoneEdges;
  readonly #cells = new EdgeCells();
  /** People in cells that an edge may meet, with the centre outside. */
  readonly #millipersonsOutside = new IntegerMap();
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

  addEdgeCell(cell: EdgeCell, millipersons: number): void {
    const { face, a, b } = cell;
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

  #mayBeMet({ lon, lat, distance, edges, edgesStart, edgesEnd }: EdgeCell): boolean {
    if (Math.abs(lat) > POLAR_LATITUDE) return true;
    const radius = angleOfSpacings(CIRCUMRADIUS, distance);
    return this.#edges.keepNear(edges, edgesStart, edgesEnd, lon, lat, radius) > edgesEnd;
  }

  #onlyPolygonNear({ edges, edgesStart, edgesEnd }: EdgeCell): number {
    const { polygon } = this.#edges;
    const first = polygon[edges.entries[edgesStart]];
    for (let i = edgesStart + 1; i < edgesEnd; i++) if (polygon[edges.entries[i]] !== first) return SEVERAL;
    return first;
  }

  /** Adds the cells of rule 2, after all others; it yields to other requests. */
  async addSliverCells(): Promise<void> {
    for (const [i, cell] of this.#cells.all.entries()) {
      if (i % CELLS_PER_SLICE === CELLS_PER_SLICE - 1) await nextTurn();
      if (this.#cells.kindOf(cell) !== KIND.MET || !this.#belongsByRule2(cell)) continue;
      this.#cells.change(cell, KIND.SLIVER);
      this.millipersons += this.#millipersonsOutside.get(cell) ?? 0;
    }
  }

  /** Marks cells that prevent rule 2, which the proof needs whole. */
  #belongsByRule2(cell: PointNumber): boolean {
    const count = verticesAndNeighbours(cell, this.#vertices, this.#neighbours);
    const near = this.#cells.polygonOf(cell);
    if (near !== SEVERAL && this.#belongsTo(this.#neighbours, count, near)) return false;
    this.#outline.take(faceOf(cell), aOf(cell), bOf(cell));
    const meeting = polygonsMeeting(this.#outline, this.#edges).filter(
      (polygon) => !this.#belongsTo(this.#neighbours, count, polygon),
    );
    return meeting.some((polygon) => {
      let isHeld = false;
      for (let i = 0; i < count; i++) {
        const around = verticesAndNeighbours(this.#neighbours[i], this.#vertices, this.#further);
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

  #belongsTo(cells: readonly PointNumber[], count: number, polygon: number): boolean {
    for (let i = 0; i < count; i++) if (this.#isOf(cells[i], polygon)) return true;
    return false;
  }

  /** Tells whether a cell is of a polygon; unknown cells are outside. */
  #isOf(cell: PointNumber, polygon: number): boolean {
    const kind = this.#cells.kindOf(cell);
    return (kind === KIND.INSIDE || kind === KIND.INSIDE_EXACT) && this.#cells.polygonOf(cell) === polygon;
  }

  /** @param maxSides longer outlines are simplified */
  outline(maxSides: number): Zone {
    return outlineOfCells(this.#cells, maxSides);
  }
}
