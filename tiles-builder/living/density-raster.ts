/** How much of something there is around a place: sums by square, spread by a Gaussian. */
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { METRES_PER_DEGREE } from '../geometry/planar-area.ts';

const FINEST_CELL_M = 25;
/** Wide regions get coarser cells, so that memory stays bounded. */
const MAX_CELLS = 8_000_000;
/** Beyond as many standard deviations a Gaussian is nothing. */
const KERNEL_REACH = 3;

export class DensityRaster {
  readonly #west: number;
  readonly #south: number;
  readonly #cell_m: number;
  readonly #metresPerLon: number;
  readonly #columns: number;
  readonly #rows: number;
  #sums: Float32Array;

  /** @param box all that is added lies in it */
  constructor(box: BoundingBox) {
    const middle = ((box.north + box.south) / 2) * (Math.PI / 180);
    this.#metresPerLon = METRES_PER_DEGREE * Math.cos(middle);
    const width_m = (box.east - box.west) * this.#metresPerLon;
    const height_m = (box.north - box.south) * METRES_PER_DEGREE;
    this.#cell_m = Math.max(
      FINEST_CELL_M,
      Math.sqrt((width_m * height_m) / MAX_CELLS),
      Math.max(width_m, height_m) / MAX_CELLS,
    );
    this.#west = box.west;
    this.#south = box.south;
    this.#columns = Math.floor(width_m / this.#cell_m) + 1;
    this.#rows = Math.floor(height_m / this.#cell_m) + 1;
    this.#sums = new Float32Array(this.#columns * this.#rows);
  }

  add(position: Position, amount: number): void {
    this.#sums[this.#cellOf(position)]! += amount;
  }

  /** Spreads what was added; to be called once. @param deviation_m standard deviation of the Gaussian */
  blur(deviation_m: number): this {
    const kernel = gaussian(deviation_m / this.#cell_m);
    const across = convolved(this.#sums, kernel, this.#rows, this.#columns, this.#columns, 1);
    this.#sums = convolved(across, kernel, this.#columns, this.#rows, 1, this.#columns);
    return this;
  }

  /** Amount a square metre. */
  at(position: Position): number {
    return this.#sums[this.#cellOf(position)]! / this.#cell_m ** 2;
  }

  #cellOf([lon, lat]: Position): number {
    const column = Math.floor(((lon - this.#west) * this.#metresPerLon) / this.#cell_m);
    const row = Math.floor(((lat - this.#south) * METRES_PER_DEGREE) / this.#cell_m);
    const within = (index: number, end: number): number => Math.min(end - 1, Math.max(0, index));
    return within(row, this.#rows) * this.#columns + within(column, this.#columns);
  }
}

/** The right half of a Gaussian, its middle first; both halves add up to 1. */
function gaussian(deviation: number): number[] {
  const reach = Math.max(1, Math.ceil(deviation * KERNEL_REACH));
  const half = Array.from({ length: reach + 1 }, (_, i) => Math.exp(-0.5 * (i / deviation) ** 2));
  const sum = half.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  return half.map((weight) => weight / sum);
}

/** Convolves each of `lines` lines of `length` values. */
function convolved(
  values: Float32Array,
  kernel: readonly number[],
  lines: number,
  length: number,
  lineStep: number,
  step: number,
): Float32Array {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line++) {
    const first = line * lineStep;
    for (let i = 0; i < length; i++) {
      const value = values[first + i * step]!;
      if (value === 0) continue;
      const last = Math.min(length - 1, i + kernel.length - 1);
      for (let to = Math.max(0, i - kernel.length + 1); to <= last; to++) {
        result[first + to * step]! += value * kernel[Math.abs(to - i)]!;
      }
    }
  }
  return result;
}
