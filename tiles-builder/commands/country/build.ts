import { dirname, join, relative, resolve } from 'node:path';
import type { CAC } from 'cac';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { acquireLock } from '../../base/files/file-lock.ts';
import { hashOfModule } from '../../base/files/hash-sources.ts';
import { readCatalogue } from '../../country/catalogue.ts';
import { megabytes } from '../../country/download.ts';
import { type FetchOptions, sizeOf } from '../../country/fetch-sources.ts';
import { type Country, findCountry, needsClickhouse } from '../../country/plan.ts';
import {
  addFootprints,
  fetchIndex,
  type Listed,
  listSources,
  makeOnce,
  prepareCountry,
} from '../../country/prepare-country.ts';
import { withEngine } from '../../daytime/open-sql-engine.ts';
import { openLocalKeys } from '../../publish/keys/key-stores.ts';
import { publishLocal } from '../../publish/publish-dataset.ts';
import { demoCredentials } from '../../simulate/demo/demo-credentials.ts';
import { DEFAULT_PORT } from '../../simulate/demo/free-port.ts';
import { runningService } from '../../simulate/demo/lock-demo.ts';
import { readConfig } from '../../sources/config/config.ts';
import { SEVERAL } from '../run-command.ts';
import type { Screen } from '../screen.ts';
import { buildInProcesses } from '../tiles/build-in-processes.ts';
import { describeBuild } from '../tiles/describe-build.ts';
import { fetchOptions, projectFolder, type SourceOptions, takesSources } from './source-options.ts';

interface Options extends SourceOptions {
  readonly only: readonly string[];
  readonly census?: string;
  readonly footprints?: boolean;
  readonly dryRun?: boolean;
}

/** `country -- NAME`: downloads, builds, verifies and publishes a country to the local bucket. */
export function addBuildCountry(cli: CAC, screen: Screen): void {
  takesSources(
    cli.command('<name>', 'Build a country, by its English name or ISO 3166 code, into the local bucket'),
  )
    .option(
      '--only <part>',
      'A part of the country for which Geofabrik has an extract; of several, each becomes a region',
      SEVERAL,
    )
    .option('--census <id>', 'Another census than the first that list shows')
    .option('--footprints', 'Buildings seen from the air in place of OpenStreetMap’s, where it has few')
    .option(
      '--from <folder>',
      'Take files from here that have been downloaded already, under their publishers’ names',
    )
    .option('--update', 'Take what publishers have now, in place of what the country was built from')
    .option('--dry-run', 'Only say what would be downloaded, from where, under which licence')
    .example('npm run country -- malta')
    .example('npm run country -- france --only bretagne --only pays-de-la-loire')
    .action(async (name: string, options: Options) => {
      const census = options.census ?? null;
      const parts = options.only.length > 0 ? options.only : [null];
      const catalogue = readCatalogue();
      const countries = parts.map((only) => {
        const country = findCountry(name, catalogue, {
          only,
          census,
          footprints: options.footprints === true,
        });
        // Extracts overlap, and workers of one place in two regions' groups may tell of single persons.
        return parts.length > 1 ? { ...country, workplaces: undefined, schools: undefined } : country;
      });
      // Where it is not installed, this says so before the first byte.
      if (!options.dryRun && countries.some(needsClickhouse)) await withEngine(undefined, async () => {});
      // Countries share downloads.
      const folder = resolve(options.folder);
      const lock = acquireLock(join(folder, 'lock'), { pid: process.pid });
      if (lock === null) throw new PlatformProblem(`another process builds a country in ${folder}`);
      try {
        for (const [i, country] of countries.entries()) {
          const asked = fetchOptions(options, country.slug, screen);
          const own = listSources(await fetchIndex(asked), country, parts[i]!);
          const listed = await addFootprints(own, country, asked);
          if (options.dryRun) await printPlan(country, listed, asked, options, screen);
          else await buildCountry(country, listed, dirname(asked.lockFile), asked, options, screen);
        }
      } finally {
        lock.release();
      }
    });
}

async function printPlan(
  country: Country,
  { sources }: Listed,
  asked: FetchOptions,
  options: Options,
  { print }: Screen,
): Promise<void> {
  const files = [];
  for (const source of sources) files.push({ ...source, ...(await sizeOf(source, asked)) });
  const missing = files.reduce((sum, { bytes, isHere }) => sum + (isHere ? 0 : (bytes ?? 0)), 0);
  print(options, { country, files }, [
    `${country.name} is built from:`,
    ...files.flatMap(({ title, address, licence, attribution, bytes, isHere }) => [
      `  ${title}: ${bytes === null ? 'of unknown size' : megabytes(bytes)}${isHere ? ', here already' : ''}`,
      `    ${address}`,
      `    ${licence}; to be named as “${attribution}”`,
    ]),
    `${megabytes(missing)} would be downloaded. ${country.census.title}: ${country.census.limits}`,
  ]);
}

async function buildCountry(
  country: Country,
  listed: Listed,
  folder: string,
  asked: FetchOptions,
  options: Options,
  { progress, endProgress, print }: Screen,
): Promise<void> {
  const { configFile, fingerprint, chief } = await prepareCountry(country, listed, folder, asked);
  const madeBy = `${fingerprint} ${hashOfModule(import.meta.url)}`;
  const dataset = await makeOnce(join(folder, 'dataset'), madeBy, async (out) => {
    const order = { config: readConfig(configFile), out, options: {} };
    const built = await buildInProcesses(order, progress);
    asked.say(describeBuild(built).slice(0, -1).join('\n'));
  });
  // Publishing verifies the dataset first.
  const { version } = await publishLocal(dataset, progress);
  const store = await openLocalKeys();
  const credentials = await demoCredentials(join(projectFolder, '.demo/key.json'), store).finally(() =>
    store.close(),
  );
  endProgress();
  const service = runningService() ?? `http://localhost:${DEFAULT_PORT}`;
  const calls = callsAt(service, chief.position, country.workplaces !== undefined);
  const { key, secret } = credentials;
  print(options, { version, chief, calls, folder }, [
    `${country.name} is in the local bucket as ${version}. Its files are in ${relative(process.cwd(), folder) || folder}.`,
    runningService() === null ? 'Serve it: npm start' : `It is served at ${service}.`,
    `Who lives around ${chief.name}, within ten minutes on foot and by car, and within half an hour by car:`,
    ...calls.map((call) => `  curl -u ${key}:${secret} '${call}&details=true'`),
    '“interval” holds the true number nine times out of ten.',
    `The map: ${service}/#${new URL(calls[1]).pathname}${new URL(calls[1]).search}&key=${key}:${secret}`,
    ...(country.workplaces === undefined
      ? [
          'workingcount answers 422 here: no register of workplaces is in the catalogue, or this is one of several parts.',
        ]
      : []),
    'An isochrone that reaches the edge of the roads is a lower bound, and its details say "cut".',
  ]);
}

function callsAt(service: string, [lon, lat]: readonly number[], isWorking: boolean): string[] {
  const at = (endpoint: string, travel: string, time: number): string =>
    `${service}/api/v1/${endpoint}?lon=${lon.toFixed(5)}&lat=${lat.toFixed(5)}&travel=${travel}&time=${time}`;
  return [
    at('livingcount', 'pedestrian', 600),
    at('livingcount', 'motorized', 600),
    isWorking ? at('workingcount', 'motorized', 600) : at('livingcount', 'motorized', 1_800),
  ];
}
