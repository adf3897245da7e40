/** Describes the catalogue's sources, for `list` and for the documentation's table. */
import { type CatalogueEntry, nameOfCountry } from './catalogue.ts';

export interface CatalogueRow {
  readonly who: string;
  readonly role: 'census' | 'workplaces' | 'schools';
  readonly id: string;
  readonly title: string;
  readonly vintage: number;
  readonly licence: string;
  readonly attribution: string;
  readonly limits: string;
  readonly page: string;
}

export const describeCatalogue = (catalogue: readonly CatalogueEntry[]): CatalogueRow[] =>
  catalogue.flatMap((entry) => {
    const { census, workplaces, schools } = entry;
    const roles = [
      ...census.map((source) => ({ role: 'census' as const, source })),
      ...(workplaces ? [{ role: 'workplaces' as const, source: workplaces }] : []),
      ...(schools ? [{ role: 'schools' as const, source: schools }] : []),
    ];
    return roles.map(({ role, source }) => ({
      who: describeCountries(entry.countries),
      role,
      id: source.id,
      title: source.title,
      vintage: source.vintage,
      licence: source.licence,
      attribution: source.attribution,
      limits: source.limits,
      page: source.read_in[0],
    }));
  });

const describeCountries = (countries: CatalogueEntry['countries']): string =>
  countries === 'all' ? 'any country' : countries.map(nameOfCountry).join(', ');
