/** Rounds figures of groups by a random dither keyed with HMAC-SHA-256, against differencing; unbiased from half a base on. */
import { createHmac } from 'node:crypto';

/** The base is this many persons of mean weight, as in fixed random rounding to base 3 (FRR3, Statistics New Zealand). */
const BASE_PERSONS = 3;
/** A version uses the base before again unless its own differs by this factor. */
const MOST_DRIFT = 2;

/** Rounds people; the same name always draws the same dither. */
export type RoundPeople = (people: number, name: string) => number;

/**
 * Returns the base in people by which figures are rounded.
 * @param meanWeight people for each person
 */
export const roundingBase = (meanWeight: number, earlier_people?: number): number =>
  pinned(BASE_PERSONS * meanWeight, earlier_people);

/** Returns the earlier version's value, unless the learnt one has drifted from it. */
export const pinned = (learnt: number, earlier?: number): number =>
  earlier !== undefined && learnt <= MOST_DRIFT * earlier && earlier <= MOST_DRIFT * learnt
    ? earlier
    : learnt;

/**
 * Random rounding, unbiased from half a base on (Fellegi, Controlled random rounding, 1975) by one HMAC-SHA-256 draw for each name, as cell keys
 * (Fraser & Wooton 2005; Thompson, Broadfoot & Elazar 2013). Subtractive dither (Roberts 1962) halves the variance to base²/12;
 * a person of weight w shows with probability w / base. 0 stays 0.
 */
export const roundByKey =
  (secret: Uint8Array, base_people: number): RoundPeople =>
  (people, name) => {
    if (people === 0) return 0;
    const draw = createHmac('sha256', secret).update(name).digest().readUInt32BE() / 2 ** 32;
    return base_people * Math.max(0, Math.round(people / base_people + draw) - draw);
  };

/** Returns the variance of a rounded figure over all keys, in people squared. */
export const roundingVariance = (base_people: number): number => base_people ** 2 / 12;
