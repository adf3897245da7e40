/** Job: makes one basemap pack from its spilled features, and returns the records of named features. */
import type { MapTile } from '../../../src/geo/map-tiles.ts';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import type { Job } from '../../base/threads/job-threads.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';
import { cutMapPack } from './cut-map-pack.ts';
import { namedRecords } from './feature-record.ts';

interface PackWanted {
  readonly name: string;
  readonly pack: MapTile;
  readonly box: BoundingBox;
  readonly features: string;
}

interface DrawnPack {
  readonly object: Uint8Array | null;
  /** Sorted records of named points and lines. */
  readonly named: Uint8Array;
}

export function drawPack({ name, pack, box, features }: PackWanted): DrawnPack {
  const records = PartitionSpill.finished(features).read(name);
  return { object: cutMapPack(pack, box, records), named: Buffer.concat(namedRecords(records)) };
}
export const drawPackJob: Job<PackWanted, DrawnPack> = { module: import.meta.url, run: drawPack };
