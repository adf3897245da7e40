/** Compares where a panel's homes are with where the census counts inhabitants, by area of 0.7 km², and warns of differences. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { Random } from '../base/numbers/random.ts';

/** Columns, by area. */
export interface HomesByArea {
  readonly persons: Float64Array;
  readonly millipersons: Float64Array;
}

/** Sums over all areas for the operator; no dataset contains them. */
export interface PanelQuality {
  /** Persons with a home inside the census. */
  readonly persons: number;
  readonly areas: number;
  /** Spearman's coefficient of homes found and inhabitants; `null` for fewer than ten areas. */
  readonly rank_correlation: number | null;
  /** That of a random sample of the census of as many persons. */
  readonly rank_correlation_of_random_sample: number | null;
  /**
   * Share of homes found over share of inhabitants, in areas with a third of the inhabitants each: sparse, middle, dense;
   * `null` without inhabitants there, or without homes.
   */
  readonly representation_by_density: readonly (number | null)[];
  /** Share of inhabitants in areas where no home is found. */
  readonly inhabitants_without_homes: number;
}

const LEAST_AREAS = 10;
const CLASSES_OF_DENSITY = 3;
const SEED = 1;

export function panelQuality(parts: readonly HomesByArea[]): PanelQuality {
  const areas = parts.flatMap(({ persons, millipersons }) =>
    Array.from(persons, (own, i) => ({ persons: own, inhabitants: millipersons[i] / MILLIPERSONS })),
  );
  const lived = areas.filter(({ inhabitants }) => inhabitants > 0);
  const persons = lived.map((area) => area.persons);
  const inhabitants = lived.map((area) => area.inhabitants);
  const [all, allPersons] = [sumOf(inhabitants), sumOf(persons)];
  const random = new Random(SEED);
  const sample = inhabitants.map((own) => poisson((own * allPersons) / all, random));
  const isEnough = lived.length >= LEAST_AREAS;
  return {
    persons: sumOf(areas.map((area) => area.persons)),
    areas: lived.length,
    rank_correlation: isEnough ? rankCorrelation(persons, inhabitants) : null,
    rank_correlation_of_random_sample: isEnough ? rankCorrelation(sample, inhabitants) : null,
    representation_by_density: representationByDensity(lived, allPersons / all),
    inhabitants_without_homes: sumOf(inhabitants.filter((_, i) => persons[i] === 0)) / all,
  };
}

function representationByDensity(
  areas: readonly { readonly persons: number; readonly inhabitants: number }[],
  mean: number,
): (number | null)[] {
  const classes = Array.from({ length: CLASSES_OF_DENSITY }, () => ({ persons: 0, inhabitants: 0 }));
  const all = sumOf(areas.map(({ inhabitants }) => inhabitants));
  let before = 0;
  for (const area of areas.toSorted((a, b) => a.inhabitants - b.inhabitants)) {
    const own = classes[Math.floor((CLASSES_OF_DENSITY * (before + area.inhabitants / 2)) / all)];
    own.persons += area.persons;
    own.inhabitants += area.inhabitants;
    before += area.inhabitants;
  }
  return classes.map(({ persons, inhabitants }) =>
    inhabitants > 0 && mean > 0 ? persons / inhabitants / mean : null,
  );
}

/** Computes Spearman's rank correlation with mean ranks of ties; it is 0 if all of one are equal. */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number {
  const [ranksX, ranksY] = [ranksOf(x), ranksOf(y)];
  const mean = (x.length + 1) / 2;
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, own, i) => sum + (own - mean) * (b[i] - mean), 0);
  const spread = Math.sqrt(product(ranksX, ranksX) * product(ranksY, ranksY));
  return spread === 0 ? 0 : product(ranksX, ranksY) / spread;
}

function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a] - values[b]);
  const ranks: number[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) ranks[order[i]] = (from + 1 + to) / 2;
  }
  return ranks;
}

/** Draws by Knuth's method for small means, else a rounded normal number. */
function poisson(mean: number, random: Random): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
  const least = Math.exp(-mean);
  let drawn = 0;
  for (let product = random.unit(); product > least; product *= random.unit()) drawn++;
  return drawn;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Least rank correlation, as a share of a random sample's: studies of millions of phones publish 0.6 at most. */
const LEAST_OF_RANDOM = 0.6;

export function qualityWarnings({
  rank_correlation: found,
  rank_correlation_of_random_sample: random,
}: PanelQuality): string[] {
  if (found === null || random === null || found >= LEAST_OF_RANDOM * random) return [];
  return [
    `homes of the panel lie otherwise than inhabitants of the census (rank correlation ${found.toFixed(2)}, of a random sample of as many persons ${random.toFixed(2)}): working counts rest on people who do not stand for all`,
  ];
}

export function describeQuality(quality: PanelQuality, persons_trimmed: number): string {
  const { areas, rank_correlation: found, rank_correlation_of_random_sample: random } = quality;
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  const [sparse, middle, dense] = quality.representation_by_density.map(
    (share) => share?.toFixed(2) ?? 'unknown',
  );
  const trimmed = `weights of ${percent(persons_trimmed / Math.max(1, quality.persons))} of the persons are trimmed`;
  if (found === null || random === null)
    return `${areas} areas of 0.7 km² are too few to compare homes with the census; ${trimmed}`;
  return [
    `homes found and inhabitants of ${areas} areas of 0.7 km² have rank correlation ${found.toFixed(2)} (a random sample: ${random.toFixed(2)})`,
    `homes per inhabitant are ${sparse}, ${middle}, ${dense} of the mean where people live sparsely, in between, densely`,
    `${percent(quality.inhabitants_without_homes)} of the inhabitants live in areas without a home found`,
    trimmed,
  ].join('; ');
}
