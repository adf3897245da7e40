/** Writes and reads sites in files by partition; an outline, recognised by SHA-1, is stored once for all of its sites. */
import { hash } from 'node:crypto';
import type { PbfReader } from 'pbf';
import type { Cell } from '../../../src/geo/cells.ts';
import { type BoundingBox, boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { FootprintList, type Footprints, readPolygons, writePolygons } from '../../geometry/footprints.ts';
import type { PartitionSpill } from '../../partitions/partition-spill.ts';
import { partitionAt, partitionsNearBox } from '../../partitions/partitions.ts';
import { Records, RecordWriter } from '../../partitions/sorted-records.ts';
import type { ListedPeople } from './site-people.ts';

export interface Site extends ListedPeople {
  /** Number of its register among all. */
  readonly register: number;
  /** Its people are pupils. */
  readonly isSchool: boolean;
  readonly name: string;
}

export interface PointSite extends Site {
  readonly position: Position;
}

export interface OutlinedSite extends Site {
  /** Number among all outlines, in no fixed order. */
  readonly number: number;
}

export interface SitesInPartition {
  readonly points: readonly PointSite[];
  readonly outlined: readonly OutlinedSite[];
  readonly outlines: Footprints;
  /** Number of each outline among all. */
  readonly numbers: readonly number[];
}

/** Kinds of records: at one place, outlines come before their sites. */
const POINT = 0;
const OUTLINE = 1;
const OUTLINED = 2;

/** This many outlines are recognised, whose hashes are in memory. */
const MOST_KNOWN = 100_000;

interface WrittenOutline {
  /** First vertex in 1e-7 degrees. */
  readonly x: number;
  readonly y: number;
  readonly digest: Uint8Array;
  /** Partitions that the outline may reach. */
  readonly partitions: readonly Cell[];
}

/** Appends points to their partition, and outlines with their sites to all partitions that they may reach. */
export class SiteWriter {
  readonly #spill: PartitionSpill;
  readonly #mostKnown: number;
  readonly #records = new RecordWriter();
  readonly #known = new Map<string, WrittenOutline>();
  #outlines = 0;

  /** @param mostKnown beyond it an outline may be appended again; {@link readSites} takes the first */
  constructor(spill: PartitionSpill, mostKnown = MOST_KNOWN) {
    this.#spill = spill;
    this.#mostKnown = mostKnown;
  }

  /** Returns an exclusive upper bound of the outlines' numbers. */
  get outlines(): number {
    return this.#outlines;
  }

  addPoint(site: PointSite): void {
    const [x, y] = site.position.map(coordinateUnits);
    const record = this.#records.record(x, y, (pbf) => {
      pbf.writeVarint(POINT);
      writeSite(pbf, site);
    });
    this.#spill.append(partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE), record);
  }

  addOutlined(site: Site, outline: Zone): void {
    const { x, y, digest, partitions } = this.#written(outline);
    const record = this.#records.record(x, y, (pbf) => {
      pbf.writeVarint(OUTLINED);
      pbf.writeBytes(digest);
      writeSite(pbf, site);
    });
    for (const partition of partitions) this.#spill.append(partition, record);
  }

  #written(outline: Zone): WrittenOutline {
    const [x, y] = outline[0][0][0].map(coordinateUnits);
    const bytes = this.#records.record(x, y, (pbf) => writePolygons(pbf, outline, [x, y]));
    const digest = hash('sha1', bytes, 'buffer');
    const known = this.#known.get(keyOf(digest));
    if (known) return known;
    const written = { x, y, digest, partitions: partitionsNearBox(storedBox(outline)) };
    const record = this.#records.record(x, y, (pbf) => {
      pbf.writeVarint(OUTLINE);
      pbf.writeBytes(digest);
      // After the digest: numbers depend on the order of the file, the order of records must not.
      pbf.writeVarint(this.#outlines++);
      writePolygons(pbf, outline, [x, y]);
    });
    for (const partition of written.partitions) this.#spill.append(partition, record);
    if (this.#known.size === this.#mostKnown) this.#known.clear();
    this.#known.set(keyOf(digest), written);
    return written;
  }
}

function storedBox(outline: Zone): BoundingBox {
  const { west, south, east, north } = boundingBoxOf(outline.flat());
  const stored = (degrees: number): number => coordinateUnits(degrees) / UNITS_PER_DEGREE;
  return { west: stored(west), south: stored(south), east: stored(east), north: stored(north) };
}

const keyOf = (digest: Uint8Array): string => Buffer.from(digest).toString('latin1');

type PbfWriter = Parameters<Parameters<RecordWriter['record']>[2]>[0];

/** The name comes last: it may be a row number. */
function writeSite(pbf: PbfWriter, { register, name, isSchool, band, people, present, most }: Site): void {
  pbf.writeVarint(register);
  pbf.writeBoolean(isSchool);
  pbf.writeVarint(band === null ? 0 : band + 1);
  for (const number of [people, present, most]) pbf.writeDouble(number);
  pbf.writeString(name);
}

function readSite(pbf: PbfReader): Site {
  const register = pbf.readVarint();
  const isSchool = pbf.readBoolean();
  const band = pbf.readVarint() - 1;
  const [people, present, most] = [pbf.readDouble(), pbf.readDouble(), pbf.readDouble()];
  const name = pbf.readString();
  return { register, name, isSchool, band: band < 0 ? null : band, people, present, most };
}

/** An outline has the number of its first record, the same in all partitions. */
export function readSites(bytes: Uint8Array): SitesInPartition {
  const points: PointSite[] = [];
  const outlined: OutlinedSite[] = [];
  const numbers = new Map<string, number>();
  const outlines = new FootprintList();
  new Records(bytes).read((x, y, pbf) => {
    switch (pbf.readVarint()) {
      case POINT:
        points.push({ ...readSite(pbf), position: [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE] });
        break;
      case OUTLINE: {
        const digest = keyOf(pbf.readBytes());
        if (numbers.has(digest)) break;
        numbers.set(digest, pbf.readVarint());
        readPolygons(pbf, [x, y], outlines);
        break;
      }
      default: {
        const number = numbers.get(keyOf(pbf.readBytes()));
        const site = readSite(pbf);
        if (number === undefined) throw new Error(`site ${site.name} has no outline`);
        outlined.push({ ...site, number });
      }
    }
  });
  return { points, outlined, outlines: outlines.finish(), numbers: [...numbers.values()] };
}
