/** Decodes the blobs of an OSM PBF file (osmformat.proto), and passes nodes in columns, ways and relations to handlers. */
import type { PbfReader } from 'pbf';
import { BadInput } from '../../base/failures/bad-input.ts';
import type { Tags } from '../../base/records.ts';
import type { RelationMember } from '../features.ts';

export interface NodeBatch {
  readonly ids: Float64Array;
  /** Longitudes in 1e-7 degrees of WGS84. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
}

/** Handlers are called in file order; kinds without a handler are skipped undecoded. */
export interface ElementHandlers {
  readonly kind?: (kind: number) => void;
  readonly nodes?: (batch: NodeBatch) => void;
  /** Nodes with such a key also come individually, after their batch. */
  readonly nodeKeys?: ReadonlySet<string>;
  readonly taggedNode?: (id: number, tags: Tags, lon: number, lat: number) => void;
  readonly way?: (id: number, nodeIds: readonly number[], tags: Tags) => void;
  readonly relation?: (id: number, members: readonly RelationMember[], tags: Tags) => void;
}

const NANODEGREES_IN_UNIT = 100;
const MAX_LON = 1_800_000_000;
const MAX_LAT = 900_000_000;
const MEMBER_TYPES = ['node', 'way', 'relation'] as const;
const KIND_OF_FIELD: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 1, 4: 2 };

/** @throws BadInput for nodes that are not dense; Error for a damaged block */
export function readPrimitiveBlock(file: string, pbf: PbfReader, handlers: ElementHandlers): void {
  const block = new Block(pbf);
  for (const [start, end] of block.groups) {
    pbf.pos = start;
    pbf.readFields(
      (field) => {
        const kind = KIND_OF_FIELD[field];
        if (kind === undefined) return;
        handlers.kind?.(kind);
        if (field === 1) {
          const dense = file.replace(/(\.osm)?\.pbf$/, '.dense.osm.pbf');
          const advice = `Write it again: osmium cat ${file} -o ${dense}`;
          throw new BadInput(file, null, 'has nodes that are not dense', advice);
        }
        if (field === 2 && handlers.nodes) readDenseNodes(pbf, block, handlers);
        else if (field === 3 && handlers.way) readWay(pbf, block, handlers.way);
        else if (field === 4 && handlers.relation) readRelation(pbf, block, handlers.relation);
      },
      null,
      end,
    );
  }
}

class Block {
  readonly groups: [start: number, end: number][] = [];
  readonly #granularity: number;
  readonly #latOffset: number;
  readonly #lonOffset: number;
  readonly #stringBytes: Uint8Array[] = [];
  readonly #strings: string[] = [];
  static readonly #decoder = new TextDecoder();

  constructor(pbf: PbfReader) {
    let granularity = 100;
    let latOffset = 0;
    let lonOffset = 0;
    pbf.readFields((field) => {
      if (field === 1) {
        pbf.readMessage((inner) => {
          if (inner === 1) this.#stringBytes.push(pbf.readBytes());
        }, null);
      } else if (field === 2) {
        const end = pbf.readVarint() + pbf.pos;
        if (end > pbf.length) throw new RangeError('a group is cut off');
        this.groups.push([pbf.pos, end]);
        pbf.pos = end;
      } else if (field === 17) granularity = pbf.readVarint();
      else if (field === 19) latOffset = pbf.readVarint(true);
      else if (field === 20) lonOffset = pbf.readVarint(true);
    }, null);
    this.#granularity = granularity;
    this.#latOffset = latOffset;
    this.#lonOffset = lonOffset;
  }

  string(index: number): string {
    const known = this.#strings[index];
    if (known !== undefined) return known;
    const bytes = this.#stringBytes[index];
    if (!bytes) throw new RangeError(`string ${index} is missing`);
    const text = Block.#decoder.decode(bytes);
    this.#strings[index] = text;
    return text;
  }

  tags(keys: readonly number[], values: readonly number[]): Tags {
    const tags: Record<string, string> = {};
    for (let i = 0; i < keys.length; i++) tags[this.string(keys[i])] = this.string(values[i]);
    return tags;
  }

  indexesOf(texts: ReadonlySet<string> | undefined): Set<number> {
    const indexes = new Set<number>();
    for (const text of texts ?? []) {
      const wanted = Buffer.from(text);
      this.#stringBytes.forEach((bytes, index) => {
        if (bytes.length === wanted.length && wanted.equals(bytes)) indexes.add(index);
      });
    }
    return indexes;
  }

  lon(value: number): number {
    const lon = Math.round((this.#lonOffset + this.#granularity * value) / NANODEGREES_IN_UNIT);
    if (!(lon >= -MAX_LON && lon <= MAX_LON)) throw new RangeError('a node lies off the globe');
    return lon;
  }

  lat(value: number): number {
    const lat = Math.round((this.#latOffset + this.#granularity * value) / NANODEGREES_IN_UNIT);
    if (!(lat >= -MAX_LAT && lat <= MAX_LAT)) throw new RangeError('a node lies off the globe');
    return lat;
  }
}

function readDenseNodes(pbf: PbfReader, block: Block, handlers: ElementHandlers): void {
  const wanted = block.indexesOf(handlers.nodeKeys);
  const [ids, lats, lons, keysAndValues]: number[][] = [[], [], [], []];
  pbf.readMessage((field) => {
    if (field === 1) pbf.readPackedSVarint(ids);
    else if (field === 8) pbf.readPackedSVarint(lats);
    else if (field === 9) pbf.readPackedSVarint(lons);
    else if (field === 10 && wanted.size > 0) pbf.readPackedVarint(keysAndValues);
  }, null);
  if (lats.length !== ids.length || lons.length !== ids.length) {
    throw new RangeError('as many coordinates as nodes expected');
  }
  for (const deltas of [ids, lats, lons]) undoDeltas(deltas);
  const lon = Int32Array.from(lons, (value) => block.lon(value));
  const lat = Int32Array.from(lats, (value) => block.lat(value));
  handlers.nodes!({ ids: Float64Array.from(ids), lon, lat });
  // Keys and values of each node end with 0.
  for (let at = 0, node = 0; at < keysAndValues.length && node < ids.length; at++, node++) {
    const start = at;
    let isWanted = false;
    for (; keysAndValues[at] > 0; at += 2) isWanted ||= wanted.has(keysAndValues[at]);
    if (!isWanted) continue;
    const own = keysAndValues.slice(start, at);
    const [keys, values] = [0, 1].map((part) => own.filter((_, i) => i % 2 === part));
    handlers.taggedNode?.(ids[node], block.tags(keys, values), lon[node], lat[node]);
  }
}

function readWay(pbf: PbfReader, block: Block, handle: NonNullable<ElementHandlers['way']>): void {
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

function readRelation(pbf: PbfReader, block: Block, handle: NonNullable<ElementHandlers['relation']>): void {
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
    const type = MEMBER_TYPES[types[i]];
    if (!type) throw new RangeError(`relation ${id} has a member of an unknown type`);
    return { type, id: memberId, role: block.string(roles[i]) };
  });
  handle(id, members, block.tags(keys, values));
}

function undoDeltas(values: number[]): void {
  for (let i = 1; i < values.length; i++) values[i] += values[i - 1];
}
