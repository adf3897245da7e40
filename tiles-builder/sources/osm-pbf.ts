/**
 * Elements of an OSM PBF file: dense and plain nodes, ways, relations, and the header.
 * Source: https://github.com/openstreetmap/OSM-binary (osmformat.proto)
 */
import type { PbfReader } from 'pbf';
import type { BoundingBox } from '../../src/geo/positions.ts';
import { BadInput } from '../bad-input.ts';
import type { Progress, Tags } from '../records.ts';
import { decoded, readPbfBlobs } from './pbf-blobs.ts';

/** What an OSM PBF file says about itself. */
export interface OsmPbfHeader {
  /** Degrees; `null` where the file names no bounding box. */
  readonly bounds: BoundingBox | null;
}

export interface RelationMember {
  readonly type: 'node' | 'way' | 'relation';
  readonly id: number;
  readonly role: string;
}

/** Called for each element; kinds without a handler are passed over undecoded. */
export interface ElementHandlers {
  /** `lon` and `lat` in 1e-7 degrees; `tags` is `null` where there are none. */
  readonly node?: (id: number, lon: number, lat: number, tags: Tags | null) => void;
  readonly way?: (id: number, nodeIds: readonly number[], tags: Tags) => void;
  readonly relation?: (id: number, members: readonly RelationMember[], tags: Tags) => void;
}

const SUPPORTED_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes']);
const NANODEGREES_IN_UNIT = 100;
const MEMBER_TYPES = ['node', 'way', 'relation'] as const;

/**
 * Reads a whole file once, blob by blob.
 * @param step name under which progress is told, in bytes of the file
 * @throws BadInput where the file is missing, truncated, damaged, or needs a feature that is not supported
 */
export async function readOsmPbf(
  file: string,
  handlers: ElementHandlers,
  progress: Progress,
  step: string,
): Promise<OsmPbfHeader> {
  let header: OsmPbfHeader = { bounds: null };
  for await (const { type, content, bytesRead, fileBytes } of readPbfBlobs(file)) {
    if (type === 'OSMHeader') header = decoded(file, 0, content, (pbf) => readHeaderBlock(file, pbf));
    else if (type === 'OSMData') {
      decoded(file, bytesRead, content, (pbf) => readPrimitiveBlock(pbf, handlers));
    }
    progress(step, bytesRead, fileBytes);
  }
  return header;
}

/**
 * Reads the header alone.
 * @throws BadInput
 */
export async function readOsmPbfHeader(file: string): Promise<OsmPbfHeader> {
  for await (const { content } of readPbfBlobs(file)) {
    return decoded(file, 0, content, (pbf) => readHeaderBlock(file, pbf));
  }
  throw new BadInput(file, null, 'is not an OSM PBF file');
}

function readHeaderBlock(file: string, pbf: PbfReader): OsmPbfHeader {
  let bounds: BoundingBox | null = null;
  pbf.readFields((field) => {
    if (field === 1) bounds = readBounds(pbf);
    else if (field === 4) {
      const feature = pbf.readString();
      if (!SUPPORTED_FEATURES.has(feature))
        throw new BadInput(file, null, `needs the feature ${feature}, which is not supported`);
    } else if (field === 5 && pbf.readString() === 'LocationsOnWays') {
      throw new BadInput(file, null, 'keeps locations on ways (LocationsOnWays), which is not supported');
    }
  }, null);
  return { bounds };
}

function readBounds(pbf: PbfReader): BoundingBox {
  const nanodegrees = { west: 0, east: 0, north: 0, south: 0 };
  const sides = ['west', 'east', 'north', 'south'] as const;
  pbf.readMessage((field) => {
    const side = sides[field - 1];
    if (side) nanodegrees[side] = pbf.readSVarint();
  }, null);
  const { west, east, north, south } = nanodegrees;
  return { west: west / 1e9, south: south / 1e9, east: east / 1e9, north: north / 1e9 };
}

/** What the elements of one block share. */
class BlockContext {
  granularity = 100;
  latOffset = 0;
  lonOffset = 0;
  readonly stringBytes: Uint8Array[] = [];
  readonly #strings: string[] = [];
  static readonly #decoder = new TextDecoder();

  string(index: number): string {
    const known = this.#strings[index];
    if (known !== undefined) return known;
    const bytes = this.stringBytes[index];
    if (!bytes) throw new RangeError(`string ${index} is missing`);
    const text = BlockContext.#decoder.decode(bytes);
    this.#strings[index] = text;
    return text;
  }

  tags(keys: readonly number[], values: readonly number[]): Tags {
    const tags: Record<string, string> = {};
    for (let i = 0; i < keys.length; i++) tags[this.string(keys[i]!)] = this.string(values[i]!);
    return tags;
  }

  lon(value: number): number {
    return Math.round((this.lonOffset + this.granularity * value) / NANODEGREES_IN_UNIT);
  }

  lat(value: number): number {
    return Math.round((this.latOffset + this.granularity * value) / NANODEGREES_IN_UNIT);
  }
}

