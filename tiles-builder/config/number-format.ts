/** How a configuration says that a source writes its numbers. */

export const DECIMALS = ['.', ','] as const;
export const THOUSANDS = [',', '.', ' ', "'"] as const;

export type Decimal = (typeof DECIMALS)[number];
export type Thousands = (typeof THOUSANDS)[number];

/** Signs of a source, as far as its configuration says. */
export interface NumberFormat {
  readonly decimal?: Decimal | undefined;
  readonly thousands?: Thousands | undefined;
}
