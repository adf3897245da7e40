/** Which share of a cell's area lies within a zone. */
import { CellOutline } from '../geo/cell-outline.ts';
import type { ZoneEdges } from '../zone/zone-edges.ts';

/**
 * What rounding may leave of a share that is nothing, less than a square millimetre: a cell's outline is known to about 1e-14
 * degrees, 1e-10 of its width at 85° of latitude.
 */
const ROUNDING = 1e-9;

export class CellShares {
  readonly #edges: ZoneEdges;
  readonly #outline = new CellOutline();

  constructor(edges: ZoneEdges) {
    this.#edges = edges;
  }

  /**
   * The share, 0 to 1, of a cell's area that lies within the zone, both with straight edges in longitude and latitude and
   * measured in that plane. Like `sharedArea_m2` it is a sum over pairs of edges, here one of the cell and one of the zone, of
   * the area below the lower of the two, so shares of zones that split a zone add up to its share.
   */
  shareOf(face: number, a: number, b: number): number {
    const outline = this.#outline;
    outline.take(face, a, b);
    let shared = this.#sharedArea(0);
    if (outline.east > 180) shared += this.#sharedArea(-360);
    if (outline.west < -180) shared += this.#sharedArea(360);
    const share = shared / this.#area();
    return share < ROUNDING ? 0 : share > 1 - ROUNDING ? 1 : share;
  }

  #area(): number {
    const { lons, lats, south } = this.#outline;
    let area = 0;
    for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
      area -= (lons[i]! - lons[j]!) * ((lats[i]! + lats[j]!) / 2 - south);
    }
    return area;
  }

  #sharedArea(turn: number): number {
    const edges = this.#edges;
    const { west, east } = this.#outline;
    const from = Math.max(edges.box.west, west + turn);
    const to = Math.min(edges.box.east, east + turn);
    if (!(from < to)) return 0;
    const lastStrip = edges.stripAt(to);
    let area = 0;
    for (let strip = edges.stripAt(from); strip <= lastStrip; strip++) {
      const stripWest = Math.max(from, edges.box.west + strip * edges.stripWidth);
      const stripEast = strip === lastStrip ? to : edges.box.west + (strip + 1) * edges.stripWidth;
      area += this.#sharedInStrip(strip, stripWest, stripEast, turn);
    }
    return area;
  }

  #sharedInStrip(strip: number, stripWest: number, stripEast: number, turn: number): number {
    const edges = this.#edges;
    const { lons, lats, south } = this.#outline;
    const end = edges.firstOfStrip[strip + 1]!;
    let area = 0;
    for (let i = edges.firstOfStrip[strip]!; i < end; i++) {
      const edge = edges.stripEdges[i]!;
      const edgeWest = edges.west[edge]!;
      const edgeEast = edges.east[edge]!;
      const edgeWestLat = edges.westLat[edge]!;
      const edgeEastLat = edges.eastLat[edge]!;
      if (edgeWestLat <= south && edgeEastLat <= south) continue;
      const from = Math.max(stripWest, edgeWest);
      const to = Math.min(stripEast, edgeEast);
      if (!(from < to)) continue;
      const slope = (edgeEastLat - edgeWestLat) / (edgeEast - edgeWest);
      let below = 0;
      for (let k = 0, j = lons.length - 1; k < lons.length; j = k++) {
        const eastwards = lons[k]! > lons[j]!;
        const w = eastwards ? j : k;
        const e = eastwards ? k : j;
        const sideWest = lons[w]! + turn;
        const sideEast = lons[e]! + turn;
        const left = Math.max(from, sideWest);
        const right = Math.min(to, sideEast);
        if (!(left < right)) continue;
        const sideSlope = (lats[e]! - lats[w]!) / (sideEast - sideWest);
        const under = areaBelowLower(
          edgeWestLat + (left - edgeWest) * slope - south,
          edgeWestLat + (right - edgeWest) * slope - south,
          lats[w]! + (left - sideWest) * sideSlope - south,
          lats[w]! + (right - sideWest) * sideSlope - south,
          right - left,
        );
        below += eastwards ? -under : under;
      }
      area += edges.sign[edge]! * below;
    }
    return area;
  }
}

/** Area below the lower of two straight lines over a width, from their heights at both ends. */
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
