/** Defines which decimal and thousands separators a configuration may name. */

export const DECIMALS = ['.', ','] as const;
export const THOUSANDS = [',', '.', ' ', "'"] as const;

export type Decimal = (typeof DECIMALS)[number];
export type Thousands = (typeof THOUSANDS)[number];

export interface NumberFormat {
  readonly decimal?: Decimal | undefined;
  readonly thousands?: Thousands | undefined;
}
