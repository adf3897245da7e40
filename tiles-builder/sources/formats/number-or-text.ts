/** Returns a 64-bit integer of a feature's property as a number, or as text if a number would lose digits. */
export const numberOrText = (value: bigint): number | string =>
  BigInt(Number.MIN_SAFE_INTEGER) <= value && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : String(value);
