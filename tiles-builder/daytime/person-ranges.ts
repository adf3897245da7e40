/** Divides 64-bit hashes of persons into equal ranges, both ends included, so that an SQL statement runs on few at once. */
import type { SqlParameters } from './sql-engine.ts';

/**
 * @param rows of all persons
 * @param rowsAtOnce of one range, about
 */
export function personRanges(rows: number, rowsAtOnce: number): SqlParameters[] {
  const ranges = BigInt(Math.max(1, Math.ceil(rows / rowsAtOnce)));
  return Array.from({ length: Number(ranges) }, (_, i) => ({
    first_person: String((BigInt(i) << 64n) / ranges),
    last_person: String((BigInt(i + 1) << 64n) / ranges - 1n),
  }));
}
