/** Stores positions of nodes on disk, delta-encoded in sorted blocks, found by binary search and cached when decoded. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PbfReader, PbfWriter } from 'pbf';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import { type LineNodes, NO_NODE, NOWHERE } from '../features.ts';
import { rankOf } from './element-order.ts';
import type { NodeBatch } from './elements.ts';

const NODES_IN_BLOCK = 128;
/** Its nodes have 16 bytes each, and its arrays some 100. */
const DECODED_BLOCK_BYTES = NODES_IN_BLOCK * 16 + 300;
const DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024;
const WRITE_BYTES = 1024 * 1024;
/** A varint takes at most 10 bytes. */
const MAX_BLOCK_BYTES = NODES_IN_BLOCK * 3 * 10;

interface Block {
  readonly number: number;
  readonly ranks: Float64Array;
  readonly lon: Int32Array;
  readonly lat: Int32Array;
}

export class NodeStore {
  readonly #file: number;
  readonly #blocks: LRUCache<number, Block>;
  readonly #writer = new PbfWriter(new Uint8Array(WRITE_BYTES + MAX_BLOCK_BYTES));
  #writtenBytes = 0;
  #count = 0;
  #lastRank = 0;
  #lastLon = 0;
  #lastLat = 0;
  readonly #firstRanks = new GrowingArray(Float64Array);
  readonly #offsets = new GrowingArray(Float64Array);

  readonly #readBuffer = new Uint8Array(MAX_BLOCK_BYTES);
  /** Lookups of a way's nodes are mostly next to each other. */
  #latest: Block | null = null;

  /** @param folder takes a file that is unlinked at once and vanishes with the process */
  constructor(folder: string, memory_bytes = DEFAULT_MEMORY_BYTES) {
    const path = join(folder, `.nodes-${randomBytes(6).toString('hex')}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    this.#blocks = new LRUCache({ max: Math.max(1, Math.floor(memory_bytes / DECODED_BLOCK_BYTES)) });
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Ranks must ascend.
   * @throws ErrnoException for a full disk
   */
  add({ ids, lon, lat }: NodeBatch): void {
    const writer = this.#writer;
    for (let i = 0; i < ids.length; i++) {
      const rank = rankOf(ids[i]);
      if (this.#count % NODES_IN_BLOCK === 0) {
        if (writer.pos >= WRITE_BYTES) this.#flush();
        this.#firstRanks.push(rank);
        this.#offsets.push(this.#writtenBytes + writer.pos);
        this.#lastRank = rank;
        this.#lastLon = 0;
        this.#lastLat = 0;
      }
      writer.writeVarint(rank - this.#lastRank);
      writer.writeSVarint(lon[i] - this.#lastLon);
      writer.writeSVarint(lat[i] - this.#lastLat);
      this.#lastRank = rank;
      this.#lastLon = lon[i];
      this.#lastLat = lat[i];
      this.#count++;
    }
  }

  /** Ends additions, before the first lookup; later calls change nothing. */
  finish(): void {
    if (this.#offsets.length > this.#firstRanks.length) return;
    this.#flush();
    this.#offsets.push(this.#writtenBytes);
  }

  /** Numbers in insertion order; NO_NODE and NOWHERE if unknown. */
  locate(nodeIds: readonly number[]): LineNodes {
    const nodes = new Uint32Array(nodeIds.length);
    const lon = new Int32Array(nodeIds.length);
    const lat = new Int32Array(nodeIds.length);
    for (let i = 0; i < nodeIds.length; i++) {
      const rank = rankOf(nodeIds[i]);
      const block = this.#blockWith(rank);
      const place = block === null ? -1 : placeOf(block, rank);
      nodes[i] = place < 0 ? NO_NODE : block!.number * NODES_IN_BLOCK + place;
      lon[i] = place < 0 ? NOWHERE : block!.lon[place];
      lat[i] = place < 0 ? NOWHERE : block!.lat[place];
    }
    return { nodes, lon, lat };
  }

  numberOf(nodeId: number): number {
    return this.locate([nodeId]).nodes[0];
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Block in which a node of this rank would be; `null` before the first. */
  #blockWith(rank: number): Block | null {
    const latest = this.#latest;
    if (latest && rank >= latest.ranks[0] && rank <= latest.ranks[latest.ranks.length - 1]) return latest;
    const number = lastUpTo(this.#firstRanks.values, this.#firstRanks.length, rank);
    if (number < 0) return null;
    let block = this.#blocks.get(number);
    if (!block) {
      block = this.#decode(number);
      this.#blocks.set(number, block);
    }
    this.#latest = block;
    return block;
  }

  #decode(number: number): Block {
    const offset = this.#offsets.values[number];
    const bytes = this.#offsets.values[number + 1] - offset;
    const bytesRead = readSync(this.#file, this.#readBuffer, 0, bytes, offset);
    if (bytesRead < bytes) throw new Error(`node store: ${bytesRead} of ${bytes} bytes at ${offset}`);
    const reader = new PbfReader(this.#readBuffer);
    const count = Math.min(NODES_IN_BLOCK, this.#count - number * NODES_IN_BLOCK);
    const [ranks, lons, lats] = [new Float64Array(count), new Int32Array(count), new Int32Array(count)];
    let [rank, lon, lat] = [this.#firstRanks.values[number], 0, 0];
    for (let place = 0; place < count; place++) {
      ranks[place] = rank += reader.readVarint();
      lons[place] = lon += reader.readSVarint();
      lats[place] = lat += reader.readSVarint();
    }
    return { number, ranks, lon: lons, lat: lats };
  }

  #flush(): void {
    const { pos, buf } = this.#writer;
    for (let written = 0; written < pos; ) written += writeSync(this.#file, buf, written, pos - written);
    this.#writtenBytes += pos;
    this.#writer.pos = 0;
  }
}

/** Returns -1 if the block lacks the node. */
function placeOf({ ranks }: Block, rank: number): number {
  const place = lastUpTo(ranks, ranks.length, rank);
  return ranks[place] === rank ? place : -1;
}

function lastUpTo(values: Float64Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
