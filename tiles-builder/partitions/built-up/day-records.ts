/**
 * Records of land used by day and point establishments, spilled by partition; land is queried for the use of the smallest
 * outline around a position.
 */
import { boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { FootprintList, readPolygons, writePolygons } from '../../geometry/footprints.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../../geometry/planar-area.ts';
import { PolygonIndex } from '../../geometry/polygon-index.ts';
import type { PartitionSpill } from '../partition-spill.ts';
import { partitionAt, partitionsNearBox } from '../partitions.ts';
import { Records, RecordWriter } from '../sorted-records.ts';
import type { Buildings } from './building-records.ts';
import { capacityByLand, USES_BY_DAY, type UseByDay } from './capacity-at-work.ts';

const writer = new RecordWriter();

export function spillDayLand(spill: PartitionSpill, polygons: Zone, use: UseByDay): void {
  const [lon, lat] = polygons[0][0][0];
  const [x, y] = [coordinateUnits(lon), coordinateUnits(lat)];
  const record = writer.record(x, y, (pbf) => {
    pbf.writeVarint(USES_BY_DAY.indexOf(use));
    writePolygons(pbf, polygons, [x, y]);
  });
  for (const partition of partitionsNearBox(boundingBoxOf(polygons.flat()))) spill.append(partition, record);
}

/** `null` if unknown; position in degrees. */
export type UseAt = (lon: number, lat: number) => UseByDay | null;

export function readDayLand(bytes: Uint8Array): UseAt {
  const list = new FootprintList();
  const uses: UseByDay[] = [];
  new Records(bytes).read((x, y, pbf) => {
    uses.push(USES_BY_DAY[pbf.readVarint()]);
    readPolygons(pbf, [x, y], list);
  });
  const footprints = list.finish();
  const areas = uses.map((_, i) => new PlanarArea(footprints.zoneOf(i)));
  const sizes = areas.map((area) => area.area());
  const index = new PolygonIndex(areas.map(({ box }) => box));
  return (lon, lat) => {
    let smallest = -1;
    for (const i of index.meeting({ west: lon, east: lon, south: lat, north: lat })) {
      const isSmaller = smallest < 0 || sizes[i] < sizes[smallest];
      if (isSmaller && areas[i].containsAt(lon, lat)) smallest = i;
    }
    return smallest < 0 ? null : uses[smallest];
  };
}

export function spillEstablishment(spill: PartitionSpill, [lon, lat]: Position, persons: number): void {
  const [x, y] = [coordinateUnits(lon), coordinateUnits(lat)];
  const record = writer.record(x, y, (pbf) => pbf.writeVarint(persons));
  spill.append(partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE), record);
}

/** In deterministic order, an entry an establishment. */
export interface Establishments {
  /** Degrees. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly persons: Float64Array;
}

export const NO_ESTABLISHMENTS: Establishments = {
  lon: new Float64Array(),
  lat: new Float64Array(),
  persons: new Float64Array(),
};

export function readEstablishments(bytes: Uint8Array): Establishments {
  const [lon, lat, persons] = [0, 1, 2].map(() => new GrowingArray(Float64Array));
  new Records(bytes).read((x, y, pbf) => {
    lon.push(x / UNITS_PER_DEGREE);
    lat.push(y / UNITS_PER_DEGREE);
    persons.push(pbf.readVarint());
  });
  return {
    lon: lon.view().slice(),
    lat: lat.view().slice(),
    persons: persons.view().slice(),
  };
}

/** Estimates the capacity of buildings of unknown use by the land around them, see `capacityByLand`. */
export function withUsesAround(buildings: Buildings, useAt: UseAt): Buildings {
  const { lon, lat, footprints, isUseUnknown } = buildings;
  const capacityAtWork_m2 = buildings.capacityAtWork_m2.map((own, i) => {
    if (isUseUnknown[i] === 0) return own;
    const footprint_m2 = footprints.areaOf(i).area() * squareMetresPerSquareDegree(lat[i]);
    return capacityByLand(own, footprint_m2, useAt(lon[i], lat[i]));
  });
  return { ...buildings, capacityAtWork_m2 };
}
