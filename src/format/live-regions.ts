/** Finds live regions by version, bounding box or distance, by linear scans. */
import { type BoundingBox, type Position, TURNS } from '../geo/positions.ts';
import type { TileSetName } from './envelope.ts';
import type { Coverage } from './manifest.ts';
import type { TileSet } from './tile-sets.ts';

export type StoredTileSets = Readonly<Record<TileSet, TileSetName | null>>;

export interface StoredDataset {
  readonly region: string;
  readonly version: string;
  readonly manifest_sha256: string;
  /** The time is in ISO 8601. */
  readonly built_at: string;
  /** The dataset went live, or was replaced, at this time in ISO 8601. */
  readonly since: string;
  readonly sets: StoredTileSets;
}

/** A box is `null` without such data. */
export type DataBoxes = Readonly<Record<keyof Coverage, BoundingBox | null>>;

export interface LiveRegion extends StoredDataset {
  readonly boxes: DataBoxes;
}

export class LiveRegions {
  /** Regions ascend by name. */
  readonly all: readonly LiveRegion[];

  constructor(all: readonly LiveRegion[]) {
    this.all = all;
  }

  withVersion(version: string): LiveRegion | undefined {
    return this.all.find((region) => region.version === version);
  }

  /**
   * Finds regions whose box of `data` meets `box`, ascending by name.
   * @param box may reach beyond ±180° of longitude
   */
  overlapping(data: keyof Coverage, { west, south, east, north }: BoundingBox): LiveRegion[] {
    return this.all.filter(({ boxes: { [data]: own } }) => {
      if (!own || own.south > north || own.north < south) return false;
      return TURNS.some((turn) => own.west <= east + turn && own.east >= west + turn);
    });
  }

  /** Finds regions by distance in degrees of their roads' boxes, and those that contain the position by name. */
  nearest([lon, lat]: Position, most: number): LiveRegion[] {
    const distanceTo = ({ boxes }: LiveRegion): number => {
      const { west, south, east, north } = boxes.roads!;
      return Math.hypot(Math.max(west - lon, 0, lon - east), Math.max(south - lat, 0, lat - north));
    };
    return this.all
      .map((region) => ({ region, distance: distanceTo(region) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, most)
      .map(({ region }) => region);
  }
}
