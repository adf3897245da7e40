/** Shard: this process's part of a build that several machines share, `index` from 0. A single process is shard 0 of 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export const ALONE: Shard = { index: 0, of: 1 };

/** Whether a shard does the item at this position of a list. */
export const fallsTo = ({ index, of }: Shard, place: number): boolean => place % of === index;

/** For file names: `3-of-16`. */
export const shardName = ({ index, of }: Shard): string => `${index}-of-${of}`;
