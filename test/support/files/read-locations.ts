/** Reads locations into an engine without tables. */

import { openLocationFile } from '../../../tiles-builder/daytime/location-file.ts';
import {
  createTables,
  locationColumns,
  newDeviceKey,
  type ReadingsReport,
  readShard,
  requireUsable,
} from '../../../tiles-builder/daytime/read-locations.ts';
import type { SqlEngine } from '../../../tiles-builder/daytime/sql-engine.ts';
import type { ReadingsConfig } from '../../../tiles-builder/sources/config/config.ts';

/** @throws BadInput as `readShard` and `requireUsable` */
export async function readLocations(locations: ReadingsConfig, engine: SqlEngine): Promise<ReadingsReport> {
  const file = await openLocationFile(locations.file, locationColumns(locations));
  await createTables(engine, newDeviceKey());
  const { readings } = await readShard(locations, file, engine, { shard: 0, shards: 1 });
  await requireUsable(file, readings);
  return readings;
}
