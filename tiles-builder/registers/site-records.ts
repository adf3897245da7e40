/** Records of sites in the files of partitions. */
import { hash } from 'node:crypto';
import type { PbfReader } from 'pbf';
import type { Cell } from '../../src/geo/cells.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { boundingBoxOf } from '../../src/geo/positions.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import { FootprintList, type Footprints, readPolygons, writePolygons } from '../geometry/footprints.ts';
import type { PartitionSpill } from '../partitions/partition-spill.ts';
import { partitionAt, partitionsNearBox } from '../partitions/partitions.ts';
import { Records, RecordWriter } from '../partitions/sorted-records.ts';

export interface ListedPeople {
  /** Among all registers' bands; `null` where the register gives a number of people. */
  readonly band: number | null;
  /** 0 where there is a band. */
  readonly people: number;
  /** Share usually there. */
  readonly present: number;
  /** Limit; Infinity without one. */
  readonly most: number;
}

export interface Site extends ListedPeople {
  /** Among all registers. */
  readonly register: number;
  /** Whether its people are pupils. */
  readonly isSchool: boolean;
  /** For messages. */
  readonly name: string;
}

export interface PointSite extends Site {
  readonly position: Position;
}

export interface WideSite extends Site {
  /** Among all outlines, in no fixed order. */
  readonly number: number;
}

export interface SitesOfArea {
  readonly points: readonly PointSite[];
  readonly wide: readonly WideSite[];
  readonly outlines: Footprints;
  /** Of each outline, among all. */
  readonly numbers: readonly number[];
}

const writer = new RecordWriter();

/** Kinds of records: at one place, outlines come before their sites. */
const POINT = 0;
const OUTLINE = 1;
const WIDE = 2;

export function spillPoint(spill: PartitionSpill, site: PointSite): void {
  const [x, y] = site.position.map(coordinateUnits);
  const record = writer.record(x, y, (pbf) => {
    pbf.writeVarint(POINT);
    writeSite(pbf, site);
  });
  spill.append(partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE), record);
}

/** Outlines in memory to recognise. */
const MOST_KNOWN = 100_000;

interface SpilledOutline {
  /** First vertex, in 1e-7 degrees. */
  readonly x: number;
  readonly y: number;
  readonly digest: Uint8Array;
  /** Partitions that it may reach. */
  readonly areas: readonly Cell[];
}

/** Appends each outline once to all partitions that it may reach. */
export class WideOutlines {
  readonly #spill: PartitionSpill;
  readonly #mostKnown: number;
  readonly #known = new Map<string, SpilledOutline>();
  #count = 0;

  /** @param mostKnown beyond it an outline may be appended again; {@link readSites} takes the first */
  constructor(spill: PartitionSpill, mostKnown = MOST_KNOWN) {
    this.#spill = spill;
    this.#mostKnown = mostKnown;
  }

  /** Exclusive upper bound of numbers. */
  get count(): number {
    return this.#count;
  }

  of(outline: Zone): SpilledOutline {
    const [x, y] = outline[0][0][0].map(coordinateUnits);
    const bytes = writer.record(x, y, (pbf) => writePolygons(pbf, outline, [x, y]));
    const digest = hash('sha1', bytes, 'buffer');
    const key = keyOf(digest);
    const known = this.#known.get(key);
    if (known) return known;
    const { west, south, east, north } = boundingBoxOf(outline.flat());
    const box = { west: kept(west), south: kept(south), east: kept(east), north: kept(north) };
    const areas = partitionsNearBox(box);
    const own = { x, y, digest, areas };
    const record = writer.record(x, y, (pbf) => {
      pbf.writeVarint(OUTLINE);
      pbf.writeBytes(digest);
      // After the digest: numbers depend on the order of the file, the order of records must not.
      pbf.writeVarint(this.#count++);
      writePolygons(pbf, outline, [x, y]);
    });
    for (const area of areas) this.#spill.append(area, record);
    if (this.#known.size === this.#mostKnown) this.#known.clear();
    this.#known.set(key, own);
    return own;
  }
}

/** As records store it, in degrees. */
const kept = (degrees: number): number => coordinateUnits(degrees) / UNITS_PER_DEGREE;

const keyOf = (digest: Uint8Array): string => Buffer.from(digest).toString('latin1');

export function spillWide(spill: PartitionSpill, site: Site, { x, y, digest, areas }: SpilledOutline): void {
  const record = writer.record(x, y, (pbf) => {
    pbf.writeVarint(WIDE);
    pbf.writeBytes(digest);
    writeSite(pbf, site);
  });
  for (const area of areas) spill.append(area, record);
}

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
export function readSites(bytes: Uint8Array): SitesOfArea {
  const points: PointSite[] = [];
  const wide: WideSite[] = [];
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
        wide.push({ ...site, number });
      }
    }
  });
  return { points, wide, outlines: outlines.finish(), numbers: [...numbers.values()] };
}
