/** Finds the areas whose boxes meet a box, by a grid of buckets. */
import type { BoundingBox } from '../../src/geo/positions.ts';
import { overlap } from './planar-area.ts';

const MAX_BUCKETS_A_SIDE = 2048;

export class AreaIndex {
  readonly #boxes: readonly BoundingBox[];
  readonly #buckets = new Map<number, number[]>();
  readonly #west: number;
  readonly #south: number;
  readonly #bucketSize: number;

  constructor(boxes: readonly BoundingBox[]) {
    this.#boxes = boxes;
    this.#west = boxes.reduce((west, box) => Math.min(west, box.west), Infinity);
    this.#south = boxes.reduce((south, box) => Math.min(south, box.south), Infinity);
    const east = boxes.reduce((east, box) => Math.max(east, box.east), -Infinity);
    const north = boxes.reduce((north, box) => Math.max(north, box.north), -Infinity);
    const sides = boxes
      .map((box) => Math.max(box.east - box.west, box.north - box.south))
      .sort((a, b) => a - b);
    const widest = Math.max(east - this.#west, north - this.#south);
    this.#bucketSize = Math.max(sides[sides.length >> 1] ?? 0, widest / MAX_BUCKETS_A_SIDE) || 1;
    for (const [index, box] of boxes.entries()) {
      for (const bucket of this.#bucketsOf(box)) {
        const list = this.#buckets.get(bucket);
        if (list) list.push(index);
        else this.#buckets.set(bucket, [index]);
      }
    }
  }

  /** Indexes of the boxes that meet `box`, ascending. */
  meeting(box: BoundingBox): number[] {
    const met = new Set<number>();
    for (const bucket of this.#bucketsOf(box)) {
      for (const index of this.#buckets.get(bucket) ?? []) {
        if (overlap(this.#boxes[index]!, box)) met.add(index);
      }
    }
    return [...met].sort((a, b) => a - b);
  }

  *#bucketsOf(box: BoundingBox): Generator<number> {
    if (this.#boxes.length === 0) return;
    const bucket = (value: number, from: number): number =>
      Math.min(MAX_BUCKETS_A_SIDE, Math.max(-1, Math.floor((value - from) / this.#bucketSize)));
    const lastX = bucket(box.east, this.#west);
    const lastY = bucket(box.north, this.#south);
    for (let x = bucket(box.west, this.#west); x <= lastX; x++) {
      for (let y = bucket(box.south, this.#south); y <= lastY; y++) yield x * (MAX_BUCKETS_A_SIDE + 2) + y;
    }
  }
}
