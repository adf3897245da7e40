import type { CAC } from 'cac';
import { BadInput } from '../../base/failures/bad-input.ts';
import { COUNTRIES, readCatalogue, sourcesOf } from '../../country/catalogue.ts';
import { megabytes, Unreachable } from '../../country/download.ts';
import { type FetchOptions, type Source, sizeOf } from '../../country/fetch-sources.ts';
import { findCountry, needsOf } from '../../country/plan.ts';
import { fetchIndex, listSources } from '../../country/prepare-country.ts';
import type { Screen } from '../screen.ts';
import { fetchOptions, type SourceOptions, takesSources } from './source-options.ts';

interface CountrySize {
  readonly name: string;
  /** Sum of what publishers say; `null` if one does not, or has no such file. */
  readonly bytes: number | null;
  /** Estimated processor time of a build. */
  readonly minutes: number | null;
}

/** `country -- list`: lists the sources of the catalogue, and how large each country is. */
export function addListCountries(cli: CAC, screen: Screen): void {
  takesSources(
    cli.command('list', 'Say which countries have data of their own, and what all others are built from'),
  )
    .option('--sizes', 'Ask publishers for the bytes of each country, and estimate the minutes of its build')
    .action(async (options: SourceOptions & { readonly sizes?: boolean }) => {
      const catalogue = readCatalogue();
      const rows = catalogue.flatMap(sourcesOf);
      const sizes = options.sizes
        ? await sizesOfCountries(catalogue, fetchOptions(options, null, screen))
        : [];
      screen.print(options, { sources: rows, countries: sizes }, [
        ...rows.map(
          ({ who, role, source: { id, title, licence } }) =>
            `${who}: ${title} (${licence})${role === 'census' ? `, --census ${id}` : ''}`,
        ),
        'Roads and buildings of all: OpenStreetMap by Geofabrik (Open Database License).',
        ...sizes.map(
          ({ name, bytes, minutes }) =>
            `${name}: ${bytes === null ? 'a file is missing, or of unknown size' : `${megabytes(bytes)}, ${minutes} min`}`,
        ),
        options.sizes
          ? 'Bytes are those that publishers state. Minutes of processor time are an estimate from them and from builds of 45 to 180 MB.'
          : '--sizes says the bytes and minutes of each country, and NAME --dry-run those of each file.',
      ]);
    });
}

/** Asks for the sizes of all countries with an extract, and once for files of several countries. */
async function sizesOfCountries(
  catalogue: ReturnType<typeof readCatalogue>,
  options: FetchOptions,
): Promise<CountrySize[]> {
  const index = await fetchIndex(options);
  const known = new Map<string, number | null>();
  const sizes: CountrySize[] = [];
  for (const [i, iso] of COUNTRIES.entries()) {
    options.progress('Ask for the sizes of files', i, COUNTRIES.length);
    const country = findCountry(iso, catalogue, { only: null, census: null });
    const sources = sourcesIfAny(() => listSources(index, country, null).sources);
    for (const source of sources) {
      if (!known.has(source.address)) known.set(source.address, await bytesOf(source, options));
    }
    if (sources.length === 0) continue;
    const [, extract, ...others] = sources.map(({ address }) => known.get(address) ?? Number.NaN);
    const bytes = others.reduce((sum, own) => sum + own, extract!);
    const isKnown = !Number.isNaN(bytes);
    sizes.push({
      name: country.name,
      bytes: isKnown ? bytes : null,
      minutes: isKnown ? needsOf(extract!, bytes).minutes : null,
    });
  }
  return sizes;
}

async function bytesOf(source: Source, options: FetchOptions): Promise<number | null> {
  try {
    return (await sizeOf(source, options)).bytes;
  } catch (cause) {
    if (cause instanceof Unreachable && cause.isGone) return null;
    throw cause;
  }
}

function sourcesIfAny(list: () => readonly Source[]): readonly Source[] {
  try {
    return list();
  } catch (cause) {
    if (cause instanceof BadInput) return [];
    throw cause;
  }
}
