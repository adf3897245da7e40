/** Finds the part of a site in its register's coverage, and its share: points by cell centre, polygons by intersection. */
import { boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { intersectionOf } from '../../geometry/clip-zones.ts';
import { cellAt, centreOf } from '../../geometry/grid-cells.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';

export interface PartInside {
  readonly place: Position | Zone;
  readonly share: number;
}

export class OwnCoverage {
  readonly #zone: Zone;
  readonly #area: PlanarArea;

  constructor(zone: Zone) {
    this.#zone = zone;
    this.#area = new PlanarArea(zone);
  }

  partOf(place: Position | Zone): PartInside {
    return isZone(place) ? this.#partOfZone(place) : { place, share: this.#contains(place) ? 1 : 0 };
  }

  #contains(position: Position): boolean {
    return this.#area.contains(centreOf(cellAt(position)));
  }

  #partOfZone(place: Zone): PartInside {
    const relation = this.#area.relationOf(boundingBoxOf(place.flat()));
    if (relation !== 'edge') return { place, share: relation === 'inside' ? 1 : 0 };
    const inside = intersectionOf(place, this.#zone);
    return {
      place: inside,
      share: Math.min(1, new PlanarArea(inside).area() / new PlanarArea(place).area()),
    };
  }
}

export const isZone = (place: Position | Zone): place is Zone => Array.isArray(place[0]);
