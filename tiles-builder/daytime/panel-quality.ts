/** Compares where a panel's homes are with where the census counts inhabitants, by area of 0.7 km², and warns of differences. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';

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
  /**
   * Share of homes found over share of inhabitants, in areas with a third of the inhabitants each: sparse, middle, dense;
   * `null` without inhabitants there, or without homes.
   */
  readonly representation_by_density: readonly (number | null)[];
  /** Share of inhabitants in areas where no home is found. */
  readonly inhabitants_without_homes: number;
  /** The same share as a random sample of as many persons would have it. */
  readonly expected_without_homes: number;
}

const CLASSES_OF_DENSITY = 3;

export function panelQuality(parts: readonly HomesByArea[]): PanelQuality {
  const areas = parts.flatMap(({ persons, millipersons }) =>
    Array.from(persons, (own, i) => ({ persons: own, inhabitants: millipersons[i] / MILLIPERSONS })),
  );
  const lived = areas.filter(({ inhabitants }) => inhabitants > 0);
  const all = sumOf(lived.map(({ inhabitants }) => inhabitants));
  const allPersons = sumOf(lived.map(({ persons }) => persons));
  const without = lived.filter(({ persons }) => persons === 0);
  // By Poisson's distribution, a random sample finds no home in an area with this probability.
  const unseen = lived.map(({ inhabitants: own }) => own * Math.exp((-own * allPersons) / all));
  return {
    persons: sumOf(areas.map(({ persons }) => persons)),
    areas: lived.length,
    representation_by_density: representationByDensity(lived, allPersons / all),
    inhabitants_without_homes: sumOf(without.map(({ inhabitants }) => inhabitants)) / all,
    expected_without_homes: sumOf(unseen) / all,
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

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Least homes per inhabitant of a third of the inhabitants, as a share of the mean. */
const LEAST_REPRESENTATION = 0.5;

/** Most inhabitants in areas without a home found, beyond those of a random sample, as a share of all. */
const MOST_WITHOUT_HOMES = 0.25;

export function qualityWarnings(quality: PanelQuality): string[] {
  const { representation_by_density, inhabitants_without_homes, expected_without_homes } = quality;
  const unlike = 'homes of the panel lie otherwise than inhabitants of the census';
  const so = 'so that working counts rest on people who do not stand for all';
  return [
    ...(representation_by_density.every((share) => share === null || share >= LEAST_REPRESENTATION)
      ? []
      : [`${unlike}: they ${representation(quality)}, ${so}`]),
    ...(inhabitants_without_homes > expected_without_homes + MOST_WITHOUT_HOMES
      ? [
          `${unlike}: ${percent(inhabitants_without_homes)} of these live in areas of 0.7 km² without a home found, where a random sample would leave out ${percent(expected_without_homes)}, ${so}`,
        ]
      : []),
  ];
}

const representation = ({ representation_by_density }: PanelQuality): string => {
  const shares = representation_by_density.map((share) => share?.toFixed(2) ?? 'unknown');
  return `are ${shares.join(', ')} of the mean per inhabitant where people live sparsely, in between, densely`;
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;

export function describeQuality(quality: PanelQuality, persons_trimmed: number): string {
  return [
    `in ${quality.areas} areas of 0.7 km², homes found ${representation(quality)}`,
    `${percent(quality.inhabitants_without_homes)} of the inhabitants live in areas without a home found`,
    `weights of ${percent(persons_trimmed / Math.max(1, quality.persons))} of the persons are trimmed`,
  ].join('; ');
}
