import { areaOfZone_m2 } from '../geo/area.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Position,
  type Ring,
  TURNS,
  type Zone,
} from '../geo/positions.ts';
import { sharedArea_m2 } from '../geo/shared-area.ts';

type Edge = readonly [from: Position, to: Position];

/** Computes the share of a density cell that lies in a coverage: by area near the coverage's edge, elsewhere by ray casting. */
export class CoveredCells {
  readonly #coverage: Zone;
  readonly #crossed: readonly Edge[];
  readonly #near: readonly BoundingBox[];

  /** @param around all cells; longitudes may exceed ±180 */
  constructor(coverage: Zone, around: BoundingBox) {
    this.#coverage = coverage;
    const edges = coverage.flatMap((polygon) =>
      polygon.flatMap((ring) => ring.slice(1).map((to, i): Edge => [ring[i], to])),
    );
    const strip = { ...around, west: -Infinity, east: Infinity };
    this.#crossed = edges.filter((edge) => boxesOverlap(strip, boundingBoxOf([edge])));
    const turns = TURNS.map((turn) => turned(around, turn));
    this.#near = this.#crossed
      .map((edge) => boundingBoxOf([edge]))
      .filter((box) => turns.some((own) => boxesOverlap(own, box)));
  }

  shareOf(ring: Ring): number {
    const box = boundingBoxOf([ring]);
    const isNear = TURNS.some((turn) => this.#near.some((edge) => boxesOverlap(turned(box, turn), edge)));
    if (!isNear) return this.#contains(ring[0]) ? 1 : 0;
    const shared_m2 = TURNS.reduce((sum, turn) => {
      const zone = [[ring.map(([lon, lat]) => [lon + turn, lat] as const)]];
      return sum + sharedArea_m2(zone, this.#coverage);
    }, 0);
    return Math.min(1, shared_m2 / areaOfZone_m2([[ring]]));
  }

  #contains([lon, lat]: Position): boolean {
    const within = lon - 360 * Math.round(lon / 360);
    const crossings = this.#crossed.filter(
      ([[fromLon, fromLat], [toLon, toLat]]) =>
        fromLat > lat !== toLat > lat &&
        within < fromLon + ((lat - fromLat) / (toLat - fromLat)) * (toLon - fromLon),
    );
    return crossings.length % 2 === 1;
  }
}

const turned = (box: BoundingBox, turn: number): BoundingBox => ({
  ...box,
  west: box.west + turn,
  east: box.east + turn,
});
