/**
 * Writes what logs may contain of a failure: kind and part, but no tile names, as these are places. Defects also have message
 * and stack, where words that contain digits are masked.
 */
import { DamagedTile } from '../format/envelope.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';

export function traceOf(cause: unknown): string {
  if (cause instanceof DamagedTile) return `${cause.name}, ${cause.part}`;
  if (cause instanceof StorageUnavailable) return `${cause.name}, ${cause.part} ${cause.fault}`;
  return cause instanceof Error ? masked(cause.name) : 'unknown';
}

export function traceOfDefect(cause: Error): string[] {
  const frames = (cause.stack ?? '').split('\n').filter((line) => FRAME.test(line));
  return [`defect: ${traceOf(cause)}: ${masked(cause.message)}`, ...frames.map(maskedFrame)];
}

const FRAME = /^\s+at \S.*:\d+:\d+\)?$/;

/** Cells, coordinates, times and addresses contain digits. */
const masked = (text: string): string => text.replace(/\S*\d\S*/g, '#');

const maskedFrame = (frame: string): string =>
  frame.trim().replace(/^.*(?=:\d+:\d+\)?$)/, (place) => place.replace(/[\w.-]*\d[\w.-]*/g, '#'));
