import { areaOfZone_m2 } from '../geo/area.ts';
import { type BoundingBox, boundingBoxOf, type Ring, type Zone } from '../geo/positions.ts';
import { sharedArea_m2 } from '../geo/shared-area.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';

/** Longitudes of a ring across the 180th meridian run on beyond it, those of a coverage do not. */
const TURNS: readonly number[] = [0, -360, 360];

/**
 * Tells of cells with people whether enough of their area lies inside a coverage. Where no edge of it is near, a cell
 * with people lies inside as a whole, so that a border with many corners is looked at by few cells.
 */
export class CoveredCells {
  readonly #coverage: Zone;
  /** Of each edge that is near. */
  readonly #edges: readonly BoundingBox[];

  /** @param around all cells that are going to be asked about; its longitudes may run on beyond ±180 */
  constructor(coverage: Zone, around: BoundingBox) {
    this.#coverage = coverage;
    this.#edges = coverage.flatMap((polygon) =>
      polygon.flatMap((ring) =>
        ring.slice(1).flatMap((to, i) => {
          const edge = boundingBoxOf([[ring[i], to]]);
          return TURNS.some((turn) => overlap(turned(around, turn), edge)) ? [edge] : [];
        }),
      ),
    );
  }

  /** @param ring the outline of a cell with people */
  isCovered(ring: Ring): boolean {
    const box = boundingBoxOf([ring]);
    const turns = TURNS.filter((turn) => this.#edges.some((edge) => overlap(turned(box, turn), edge)));
    if (turns.length === 0) return true;
    const shared_m2 = TURNS.reduce((sum, turn) => {
      const zone = [[ring.map(([lon, lat]) => [lon + turn, lat] as const)]];
      return sum + sharedArea_m2(zone, this.#coverage);
    }, 0);
    return shared_m2 >= MIN_COVERED_SHARE * areaOfZone_m2([[ring]]);
  }
}

const turned = (box: BoundingBox, turn: number): BoundingBox => ({
  ...box,
  west: box.west + turn,
  east: box.east + turn,
});

const overlap = (a: BoundingBox, b: BoundingBox): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
