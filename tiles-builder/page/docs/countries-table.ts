/** Writes a Markdown table of the sources in the catalogue of countries, for the documentation. */
import { readCatalogue, sourcesOf } from '../../country/catalogue.ts';
import { markdownTable } from './markdown-table.ts';

export function countriesTable(): string {
  const catalogue = readCatalogue();
  const table = markdownTable(
    ['country', 'for', 'source', 'licence', 'to be named', 'what its numbers leave out'],
    catalogue
      .flatMap(sourcesOf)
      .map(({ who, role, source: { id, title, read_in, licence, attribution, limits } }) => [
        who,
        role === 'census' ? `census \`${id}\`` : role,
        `[${title}](${read_in[0]})`,
        licence,
        attribution,
        limits,
      ]),
  );
  const others = catalogue.flatMap(({ not_downloaded }) =>
    not_downloaded.map(({ title, reason, page }) => `- [${title}](${page}): ${reason}`),
  );
  return `${table}\n\nNot downloaded:\n\n${others.join('\n')}`;
}
