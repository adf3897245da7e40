/** Sites of registers as they lie in the files of their areas. */
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

/** People of a site by its register. */
export interface ListedPeople {
  /** Number of its band among those of all registers; `null` where the register gives the people themselves. */
  readonly band: number | null;
  /** 0 where there is a band. */
  readonly people: number;
  /** The share of them who are usually there. */
  readonly present: number;
  /** Limit of people counted; Infinity without one. */
  readonly most: number;
}

export interface Site extends ListedPeople {
  /** Number of its register among all of them. */
  readonly register: number;
  /** Whether its people are pupils. */
  readonly isSchool: boolean;
  /** As messages name it. */
  readonly name: string;
}

export interface PointSite extends Site {
  readonly position: Position;
}

export interface WideSite extends Site {
  /** Of its outline among those of all registers, in no promised order. */
  readonly number: number;
}

export interface SitesOfArea {
  readonly points: readonly PointSite[];
  readonly wide: readonly WideSite[];
  readonly outlines: Footprints;
  /** Of each outline among those of all registers. */
  readonly numbers: readonly number[];
}

const writer = new RecordWriter();

/** What a record is of. Of those at one place outlines come before the sites that are spread over them. */
const POINT = 0;
const OUTLINE = 1;
const WIDE = 2;

/** Appends a site to the area that owns its place. */
export function spillPoint(spill: PartitionSpill, site: PointSite): void {
  const [x, y] = site.position.map(coordinateUnits);
  const record = writer.record(x, y, (pbf) => {
    pbf.writeVarint(POINT);
    writeSite(pbf, site);
  });
  spill.append(partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE), record);
}

/** Outlines kept in memory to recognise those of several sites. */
const MOST_KNOWN = 100_000;

interface SpilledOutline {
  /** The first vertex, in 1e-7 degrees. */
  readonly x: number;
  readonly y: number;
  readonly digest: Uint8Array;
  /** All that it may reach into. */
  readonly areas: readonly Cell[];
}

/** Appends outlines to all areas that they may reach into, one that is known only once, however many sites are spread over it. */
export class WideOutlines {
  readonly #spill: PartitionSpill;
  readonly #mostKnown: number;
  readonly #known = new Map<string, SpilledOutline>();
  #count = 0;

  /** @param mostKnown beyond it an outline may be appended again, which {@link readSites} reads once */
  constructor(spill: PartitionSpill, mostKnown = MOST_KNOWN) {
    this.#spill = spill;
    this.#mostKnown = mostKnown;
  }

  /** Each has a number below it. */
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
      // After the digest: the number follows from the order of the file, and the order of outlines must not.
      pbf.writeVarint(this.#count++);
      writePolygons(pbf, outline, [x, y]);
    });
    for (const area of areas) this.#spill.append(area, record);
    if (this.#known.size === this.#mostKnown) this.#known.clear();
    this.#known.set(key, own);
    return own;
  }
}

/** A coordinate in degrees as records have it. */
const kept = (degrees: number): number => coordinateUnits(degrees) / UNITS_PER_DEGREE;

const keyOf = (digest: Uint8Array): string => Buffer.from(digest).toString('latin1');

/** Appends a site to all areas that its outline may reach into. */
export function spillWide(spill: PartitionSpill, site: Site, { x, y, digest, areas }: SpilledOutline): void {
  const record = writer.record(x, y, (pbf) => {
    pbf.writeVarint(WIDE);
    pbf.writeBytes(digest);
    writeSite(pbf, site);
  });
  for (const area of areas) spill.append(area, record);
}

type PbfWriter = Parameters<Parameters<RecordWriter['record']>[2]>[0];

/** The name comes last: without one in the file it is a row number. */
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

/**
 * An outline that was appended more than once has the number of its first record, which is the same in each area.
 * @param bytes what the sites of an area were appended as
 */
export function readSites(bytes: Uint8Array): SitesOfArea {
  const points: PointSite[] = [];
  const wide: WideSite[] = [];
  /** Of outlines by their digests. */
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
