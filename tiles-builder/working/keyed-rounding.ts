/** Keyed rounding of group figures, against differencing by one person. */
import { createHmac } from 'node:crypto';

/** The rounding base in persons of mean weight, as in fixed random rounding to base 3 (FRR3, Statistics New Zealand). */
const BASE_PERSONS = 3;
/** A later version keeps the base of the version before unless its own is this many times larger or smaller. */
const MOST_DRIFT = 2;

/** Rounds the figure with a name: one draw for each name. */
export type RoundPeople = (people: number, name: string) => number;

/** @param meanWeight people that a person of the panel stands for */
export const roundingBase = (meanWeight: number, earlier_people?: number): number =>
  pinned(BASE_PERSONS * meanWeight, earlier_people);

/** The parameter of the version before, unless the one learnt now has drifted far from it. */
export const pinned = (learnt: number, earlier?: number): number =>
  earlier !== undefined && learnt <= MOST_DRIFT * earlier && earlier <= MOST_DRIFT * learnt
    ? earlier
    : learnt;

/**
 * Unbiased random rounding (Fellegi: Controlled random rounding, 1975) with one HMAC-SHA-256 draw for each name: the cell keys of
 * the Australian Bureau of Statistics (Fraser & Wooton 2005; Thompson, Broadfoot & Elazar 2013). The draw is subtracted again
 * (subtractive dither, Roberts 1962), which halves the variance to base²/12; a person of weight w shows with probability w / base.
 */
export const roundByKey =
  (secret: Uint8Array, base_people: number): RoundPeople =>
  (people, name) => {
    const draw = createHmac('sha256', secret).update(name).digest().readUInt32BE() / 2 ** 32;
    return base_people * Math.max(0, Math.round(people / base_people + draw) - draw);
  };

/** Variance of a rounded figure over keys, people squared. */
export const roundingVariance = (base_people: number): number => base_people ** 2 / 12;
