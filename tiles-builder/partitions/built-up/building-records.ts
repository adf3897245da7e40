/** Writes buildings to records by partition, and reads a partition with its halo back into columns. */
import type { PbfWriter } from 'pbf';
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import { boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { FootprintList, type Footprints, readPolygons, writePolygons } from '../../geometry/footprints.ts';
import type { PartitionSpill } from '../partition-spill.ts';
import { partitionAt, partitionsNear, partitionsNearBox } from '../partitions.ts';
import { Records, RecordWriter } from '../sorted-records.ts';
import type { BuildingUse } from './building-use.ts';

/** Columns with an entry a building, in deterministic order. */
export interface Buildings {
  readonly count: number;
  readonly footprints: Footprints;
  /** 1 if the middle is in the partition. */
  readonly isOwned: Uint8Array;
  /** Position in degrees, the mean of the first outline's vertices. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly dwellingShare: Float32Array;
  readonly isDwelling: Uint8Array;
  readonly leastFloors: Float32Array;
  readonly mostFloors: Float32Array;
  /** Dwellings that tags report, NaN if unknown. */
  readonly dwellings: Float32Array;
  /** Height in metres, NaN if unknown. */
  readonly height_m: Float32Array;
  /** 1 if the building's own tags do not name its use by day. */
  readonly isUseUnknown: Uint8Array;
  /** Persons by day per square metre of footprint. */
  readonly capacityAtWork_m2: Float32Array;
}

const SMALL_M = 100;
const OWNED = 1;
const DWELLING = 2;
const USE_UNKNOWN = 4;

const writer = new RecordWriter();

/** A building is in the file of its own partition, and in halo files of others near it. */
export interface BuildingSpills {
  readonly own: PartitionSpill;
  readonly halo: PartitionSpill;
}

export function spillBuilding({ own, halo }: BuildingSpills, footprint: Zone, use: BuildingUse): void {
  const shell = footprint[0][0];
  const [x, y] = [0, 1].map((axis) => {
    let sum = 0;
    for (let i = 1; i < shell.length; i++) sum += coordinateUnits(shell[i][axis]);
    return Math.round(sum / (shell.length - 1));
  });
  const [lon, lat] = [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE];
  const box = boundingBoxOf(footprint.flat());
  const isSmall = (box.east - box.west + box.north - box.south) * METRES_PER_DEGREE < SMALL_M;
  const partitions = isSmall ? partitionsNear(lon, lat) : partitionsNearBox(box);
  const owner = partitions.length === 1 ? partitions[0] : partitionAt(lon, lat);
  for (const partition of partitions) {
    const flags =
      (partition === owner ? OWNED : 0) |
      (use.isDwelling ? DWELLING : 0) |
      (use.byDay.use === 'unknown' ? USE_UNKNOWN : 0);
    const record = writer.record(x, y, (pbf: PbfWriter) => {
      pbf.writeVarint(flags);
      pbf.writeVarint(hundredths(use.dwellingShare));
      pbf.writeVarint(hundredths(use.leastFloors));
      pbf.writeVarint(use.mostFloors === Infinity ? 0 : hundredths(use.mostFloors));
      pbf.writeVarint(use.dwellings === null ? 0 : use.dwellings + 1);
      pbf.writeVarint(use.height_m === null ? 0 : hundredths(use.height_m));
      pbf.writeFloat(use.byDay.capacityAtWork_m2);
      writePolygons(pbf, footprint, [x, y]);
    });
    (partition === owner ? own : halo).append(partition, record);
  }
}

const hundredths = (value: number): number => Math.round(value * 100);

export function readBuildings(bytes: Uint8Array): Buildings {
  const records = new Records(bytes);
  const { count } = records;
  const columns = {
    isOwned: new Uint8Array(count),
    lon: new Float64Array(count),
    lat: new Float64Array(count),
    dwellingShare: new Float32Array(count),
    isDwelling: new Uint8Array(count),
    leastFloors: new Float32Array(count),
    mostFloors: new Float32Array(count),
    dwellings: new Float32Array(count),
    height_m: new Float32Array(count),
    isUseUnknown: new Uint8Array(count),
    capacityAtWork_m2: new Float32Array(count),
  };
  const footprints = new FootprintList();
  records.read((x, y, pbf, i) => {
    columns.lon[i] = x / UNITS_PER_DEGREE;
    columns.lat[i] = y / UNITS_PER_DEGREE;
    const flags = pbf.readVarint();
    columns.isOwned[i] = flags & OWNED ? 1 : 0;
    columns.isDwelling[i] = flags & DWELLING ? 1 : 0;
    columns.isUseUnknown[i] = flags & USE_UNKNOWN ? 1 : 0;
    columns.dwellingShare[i] = pbf.readVarint() / 100;
    columns.leastFloors[i] = pbf.readVarint() / 100;
    columns.mostFloors[i] = (pbf.readVarint() || Infinity) / 100;
    columns.dwellings[i] = (pbf.readVarint() || Number.NaN) - 1;
    columns.height_m[i] = (pbf.readVarint() || Number.NaN) / 100;
    columns.capacityAtWork_m2[i] = pbf.readFloat();
    readPolygons(pbf, [x, y], footprints);
  });
  return { count, footprints: footprints.finish(), ...columns };
}
