import type { CAC } from 'cac';
import { EXIT } from '../../base/failures/problem.ts';
import { entriesFor, readCatalogue } from '../../country/catalogue.ts';
import { checkAddress, describeCheck, sourcesToCheck } from '../../country/check-addresses.ts';
import { findCountry } from '../../country/plan.ts';
import type { Screen } from '../screen.ts';
import { fetchOptions, type SourceOptions, takesSources } from './source-options.ts';

/** `country -- check`: asks for the headers of each address of the catalogue. */
export function addCheckCountry(cli: CAC, screen: Screen): void {
  takesSources(
    cli.command('check [name]', 'Ask publishers which files are there, moved or changed, without a download'),
  ).action(async (name: string | undefined, options: SourceOptions) => {
    const catalogue = readCatalogue();
    const iso = name === undefined ? null : findCountry(name, catalogue, { only: null, census: null }).iso;
    const entries = iso === null ? catalogue : entriesFor(iso, catalogue);
    const asked = fetchOptions(options, null, screen);
    const checks = [];
    for (const source of sourcesToCheck(entries, iso)) {
      screen.progress(`Ask ${new URL(source.address).hostname}`);
      checks.push(await checkAddress(source, asked));
    }
    screen.print(options, { checks }, [
      ...checks.map(describeCheck),
      'The tests of this project contact no publisher: addresses and layouts were read in documentation. Look at a first build with care.',
    ]);
    if (checks.some(({ state }) => state === 'gone')) process.exitCode = EXIT.platform;
  });
}
