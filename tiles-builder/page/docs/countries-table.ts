/** Table of the catalogue's sources in Markdown. */
import { readCatalogue } from '../../country/catalogue.ts';
import { describeCatalogue } from '../../country/describe-catalogue.ts';
import { markdownTable } from './markdown-table.ts';

export const countriesTable = (): string =>
  markdownTable(
    ['country', 'for', 'source', 'licence', 'to be named', 'what its numbers leave out'],
    describeCatalogue(readCatalogue()).map(({ who, role, id, title, page, licence, attribution, limits }) => [
      who,
      role === 'census' ? `census \`${id}\`` : role,
      `[${title}](${page})`,
      licence,
      attribution,
      limits,
    ]),
  );