function readPrimitiveBlock(pbf: PbfReader, handlers: ElementHandlers): void {
  const block = new BlockContext();
  const groups: [start: number, end: number][] = [];
  pbf.readFields((field) => {
    if (field === 1) {
      pbf.readMessage((inner) => {
        if (inner === 1) block.stringBytes.push(pbf.readBytes());
      }, null);
    } else if (field === 2) {
      const end = pbf.readVarint() + pbf.pos;
      if (end > pbf.length) throw new RangeError('a group is cut off');
      groups.push([pbf.pos, end]);
      pbf.pos = end;
    } else if (field === 17) block.granularity = pbf.readVarint();
    else if (field === 19) block.latOffset = pbf.readVarint(true);
    else if (field === 20) block.lonOffset = pbf.readVarint(true);
  }, null);
  for (const [start, end] of groups) {
    pbf.pos = start;
    pbf.readFields(
      (field) => {
        if (field === 1 && handlers.node) readNode(pbf, block, handlers.node);
        else if (field === 2 && handlers.node) readDenseNodes(pbf, block, handlers.node);
        else if (field === 3 && handlers.way) readWay(pbf, block, handlers.way);
        else if (field === 4 && handlers.relation) readRelation(pbf, block, handlers.relation);
      },
      null,
      end,
    );
  }
}

function readNode(pbf: PbfReader, block: BlockContext, handle: NonNullable<ElementHandlers['node']>): void {
  let id = 0;
  let lat = 0;
  let lon = 0;
  const keys: number[] = [];
  const values: number[] = [];
  pbf.readMessage((field) => {
    if (field === 1) id = pbf.readSVarint();
    else if (field === 2) pbf.readPackedVarint(keys);
    else if (field === 3) pbf.readPackedVarint(values);
    else if (field === 8) lat = pbf.readSVarint();
    else if (field === 9) lon = pbf.readSVarint();
  }, null);
  handle(id, block.lon(lon), block.lat(lat), keys.length > 0 ? block.tags(keys, values) : null);
}

function readDenseNodes(
  pbf: PbfReader,
  block: BlockContext,
  handle: NonNullable<ElementHandlers['node']>,
): void {
  const ids: number[] = [];
  const lats: number[] = [];
  const lons: number[] = [];
  const keysAndValues: number[] = [];
  pbf.readMessage((field) => {
    if (field === 1) pbf.readPackedSVarint(ids);
    else if (field === 8) pbf.readPackedSVarint(lats);
    else if (field === 9) pbf.readPackedSVarint(lons);
    else if (field === 10) pbf.readPackedVarint(keysAndValues);
  }, null);
  if (lats.length !== ids.length || lons.length !== ids.length) {
    throw new RangeError('as many coordinates as nodes expected');
  }
  let id = 0;
  let lat = 0;
  let lon = 0;
  let next = 0;
  for (let i = 0; i < ids.length; i++) {
    id += ids[i]!;
    lat += lats[i]!;
    lon += lons[i]!;
    let tags: Record<string, string> | null = null;
    while (next < keysAndValues.length && keysAndValues[next] !== 0) {
      tags ??= {};
      tags[block.string(keysAndValues[next]!)] = block.string(keysAndValues[next + 1]!);
      next += 2;
    }
    next++;
    handle(id, block.lon(lon), block.lat(lat), tags);
  }
}

function readWay(pbf: PbfReader, block: BlockContext, handle: NonNullable<ElementHandlers['way']>): void {
  let id = 0;
  const keys: number[] = [];
  const values: number[] = [];
  const nodeIds: number[] = [];
  pbf.readMessage((field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 2) pbf.readPackedVarint(keys);
    else if (field === 3) pbf.readPackedVarint(values);
    else if (field === 8) pbf.readPackedSVarint(nodeIds);
  }, null);
  undoDeltas(nodeIds);
  handle(id, nodeIds, block.tags(keys, values));
}

function readRelation(
  pbf: PbfReader,
  block: BlockContext,
  handle: NonNullable<ElementHandlers['relation']>,
): void {
  let id = 0;
  const keys: number[] = [];
  const values: number[] = [];
  const roles: number[] = [];
  const memberIds: number[] = [];
  const types: number[] = [];
  pbf.readMessage((field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 2) pbf.readPackedVarint(keys);
    else if (field === 3) pbf.readPackedVarint(values);
    else if (field === 8) pbf.readPackedVarint(roles);
    else if (field === 9) pbf.readPackedSVarint(memberIds);
    else if (field === 10) pbf.readPackedVarint(types);
  }, null);
  undoDeltas(memberIds);
  const members = memberIds.map((memberId, i) => {
    const type = MEMBER_TYPES[types[i]!];
    if (!type) throw new RangeError(`relation ${id} has a member of an unknown type`);
    return { type, id: memberId, role: block.string(roles[i]!) };
  });
  handle(id, members, block.tags(keys, values));
}

function undoDeltas(values: number[]): void {
  for (let i = 1; i < values.length; i++) values[i]! += values[i - 1]!;
}
