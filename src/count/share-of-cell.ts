/**
 * Computes the share of an H3 cell's area inside a zone without clipping: it sums the signed areas below each pair of cell
 * side and zone edge.
 */
import { CellOutline } from '../geo/cell-outline.ts';
import type { ZoneEdges } from '../zone/zone-edges.ts';

/** Smaller shares, below a square millimetre, are rounding errors. */
const ROUNDING = 1e-9;

export class CellShares {
  readonly #edges: ZoneEdges;
  readonly #outline = new CellOutline();

  constructor(edges: ZoneEdges) {
    this.#edges = edges;
  }

  /** Returns 0 to 1, in the plane of longitude and latitude; shares of parts add up. */
  shareOf(face: number, a: number, b: number): number {
    const outline = this.#outline;
    outline.take(face, a, b);
    const cellArea = this.#area();
    let shared = this.#sharedArea(0, cellArea);
    if (outline.east > 180) shared += this.#sharedArea(-360, cellArea);
    if (outline.west < -180) shared += this.#sharedArea(360, cellArea);
    const share = shared / cellArea;
    return share < ROUNDING ? 0 : share > 1 - ROUNDING ? 1 : share;
  }

  #area(): number {
    const { lons, lats, south } = this.#outline;
    let area = 0;
    for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
      area -= (lons[i] - lons[j]) * ((lats[i] + lats[j]) / 2 - south);
    }
    return area;
  }

  #sharedArea(turn: number, cellArea: number): number {
    const edges = this.#edges;
    const { north, south } = this.#outline;
    const cellWest = this.#outline.west + turn;
    const cellEast = this.#outline.east + turn;
    if (!(cellWest < edges.box.east && cellEast > edges.box.west)) return 0;
    const firstStrip = edges.stripAt(cellWest);
    const lastStrip = edges.stripAt(cellEast);
    let area = 0;
    for (let strip = firstStrip; strip <= lastStrip; strip++) {
      const end = edges.firstOfStrip[strip + 1];
      for (let i = edges.firstOfStrip[strip]; i < end; i++) {
        const edge = edges.stripEdges[i];
        const edgeWestLat = edges.westLat[edge];
        const edgeEastLat = edges.eastLat[edge];
        if (edgeWestLat <= south && edgeEastLat <= south) continue;
        const edgeWest = edges.west[edge];
        const edgeEast = edges.east[edge];
        if (edgeWest >= cellEast || edgeEast <= cellWest) continue;
        if (strip > firstStrip && edges.firstStrip[edge] < strip) continue;
        const isAcross = edgeWest <= cellWest && edgeEast >= cellEast;
        const isAbove = edgeWestLat >= north && edgeEastLat >= north;
        const below = isAcross && isAbove ? cellArea : this.#areaBelow(edge, turn);
        area += edges.sign[edge] * below;
      }
    }
    return area;
  }

  #areaBelow(edge: number, turn: number): number {
    const { lons, lats, south } = this.#outline;
    const west = this.#edges.west[edge];
    const east = this.#edges.east[edge];
    const westLat = this.#edges.westLat[edge];
    const slope = (this.#edges.eastLat[edge] - westLat) / (east - west);
    let area = 0;
    for (let k = 0, j = lons.length - 1; k < lons.length; j = k++) {
      const eastwards = lons[k] > lons[j];
      const w = eastwards ? j : k;
      const e = eastwards ? k : j;
      const sideWest = lons[w] + turn;
      const sideEast = lons[e] + turn;
      const left = Math.max(west, sideWest);
      const right = Math.min(east, sideEast);
      if (!(left < right)) continue;
      const sideSlope = (lats[e] - lats[w]) / (sideEast - sideWest);
      const under = areaBelowLower(
        westLat + (left - west) * slope - south,
        westLat + (right - west) * slope - south,
        lats[w] + (left - sideWest) * sideSlope - south,
        lats[w] + (right - sideWest) * sideSlope - south,
        right - left,
      );
      area += eastwards ? -under : under;
    }
    return area;
  }
}

function areaBelowLower(aLeft: number, aRight: number, bLeft: number, bRight: number, width: number): number {
  const gapLeft = aLeft - bLeft;
  const gapRight = aRight - bRight;
  if (gapLeft <= 0 && gapRight <= 0) return (width * (aLeft + aRight)) / 2;
  if (gapLeft >= 0 && gapRight >= 0) return (width * (bLeft + bRight)) / 2;
  const crossing = gapLeft / (gapLeft - gapRight);
  const height = aLeft + crossing * (aRight - aLeft);
  return (
    (width *
      (crossing * (Math.min(aLeft, bLeft) + height) + (1 - crossing) * (height + Math.min(aRight, bRight)))) /
    2
  );
}
