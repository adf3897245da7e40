/** Describes the catalogue's sources, for `list` and for the documentation's table. */
import { type CatalogueEntry, nameOfCountry, sourcesOf } from './catalogue.ts';

export interface CatalogueRow {
  readonly who: string;
  readonly role: 'census' | 'workplaces' | 'schools' | 'footprints';
  readonly id: string;
  readonly title: string;
  readonly vintage: number;
  readonly licence: string;
  readonly attribution: string;
  readonly limits: string;
  readonly page: string;
}

export const describeCatalogue = (catalogue: readonly CatalogueEntry[]): CatalogueRow[] =>
  catalogue.flatMap((entry) =>
    sourcesOf(entry).map(({ role, source }) => ({
      who: describeCountries(entry.countries),
      role,
      id: source.id,
      title: source.title,
      vintage: source.vintage,
      licence: source.licence,
      attribution: source.attribution,
      limits: source.limits,
      page: source.read_in[0],
    })),
  );

const describeCountries = (countries: CatalogueEntry['countries']): string =>
  countries === 'all' ? 'any country' : countries.map(nameOfCountry).join(', ');
