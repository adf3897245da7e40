/** As text where a number would lose digits. */
export const wholeNumber = (value: bigint): number | string =>
  BigInt(Number.MIN_SAFE_INTEGER) <= value && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : String(value);
