/** Keyed rounding of group figures, so that a figure hides whether one person more or less is behind it. */
import { createHmac } from 'node:crypto';

/** The rounding base in persons of mean weight, as in fixed random rounding to base 3 (FRR3, Statistics New Zealand). */
const BASE_PERSONS = 3;
/** A later version rounds to the base of the version before unless its own would be this many times larger or smaller. */
const MOST_DRIFT = 2;

/** Rounds a figure. The same name is always rounded by the same draw. */
export type RoundPeople = (people: number, name: string) => number;

/** @param meanWeight people that a person of the panel stands for */
export const roundingBase = (meanWeight: number, earlier_people?: number): number =>
  pinned(BASE_PERSONS * meanWeight, earlier_people);

/** The number of the version before, unless the number learnt now has drifted far from it. */
export const pinned = (learnt: number, earlier?: number): number =>
  earlier !== undefined && learnt <= MOST_DRIFT * earlier && earlier <= MOST_DRIFT * learnt
    ? earlier
    : learnt;

/**
 * Random rounding (Fellegi: Controlled random rounding, 1975) with one draw u for good for each name, by HMAC-SHA-256: the cell
 * keys of the Australian Bureau of Statistics (Fraser & Wooton 2005; Thompson, Broadfoot & Elazar 2013). The draw is subtracted
 * again after rounding (subtractive dither, Roberts 1962): a person of weight w shows with the same probability, w / base,
 * and the error is half a base at most, with the variance of base²/12 in place of base²/6 on average. Unbiased over keys.
 * @param base_people what figures are rounded to
 */
export const roundByKey =
  (secret: Uint8Array, base_people: number): RoundPeople =>
  (people, name) => {
    const draw = createHmac('sha256', secret).update(name).digest().readUInt32BE() / 2 ** 32;
    return base_people * Math.max(0, Math.round(people / base_people + draw) - draw);
  };

/** Variance of a rounded figure over keys, people squared. */
export const roundingVariance = (base_people: number): number => base_people ** 2 / 12;
