/**
 * Spills land that is used by day, and establishments at points, by partition; finds the use of the smallest outline around a
 * position.
 */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { squareMetresPerSquareDegree } from '../../geometry/planar-area.ts';
import type { PartitionSpill } from '../partition-spill.ts';
import { partitionAt } from '../partitions.ts';
import { Records, RecordWriter } from '../sorted-records.ts';
import { readAreas, spillArea } from './area-records.ts';
import type { Buildings } from './building-records.ts';
import { capacityByLand, USES_BY_DAY, type UseByDay } from './capacity-at-work.ts';

const writer = new RecordWriter();

export const spillDayLand = (spill: PartitionSpill, polygons: Zone, use: UseByDay): void =>
  spillArea(spill, polygons, USES_BY_DAY.indexOf(use));

/** Returns the use of the smallest land around a position in degrees, `null` if unknown. */
export type UseAt = (lon: number, lat: number) => UseByDay | null;

export function readDayLand(bytes: Uint8Array): UseAt {
  const landAt = readAreas(bytes);
  return (lon, lat) => {
    const [first, ...others] = landAt(lon, lat);
    if (first === undefined) return null;
    return USES_BY_DAY[others.reduce((a, b) => (b.area.area() < a.area.area() ? b : a), first).value];
  };
}

export function spillEstablishment(spill: PartitionSpill, [lon, lat]: Position, persons: number): void {
  const [x, y] = [coordinateUnits(lon), coordinateUnits(lat)];
  const record = writer.record(x, y, (pbf) => pbf.writeVarint(persons));
  spill.append(partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE), record);
}

/** Columns with an entry an establishment, in deterministic order. */
export interface Establishments {
  /** Positions in degrees. */
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
    lon: lon.taken(),
    lat: lat.taken(),
    persons: persons.taken(),
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
