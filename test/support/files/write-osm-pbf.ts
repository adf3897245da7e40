/** Source: https://github.com/openstreetmap/OSM-binary */
import { deflateSync, zstdCompressSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

export interface TestNode {
  readonly id: number;
  readonly lon: number;
  readonly lat: number;
  readonly tags?: Record<string, string>;
}
export interface TestWay {
  readonly id: number;
  readonly nodes: readonly number[];
  readonly tags?: Record<string, string>;
}
export interface TestRelation {
  readonly id: number;
  readonly members: readonly { type: 'node' | 'way' | 'relation'; id: number; role: string }[];
  readonly tags?: Record<string, string>;
}
export interface TestOsm {
  readonly nodes?: readonly TestNode[];
  readonly ways?: readonly TestWay[];
  readonly relations?: readonly TestRelation[];
}
export interface PbfOptions {
  /** Degrees. */
  readonly bounds?: readonly [number, number, number, number];
  readonly requiredFeatures?: readonly string[];
  readonly optionalFeatures?: readonly string[];
  readonly compression?: 'none' | 'zlib' | 'zstd' | 'lzma';
  readonly dense?: boolean;
  /** Nanodegrees in one step of a coordinate. */
  readonly granularity?: number;
  readonly lonOffset?: number;
}

const MEMBER_TYPES = ['node', 'way', 'relation'];

/** One header blob, and a data blob for each part. */
export function writeOsmPbf(osm: TestOsm | readonly TestOsm[], options: PbfOptions = {}): Uint8Array {
  return Buffer.concat([
    frame('OSMHeader', headerBlock(options), options),
    ...[osm].flat().map((part) => frame('OSMData', primitiveBlock(part, options), options)),
  ]);
}

function frame(type: string, content: Uint8Array, { compression = 'zlib' }: PbfOptions): Uint8Array {
  const blob = new PbfWriter();
  if (compression === 'none') blob.writeBytesField(1, content);
  else {
    blob.writeVarintField(2, content.length);
    if (compression === 'zlib') blob.writeBytesField(3, deflateSync(content));
    else if (compression === 'zstd') blob.writeBytesField(7, zstdCompressSync(content));
    else blob.writeBytesField(4, content);
  }
  const data = blob.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, data.length);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  return Buffer.concat([length, headerBytes, data]);
}

function headerBlock(options: PbfOptions): Uint8Array {
  const pbf = new PbfWriter();
  if (options.bounds) {
    const [west, south, east, north] = options.bounds;
    pbf.writeMessage(
      1,
      (sides: readonly number[], inner) => {
        sides.forEach((side, index) => {
          inner.writeSVarintField(index + 1, Math.round(side * 1e9));
        });
      },
      [west, east, north, south],
    );
  }
  for (const feature of options.requiredFeatures ?? ['OsmSchema-V0.6', 'DenseNodes']) {
    pbf.writeStringField(4, feature);
  }
  for (const feature of options.optionalFeatures ?? []) pbf.writeStringField(5, feature);
  return pbf.finish();
}

function primitiveBlock(osm: TestOsm, options: PbfOptions): Uint8Array {
  const { granularity = 100, lonOffset = 0, dense = true } = options;
  const strings = [''];
  const stringIndex = (text: string): number => {
    const known = strings.indexOf(text);
    return known > 0 ? known : strings.push(text) - 1;
  };
  const steps = (degrees: number, offset: number): number =>
    Math.round((degrees * 1e9 - offset) / granularity);
  const lonOf = (node: TestNode): number => steps(node.lon, lonOffset);
  const latOf = (node: TestNode): number => steps(node.lat, 0);
  const group = new PbfWriter();
  const writeTags = (pbf: PbfWriter, tags: Record<string, string> = {}): void => {
    pbf.writePackedVarint(2, Object.keys(tags).map(stringIndex));
    pbf.writePackedVarint(3, Object.values(tags).map(stringIndex));
  };
  const nodes = osm.nodes ?? [];
  if (dense && nodes.length > 0) {
    const writeDense = (_: null, pbf: PbfWriter): void => {
      pbf.writePackedSVarint(1, deltas(nodes.map((node) => node.id)));
      pbf.writePackedSVarint(8, deltas(nodes.map(latOf)));
      pbf.writePackedSVarint(9, deltas(nodes.map(lonOf)));
      const keysAndValues = nodes.flatMap((node) => [
        ...Object.entries(node.tags ?? {}).flatMap((tag) => tag.map(stringIndex)),
        0,
      ]);
      if (nodes.some((node) => node.tags)) pbf.writePackedVarint(10, keysAndValues);
    };
    group.writeMessage(2, writeDense, null);
  } else {
    for (const node of nodes) {
      const writeNode = (_: null, pbf: PbfWriter): void => {
        pbf.writeSVarintField(1, node.id);
        writeTags(pbf, node.tags);
        pbf.writeSVarintField(8, latOf(node));
        pbf.writeSVarintField(9, lonOf(node));
      };
      group.writeMessage(1, writeNode, null);
    }
  }
  for (const way of osm.ways ?? []) {
    const writeWay = (_: null, pbf: PbfWriter): void => {
      pbf.writeVarintField(1, way.id);
      writeTags(pbf, way.tags);
      pbf.writePackedSVarint(8, deltas(way.nodes));
    };
    group.writeMessage(3, writeWay, null);
  }
  for (const relation of osm.relations ?? []) {
    const { members } = relation;
    const writeRelation = (_: null, pbf: PbfWriter): void => {
      pbf.writeVarintField(1, relation.id);
      writeTags(pbf, relation.tags);
      pbf.writePackedVarint(
        8,
        members.map((member) => stringIndex(member.role)),
      );
      pbf.writePackedSVarint(9, deltas(members.map((member) => member.id)));
      pbf.writePackedVarint(
        10,
        members.map((member) => MEMBER_TYPES.indexOf(member.type)),
      );
    };
    group.writeMessage(4, writeRelation, null);
  }
  const groupBytes = group.finish();
  const block = new PbfWriter();
  const writeStrings = (_: null, pbf: PbfWriter): void => {
    for (const text of strings) pbf.writeBytesField(1, Buffer.from(text));
  };
  block.writeMessage(1, writeStrings, null);
  block.writeBytesField(2, groupBytes);
  block.writeVarintField(17, granularity);
  block.writeVarintField(20, lonOffset);
  return block.finish();
}

const deltas = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (index === 0 ? 0 : values[index - 1]));
