/** Table of the catalogue's sources in Markdown. */
import { readCatalogue } from '../../country/catalogue.ts';
import { describeCatalogue } from '../../country/describe-catalogue.ts';
import { markdownTable } from './markdown-table.ts';

export function countriesTable(): string {
  const catalogue = readCatalogue();
  const table = markdownTable(
    ['country', 'for', 'source', 'licence', 'to be named', 'what its numbers leave out'],
    describeCatalogue(catalogue).map(({ who, role, id, title, page, licence, attribution, limits }) => [
      who,
      role === 'census' ? `census \`${id}\`` : role,
      `[${title}](${page})`,
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
