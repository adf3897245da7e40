/**
 * Stores node locations on disk, delta-encoded in sorted blocks, found by binary search; a cache of blocks evicts by the clock
 * algorithm.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PbfReader, PbfWriter } from 'pbf';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import { type LineNodes, NO_NODE, NOWHERE } from '../features.ts';
import { rankOf } from './element-order.ts';
import type { NodeBatch } from './elements.ts';

const NODES_IN_BLOCK = 128;
const DECODED_NODE_BYTES = 16;
const DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024;
const WRITE_BYTES = 1024 * 1024;
/** At most 10 bytes a varint. */
const MAX_BLOCK_BYTES = NODES_IN_BLOCK * 3 * 10;

export class NodeStore {
  readonly #file: number;
  readonly #maxSlots: number;
  readonly #writer = new PbfWriter(new Uint8Array(WRITE_BYTES + MAX_BLOCK_BYTES));
  #writtenBytes = 0;
  #count = 0;
  #lastRank = 0;
  #lastLon = 0;
  #lastLat = 0;
  readonly #firstRanks = new GrowingArray(Float64Array);
  readonly #offsets = new GrowingArray(Float64Array);

  #slotOfBlock = new Int32Array(0);
  #blockOfSlot = new Int32Array(0);
  #wasUsed = new Uint8Array(0);
  #slots = 0;
  #hand = 0;
  #ranks = new Float64Array(0);
  #lon = new Int32Array(0);
  #lat = new Int32Array(0);
  #readBuffer = new Uint8Array(0);
  #lastBlock = 0;

  /** @param folder takes a file that is unlinked at once and vanishes with the process */
  constructor(folder: string, memory_bytes = DEFAULT_MEMORY_BYTES) {
    const path = join(folder, `.nodes-${randomBytes(6).toString('hex')}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    this.#maxSlots = Math.max(1, Math.floor(memory_bytes / (NODES_IN_BLOCK * DECODED_NODE_BYTES)));
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
    const blocks = this.#firstRanks.length;
    this.#offsets.push(this.#writtenBytes);
    const slots = Math.min(blocks, this.#maxSlots);
    this.#slotOfBlock = new Int32Array(blocks).fill(-1);
    this.#blockOfSlot = new Int32Array(slots).fill(-1);
    this.#wasUsed = new Uint8Array(slots);
    this.#ranks = new Float64Array(slots * NODES_IN_BLOCK);
    this.#lon = new Int32Array(slots * NODES_IN_BLOCK);
    this.#lat = new Int32Array(slots * NODES_IN_BLOCK);
    this.#readBuffer = new Uint8Array(MAX_BLOCK_BYTES);
  }

  /** Numbers in insertion order; NO_NODE and NOWHERE if unknown. */
  locate(nodeIds: readonly number[]): LineNodes {
    const nodes = new Uint32Array(nodeIds.length);
    const lon = new Int32Array(nodeIds.length);
    const lat = new Int32Array(nodeIds.length);
    for (let i = 0; i < nodeIds.length; i++) {
      const place = this.#placeOf(rankOf(nodeIds[i]));
      nodes[i] = place < 0 ? NO_NODE : this.#numberAt(place);
      lon[i] = place < 0 ? NOWHERE : this.#lon[place];
      lat[i] = place < 0 ? NOWHERE : this.#lat[place];
    }
    return { nodes, lon, lat };
  }

  numberOf(nodeId: number): number {
    const place = this.#placeOf(rankOf(nodeId));
    return place < 0 ? NO_NODE : this.#numberAt(place);
  }

  close(): void {
    closeSync(this.#file);
  }

  #placeOf(rank: number): number {
    const block = this.#blockOf(rank);
    if (block < 0) return -1;
    const start = this.#slotOf(block) * NODES_IN_BLOCK;
    const place = lastUpTo(this.#ranks, start, start + this.#nodesIn(block), rank);
    return this.#ranks[place] === rank ? place : -1;
  }

  #blockOf(rank: number): number {
    const firstRanks = this.#firstRanks.values;
    const blocks = this.#firstRanks.length;
    if (blocks === 0) return -1;
    const after = this.#lastBlock + 1;
    const isInLast = rank >= firstRanks[this.#lastBlock] && (after >= blocks || rank < firstRanks[after]);
    if (!isInLast) this.#lastBlock = Math.max(0, lastUpTo(firstRanks, 0, blocks, rank));
    return rank < firstRanks[this.#lastBlock] ? -1 : this.#lastBlock;
  }

  #numberAt(place: number): number {
    const slot = Math.floor(place / NODES_IN_BLOCK);
    return this.#blockOfSlot[slot] * NODES_IN_BLOCK + (place % NODES_IN_BLOCK);
  }

  #nodesIn(block: number): number {
    return Math.min(NODES_IN_BLOCK, this.#count - block * NODES_IN_BLOCK);
  }

  #slotOf(block: number): number {
    let slot = this.#slotOfBlock[block];
    if (slot < 0) {
      slot = this.#freeSlot();
      this.#decode(block, slot);
      this.#slotOfBlock[block] = slot;
      this.#blockOfSlot[slot] = block;
    }
    this.#wasUsed[slot] = 1;
    return slot;
  }

  #freeSlot(): number {
    if (this.#slots < this.#blockOfSlot.length) return this.#slots++;
    while (this.#wasUsed[this.#hand] === 1) {
      this.#wasUsed[this.#hand] = 0;
      this.#hand = (this.#hand + 1) % this.#slots;
    }
    const slot = this.#hand;
    this.#hand = (slot + 1) % this.#slots;
    this.#slotOfBlock[this.#blockOfSlot[slot]] = -1;
    return slot;
  }

  #decode(block: number, slot: number): void {
    const offset = this.#offsets.values[block];
    const bytes = this.#offsets.values[block + 1] - offset;
    const bytesRead = readSync(this.#file, this.#readBuffer, 0, bytes, offset);
    if (bytesRead < bytes) throw new Error(`node store: ${bytesRead} of ${bytes} bytes at ${offset}`);
    const reader = new PbfReader(this.#readBuffer);
    let rank = this.#firstRanks.values[block];
    let lon = 0;
    let lat = 0;
    const start = slot * NODES_IN_BLOCK;
    const end = start + this.#nodesIn(block);
    for (let place = start; place < end; place++) {
      rank += reader.readVarint();
      lon += reader.readSVarint();
      lat += reader.readSVarint();
      this.#ranks[place] = rank;
      this.#lon[place] = lon;
      this.#lat[place] = lat;
    }
  }

  #flush(): void {
    const { pos, buf } = this.#writer;
    for (let written = 0; written < pos; ) written += writeSync(this.#file, buf, written, pos - written);
    this.#writtenBytes += pos;
    this.#writer.pos = 0;
  }
}

function lastUpTo(values: Float64Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
