/** Records of land use by partition, and a query for the lowest dwelling share of the outlines around a position. */

import { boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import { coordinateUnits } from '../../geometry/coordinate-units.ts';
import { FootprintList, readPolygons, writePolygons } from '../../geometry/footprints.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import { PolygonIndex } from '../../geometry/polygon-index.ts';
import type { PartitionSpill } from '../partition-spill.ts';
import { partitionsNearBox } from '../partitions.ts';
import { Records, RecordWriter } from '../sorted-records.ts';

const writer = new RecordWriter();

/** @param dwellingShare rounded to 0.01 */
export function spillLandUse(spill: PartitionSpill, polygons: Zone, dwellingShare: number): void {
  const [lon, lat] = polygons[0][0][0];
  const [x, y] = [coordinateUnits(lon), coordinateUnits(lat)];
  const record = writer.record(x, y, (pbf) => {
    pbf.writeVarint(Math.round(dwellingShare * 100));
    writePolygons(pbf, polygons, [x, y]);
  });
  for (const area of partitionsNearBox(boundingBoxOf(polygons.flat()))) spill.append(area, record);
}

/** 1 if unknown; position in degrees. */
export type DwellingShareAt = (lon: number, lat: number) => number;

export function readLandUse(bytes: Uint8Array): DwellingShareAt {
  const list = new FootprintList();
  const shares: number[] = [];
  new Records(bytes).read((x, y, pbf) => {
    shares.push(pbf.readVarint() / 100);
    readPolygons(pbf, [x, y], list);
  });
  const footprints = list.finish();
  const areas = shares.map((_, i) => new PlanarArea(footprints.zoneOf(i)));
  const index = new PolygonIndex(areas.map(({ box }) => box));
  return (lon, lat) => {
    let share = 1;
    for (const i of index.meeting({ west: lon, east: lon, south: lat, north: lat })) {
      if (shares[i] < share && areas[i].contains([lon, lat])) share = shares[i];
    }
    return share;
  };
}
