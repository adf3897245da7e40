import { readZone } from '../../src/zone/read-zone.ts';

/** Closed, from its corners as WKT writes them. */
export function ringOf(corners: string): number[][] {
  const positions = corners.split(', ').map((corner) => corner.split(' ').map(Number));
  return [...positions, positions[0]];
}

/** GeoJSON text; rings may be invalid. */
export const polygon = (...rings: unknown[]): string =>
  JSON.stringify({ type: 'Polygon', coordinates: rings });

/** @throws Error where it is not rejected */
export function failureOf(text: string): { kind: string; message: string } {
  const read = readZone(text);
  if (read.ok || !('message' in read.failure)) throw new Error(`${text.slice(0, 200)} was read`);
  return read.failure;
}
