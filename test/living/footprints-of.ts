/** As read from partition files. */
import { PbfReader, PbfWriter } from 'pbf';
import type { Zone } from '../../src/geo/positions.ts';
import {
  FootprintList,
  type Footprints,
  readPolygons,
  writePolygons,
} from '../../tiles-builder/geometry/footprints.ts';

export function footprintsOf(...zones: Zone[]): Footprints {
  const pbf = new PbfWriter();
  for (const zone of zones) writePolygons(pbf, zone, [0, 0]);
  const reader = new PbfReader(pbf.finish());
  const list = new FootprintList();
  for (const _ of zones) readPolygons(reader, [0, 0], list);
  return list.finish();
}
