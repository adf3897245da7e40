/**
 * What a log may hold of a failure. Names of tiles are places and messages may hold what a caller sent, so that neither
 * is ever logged as it is.
 */
import { DamagedTile } from '../format/envelope.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';

/** The kind of a failure, and the kind of object that it is about. */
export function traceOf(cause: unknown): string {
  if (cause instanceof DamagedTile) return `${cause.name}, ${cause.part}`;
  if (cause instanceof StorageUnavailable) return `${cause.name}, ${cause.part} ${cause.fault}`;
  return cause instanceof Error ? masked(cause.name) : 'unknown';
}

/** A defect's message without the words that hold a digit, and the places in the code where it arose. */
export function traceOfDefect(cause: Error): string[] {
  const frames = (cause.stack ?? '').split('\n').filter((line) => FRAME.test(line));
  return [`defect: ${traceOf(cause)}: ${masked(cause.message)}`, ...frames.map(maskedFrame)];
}

const FRAME = /^\s+at \S.*:\d+:\d+\)?$/;

/** Cells, coordinates, times and addresses of tiles all hold digits. */
const masked = (text: string): string => text.replace(/\S*\d\S*/g, '#');

/** A frame keeps its line and column; what else in it holds digits is masked. */
const maskedFrame = (frame: string): string =>
  frame.trim().replace(/^.*(?=:\d+:\d+\)?$)/, (place) => place.replace(/[\w.-]*\d[\w.-]*/g, '#'));
