import { createHash } from 'node:crypto';

/** Hashes plain data, numbers to six decimals. */
export function fingerprintOf(data: unknown): string {
  const text = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'number'
      ? Number(value.toFixed(6)) + 0
      : ArrayBuffer.isView(value)
        ? [...(value as Float64Array)].map((number) => number.toFixed(6))
        : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
