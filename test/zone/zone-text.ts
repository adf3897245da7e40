import { readZone } from '../../src/zone/read-zone.ts';

/** GeoJSON text; rings may be invalid. */
export const polygon = (...rings: unknown[]): string =>
  JSON.stringify({ type: 'Polygon', coordinates: rings });

/** @throws Error where it is not rejected */
export function failureOf(text: string): { kind: string; message: string } {
  const read = readZone(text);
  if (read.ok || !('message' in read.failure)) throw new Error(`${text.slice(0, 200)} was read`);
  return read.failure;
}
