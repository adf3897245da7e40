/** A shard: this process's part of a build that several machines share, `index` from 0. A single process is shard 0 of 1. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

export const ALONE: Share = { index: 0, of: 1 };

/** Whether a shard does the item at this position of a list. */
export const fallsTo = ({ index, of }: Share, place: number): boolean => place % of === index;

/** For file names: `3-of-16`. */
export const shareName = ({ index, of }: Share): string => `${index}-of-${of}`;
