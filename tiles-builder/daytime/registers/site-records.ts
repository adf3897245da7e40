/** Writes and reads sites in the files of partitions. */
import type { PbfReader } from 'pbf';
import type { Position } from '../../../src/geo/positions.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import type { PartitionSpill } from '../../partitions/partition-spill.ts';
import { partitionAt } from '../../partitions/partitions.ts';
import { Records, RecordWriter } from '../../partitions/sorted-records.ts';
import type { ListedPeople } from './site-people.ts';

export interface Site extends ListedPeople {
  /** Among all registers. */
  readonly register: number;
  /** Whether its people are pupils. */
  readonly isSchool: boolean;
  /** For messages. */
  readonly name: string;
  readonly position: Position;
}

/** Appends sites to the file of their partition. */
export class SiteWriter {
  readonly #spill: PartitionSpill;
  readonly #records = new RecordWriter();

  constructor(spill: PartitionSpill) {
    this.#spill = spill;
  }

  add({ position, ...site }: Site): void {
    const [x, y] = position.map(coordinateUnits);
    const record = this.#records.record(x, y, (pbf) => writeSite(pbf, site));
    this.#spill.append(partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE), record);
  }
}

type PbfWriter = Parameters<Parameters<RecordWriter['record']>[2]>[0];
type UnplacedSite = Omit<Site, 'position'>;

/** The name comes last: it may be a row number. */
function writeSite(
  pbf: PbfWriter,
  { register, name, isSchool, band, people, present, most }: UnplacedSite,
): void {
  pbf.writeVarint(register);
  pbf.writeBoolean(isSchool);
  pbf.writeVarint(band === null ? 0 : band + 1);
  for (const number of [people, present, most]) pbf.writeDouble(number);
  pbf.writeString(name);
}

function readSite(pbf: PbfReader): UnplacedSite {
  const register = pbf.readVarint();
  const isSchool = pbf.readBoolean();
  const band = pbf.readVarint() - 1;
  const [people, present, most] = [pbf.readDouble(), pbf.readDouble(), pbf.readDouble()];
  const name = pbf.readString();
  return { register, name, isSchool, band: band < 0 ? null : band, people, present, most };
}

/** Returns the sites of a partition's file by place, in an order that does not depend on the register's. */
export function readSites(bytes: Uint8Array): Site[] {
  const sites: Site[] = [];
  new Records(bytes).read((x, y, pbf) => {
    sites.push({ ...readSite(pbf), position: [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE] });
  });
  return sites;
}
