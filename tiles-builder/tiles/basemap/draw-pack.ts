/** What a thread does with one pack of the basemap. */
import type { MapTile } from '../../../src/geo/map-tiles.ts';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import { AreaSpill } from '../../areas/area-spill.ts';
import type { Job } from '../../threads/job-threads.ts';
import { cutMapPack } from './cut-map-pack.ts';
import { namedRecords } from './feature-record.ts';

interface PackWanted {
  readonly name: string;
  readonly pack: MapTile;
  /** No tile is made outside. */
  readonly box: BoundingBox;
  /** Folder of the spill with the features of each pack, by its name. */
  readonly features: string;
}

interface DrawnPack {
  /** `null` where it would hold no tile. */
  readonly object: Uint8Array | null;
  /** Records of the points and lines with a name, one after the other, in an order that follows from their bytes. */
  readonly named: Uint8Array;
}

/** @throws Error where the features of the pack are damaged */
export function drawPack({ name, pack, box, features }: PackWanted): DrawnPack {
  const records = AreaSpill.finished(features).read(name);
  return { object: cutMapPack(pack, box, records), named: Buffer.concat(namedRecords(records)) };
}
export const drawPackJob: Job<PackWanted, DrawnPack> = { module: import.meta.url, run: drawPack };
