/** One of several processes that make one thing together, counted from 0. Whoever works alone is share 0 of 1. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

export const ALONE: Share = { index: 0, of: 1 };

/** Whether a share does what has this place in a list. */
export const fallsTo = ({ index, of }: Share, place: number): boolean => place % of === index;

/** For names of files: `3-of-16`. */
export const shareName = ({ index, of }: Share): string => `${index}-of-${of}`;
