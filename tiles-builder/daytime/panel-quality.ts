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
  return {
    persons: sumOf(areas.map(({ persons }) => persons)),
    areas: lived.length,
    representation_by_density: representationByDensity(lived, allPersons / all),
    inhabitants_without_homes: sumOf(without.map(({ inhabitants }) => inhabitants)) / all,
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

export const qualityWarnings = (quality: PanelQuality): string[] =>
  quality.representation_by_density.every((share) => share === null || share >= LEAST_REPRESENTATION)
    ? []
    : [
        `homes of the panel lie otherwise than inhabitants of the census: they ${representation(quality)}, so that working counts rest on people who do not stand for all`,
      ];

const representation = ({ representation_by_density }: PanelQuality): string => {
  const shares = representation_by_density.map((share) => share?.toFixed(2) ?? 'unknown');
  return `are ${shares.join(', ')} of the mean per inhabitant where people live sparsely, in between, densely`;
};

export function describeQuality(quality: PanelQuality, persons_trimmed: number): string {
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  return [
    `in ${quality.areas} areas of 0.7 km², homes found ${representation(quality)}`,
    `${percent(quality.inhabitants_without_homes)} of the inhabitants live in areas without a home found`,
    `weights of ${percent(persons_trimmed / Math.max(1, quality.persons))} of the persons are trimmed`,
  ].join('; ');
}
