/** Sites of registers as they lie in the files of their areas. */
import type { PbfReader } from 'pbf';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { boundingBoxOf } from '../../src/geo/positions.ts';
import { Records, RecordWriter } from '../areas/area-records.ts';
import type { AreaSpill } from '../areas/area-spill.ts';
import { areaAt, areasNearBox } from '../areas/areas.ts';
import {
  CORNER_UNITS,
  cornerUnits,
  FootprintList,
  type Footprints,
  readPolygons,
  writePolygons,
} from '../geometry/footprints.ts';

/** How many people a site has, as its register says. */
export interface ListedPeople {
  /** Number of its band among those of all registers; `null` where the register gives the people themselves. */
  readonly band: number | null;
  /** 0 where there is a band. */
  readonly people: number;
  /** The share of them who are usually there. */
  readonly present: number;
  /** At most so many of them are counted; Infinity without a limit. */
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

/** A site at one place. */
export interface PointSite extends Site {
  readonly position: Position;
}

/** A site that is spread over an area. */
export interface WideSite extends Site {
  /** Its number among all wide sites, in no promised order. */
  readonly number: number;
  /** In the list of outlines. */
  readonly outline: number;
}

export interface SitesOfArea {
  readonly points: readonly PointSite[];
  readonly wide: readonly WideSite[];
  readonly outlines: Footprints;
}

const writer = new RecordWriter();

/** Appends a site to the area that owns its place. */
export function spillPoint(spill: AreaSpill, site: PointSite): void {
  const [x, y] = site.position.map(cornerUnits);
  const record = writer.record(x, y, (pbf) => {
    pbf.writeBoolean(false);
    writeSite(pbf, site);
  });
  spill.append(areaAt(x / CORNER_UNITS, y / CORNER_UNITS), record);
}

/** Appends a site to all areas that it may reach into. */
export function spillWide(spill: AreaSpill, site: Site & { readonly number: number }, outline: Zone): void {
  const [x, y] = outline[0][0][0].map(cornerUnits);
  const record = writer.record(x, y, (pbf) => {
    pbf.writeBoolean(true);
    writePolygons(pbf, outline, [x, y]);
    writeSite(pbf, site);
    // Last, as it follows from the order of the file, and that of records must not.
    pbf.writeVarint(site.number);
  });
  for (const area of areasNearBox(boundingBoxOf(outline.flat()))) spill.append(area, record);
}

type PbfWriter = Parameters<Parameters<RecordWriter['record']>[2]>[0];

/** The name comes last: where a file gives none, it is a place in the order of the file. */
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

/** @param bytes what the sites of an area were appended as */
export function readSites(bytes: Uint8Array): SitesOfArea {
  const points: PointSite[] = [];
  const wide: WideSite[] = [];
  const outlines = new FootprintList();
  new Records(bytes).read((x, y, pbf) => {
    const isWide = pbf.readBoolean();
    if (isWide) readPolygons(pbf, [x, y], outlines);
    const site = readSite(pbf);
    if (isWide) wide.push({ ...site, number: pbf.readVarint(), outline: wide.length });
    else points.push({ ...site, position: [x / CORNER_UNITS, y / CORNER_UNITS] });
  });
  return { points, wide, outlines: outlines.finish() };
}
