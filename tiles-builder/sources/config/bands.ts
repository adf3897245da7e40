/**
 * Defines size classes (bands) of sites, and estimates their mean people by a power law, fitted by maximum likelihood to the
 * numbers of sites in neighbouring bands.
 */
import * as v from 'valibot';

const people = v.pipe(
  v.number('a number'),
  v.safeInteger('a whole number'),
  v.minValue(0, 'a number of at least 0'),
);

export const bandsSchema = v.union(
  [
    v.literal('sirene'),
    v.pipe(
      v.record(
        v.string(),
        v.pipe(
          v.tuple([people, v.nullable(people)]),
          v.check(([least, most]) => most === null || least <= most, 'least people before most'),
          v.check(([least, most]) => least > 0 || most === 0, 'a least of 1 person, or [0, 0]'),
        ),
      ),
      v.check((bands) => Object.keys(bands).length > 0, 'at least one band'),
    ),
  ],
  '"sirene", or an object with [least, most] by band',
);

/** Both bounds belong to the band; `null` means without a maximum. */
export type Band = readonly [least: number, most: number | null];

/** `trancheEffectifsEtablissement` of INSEE's register of establishments. */
const SIRENE: Readonly<Record<string, Band>> = {
  NN: [0, 0],
  '00': [0, 0],
  '01': [1, 2],
  '02': [3, 5],
  '03': [6, 9],
  '11': [10, 19],
  '12': [20, 49],
  '21': [50, 99],
  '22': [100, 199],
  '31': [200, 249],
  '32': [250, 499],
  '41': [500, 999],
  '42': [1_000, 1_999],
  '51': [2_000, 4_999],
  '52': [5_000, 9_999],
  '53': [10_000, null],
};

export const bandsOf = (bands: v.InferOutput<typeof bandsSchema>): Readonly<Record<string, Band>> =>
  bands === 'sirene' ? SIRENE : bands;

export interface BandEstimate {
  readonly least: number;
  readonly mean: number;
  /** Variance of one site's people. */
  readonly variance: number;
  /** Standard error of the mean, common to the band's sites. */
  readonly deviation: number;
}

const POWERS = Array.from({ length: 161 }, (_, i) => (i - 80) / 20);

/**
 * The standard error is the difference to one power law for all bands, or else the full width. A band without a maximum counts
 * its minimum.
 * @param sites number by band
 */
export function estimateBands(bands: readonly Band[], sites: readonly number[]): BandEstimate[] {
  const known = bands
    .flatMap(([least, most], band) =>
      most === null || most === 0 ? [] : [{ band, least, most, sites: sites[band] }],
    )
    .sort((a, b) => a.least - b.least);
  const overall = powerOf(known);
  return bands.map(([least, most], band): BandEstimate => {
    if (most === null) return { least, mean: least, variance: 0, deviation: least };
    if (most === least) return { least, mean: least, variance: 0, deviation: 0 };
    const place = known.findIndex((one) => one.band === band);
    const around = known.slice(Math.max(0, place - 1), place + 2);
    const own = momentsOf(known[place], powerOf(around));
    const isComparable = around.length < known.length && around.filter((one) => one.sites > 0).length > 1;
    const other = momentsOf(known[place], overall);
    const width = most - least + 1;
    return {
      least,
      ...own,
      deviation: isComparable ? Math.abs(own.mean - other.mean) : width / Math.sqrt(12),
    };
  });
}

const WIDE = 50;

interface Sizes {
  readonly least: number;
  readonly most: number;
  readonly sites: number;
}

/** Returns the exponent, 0 if it cannot be determined. */
function powerOf(bands: readonly Sizes[]): number {
  let best = { power: 0, likelihood: -Infinity };
  for (const power of [0, ...POWERS]) {
    const weights = bands.map((band) => sumOf(band, power));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const likelihood = bands.reduce((sum, { sites }, i) => sum + sites * Math.log(weights[i] / all), 0);
    if (likelihood > best.likelihood + 1e-9) best = { power, likelihood };
  }
  return best.power;
}

function momentsOf(band: Sizes, power: number): { mean: number; variance: number } {
  const weight = sumOf(band, power);
  const mean = sumOf(band, power - 1) / weight;
  return { mean, variance: Math.max(0, sumOf(band, power - 2) / weight - mean ** 2) };
}

/** Sum of size to the minus `power`; an integral for wide bands. */
function sumOf({ least, most }: Pick<Sizes, 'least' | 'most'>, power: number): number {
  if (most - least < WIDE) {
    let sum = 0;
    for (let size = Math.max(1, least); size <= most; size++) sum += size ** -power;
    return sum;
  }
  const [from, to] = [Math.max(0.5, least - 0.5), most + 0.5];
  if (Math.abs(power - 1) < 1e-9) return Math.log(to / from);
  return (to ** (1 - power) - from ** (1 - power)) / (1 - power);
}
