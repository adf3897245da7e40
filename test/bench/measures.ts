import type { TileSource } from '../../src/storage/tile-source.ts';

export const READ_MS = 40;

const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

export const median = (values: readonly number[]): number => sorted(values)[values.length >> 1];

export const percentile95 = (values: readonly number[]): number =>
  sorted(values)[Math.ceil(0.95 * values.length) - 1];

/** Delays reads by READ_MS. */
export const slowed = (source: TileSource): TileSource => ({
  async read(key) {
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    return source.read(key);
  },
});
