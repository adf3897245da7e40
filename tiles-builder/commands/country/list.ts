import type { CAC } from 'cac';
import { readCatalogue } from '../../country/catalogue.ts';
import { describeCatalogue } from '../../country/describe-catalogue.ts';
import type { Screen } from '../screen.ts';

/** `country -- list`: the sources of the catalogue. */
export function addListCountries(cli: CAC, { print }: Screen): void {
  cli
    .command('list', 'Say which countries have data of their own, and what all others are built from')
    .action((options: { readonly json?: boolean }) => {
      const rows = describeCatalogue(readCatalogue());
      print(options, { sources: rows }, [
        ...rows.map(
          ({ who, role, id, title, licence }) =>
            `${who}: ${title} (${licence})${role === 'census' ? `, --census ${id}` : ''}`,
        ),
        'Roads and buildings of all: OpenStreetMap by Geofabrik (Open Database License).',
        'npm run country -- NAME --dry-run says the bytes of each.',
      ]);
    });
}
