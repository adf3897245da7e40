/** The configured number format of a source. */

export const DECIMALS = ['.', ','] as const;
export const THOUSANDS = [',', '.', ' ', "'"] as const;

export type Decimal = (typeof DECIMALS)[number];
export type Thousands = (typeof THOUSANDS)[number];

/** As far as configured. */
export interface NumberFormat {
  readonly decimal?: Decimal | undefined;
  readonly thousands?: Thousands | undefined;
}
