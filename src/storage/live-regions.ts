/** The regions that are live, found by where they have data. */
import type { CurrentRegion } from '../format/current.ts';
import type { Coverage } from '../format/manifest.ts';
import { type BoundingBox, boundingBoxOf, boxesOverlap, type Zone } from '../geo/positions.ts';

/** A region that answers now. */
export interface LiveRegion extends CurrentRegion {
  /** Around the coverage of each kind of data; `null` where there is no such data. */
  readonly boxes: { readonly [Data in keyof Coverage]: BoundingBox | null };
}

export class LiveRegions {
  readonly #regions: readonly LiveRegion[];

  constructor(regions: readonly CurrentRegion[]) {
    this.#regions = regions.map((region) => ({
      ...region,
      boxes: {
        roads: boxOf(region.coverage.roads),
        living: boxOf(region.coverage.living),
        working: boxOf(region.coverage.working),
      },
    }));
  }

  /** In ascending order of their names. */
  [Symbol.iterator](): Iterator<LiveRegion> {
    return this.#regions[Symbol.iterator]();
  }

  withVersion(version: string): LiveRegion | undefined {
    return this.#regions.find((region) => region.version === version);
  }

  /**
   * Regions whose box of some data shares a place with another box, in ascending order of their names.
   * @param box may reach beyond ±180° of longitude
   */
  overlapping(data: keyof Coverage, box: BoundingBox): LiveRegion[] {
    const turns = [0, ...(box.west < -180 ? [360] : []), ...(box.east > 180 ? [-360] : [])];
    return this.#regions.filter(({ boxes }) => {
      const own = boxes[data];
      return (
        own !== null &&
        turns.some((turn) => boxesOverlap(own, { ...box, west: box.west + turn, east: box.east + turn }))
      );
    });
  }
}

const boxOf = (zone: Zone | null): BoundingBox | null => zone && boundingBoxOf(zone.flat());
