/** Spills areas that have a whole number each by partition, and finds the areas around a position. */
import { boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import { coordinateUnits } from '../../geometry/coordinate-units.ts';
import { FootprintList, readPolygons, writePolygons } from '../../geometry/footprints.ts';
import type { PlanarArea } from '../../geometry/planar-area.ts';
import { PolygonIndex } from '../../geometry/polygon-index.ts';
import type { PartitionSpill } from '../partition-spill.ts';
import { partitionsNearBox } from '../partitions.ts';
import { Records, RecordWriter } from '../sorted-records.ts';

const writer = new RecordWriter();

export function spillArea(spill: PartitionSpill, polygons: Zone, value: number): void {
  const [lon, lat] = polygons[0][0][0];
  const [x, y] = [coordinateUnits(lon), coordinateUnits(lat)];
  const record = writer.record(x, y, (pbf) => {
    pbf.writeVarint(value);
    writePolygons(pbf, polygons, [x, y]);
  });
  for (const partition of partitionsNearBox(boundingBoxOf(polygons.flat()))) spill.append(partition, record);
}

export interface StoredArea {
  readonly value: number;
  readonly area: PlanarArea;
}

/** Finds areas in a deterministic order; the position is in degrees. */
export type AreasAt = (lon: number, lat: number) => readonly StoredArea[];

export function readAreas(bytes: Uint8Array): AreasAt {
  const list = new FootprintList();
  const values: number[] = [];
  new Records(bytes).read((x, y, pbf) => {
    values.push(pbf.readVarint());
    readPolygons(pbf, [x, y], list);
  });
  const footprints = list.finish();
  const areas = values.map((value, i): StoredArea => ({ value, area: footprints.areaOf(i) }));
  const index = new PolygonIndex(areas.map(({ area }) => area.box));
  return (lon, lat) =>
    index
      .meeting({ west: lon, east: lon, south: lat, north: lat })
      .map((i) => areas[i])
      .filter(({ area }) => area.containsAt(lon, lat));
}
