/** `npm run bench -- …`: seeded, warmed benchmarks against slower methods. */
import { wholeNumber } from '../../tiles-builder/commands/number-option.ts';
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { openScreen } from '../../tiles-builder/commands/screen.ts';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { readConfig } from '../../tiles-builder/config/config.ts';
import { didYouMean } from '../../tiles-builder/failures/nearest-name.ts';
import { EXIT } from '../../tiles-builder/failures/problem.ts';
import { cacheFolder } from '../support/project/cache-folder.ts';
import type { CacheState } from './cold.ts';
import { FULL_COUNT_TESTS, type FullCountName, runFullCounts } from './full-counts.ts';
import { isNationExtract, NATION_EXTRACTS } from './mosaic-files.ts';

const { progress, endProgress } = openScreen();
const cli = commandLine('npm run bench --');

cli
  .command('zone', 'Counts in circles and ragged zones of 1 to 10,000 km², beside the plain way with h3-js')
  .option('--short', 'Zones of 1 and 100 km² alone')
  .option('--json', 'Print one JSON object last')
  .action(async ({ short = false, json = false }: { short?: boolean; json?: boolean }) => {
    const { benchZone } = await import('./zone.ts');
    const { differences } = await benchZone({ short, json });
    if (differences > 0) process.exitCode = EXIT.input;
  });

cli
  .command('isochrone', 'Isochrones over an extract, beside Dijkstra and, if asked, another program')
  .option('--config <file>', 'Configuration whose roads are used, as for building a dataset')
  .option('--peer <name>', 'valhalla: installed into .peers at the first run')
  .option('--origins <number>', 'Origins, drawn at random', { default: 200 })
  .option('--json', 'Print one JSON object last')
  .action(async (options: { config?: string; peer?: string; origins: string | number; json?: boolean }) => {
    if (!options.config) throw new UsageError('isochrone needs --config FILE');
    if (options.peer && options.peer !== 'valhalla') throw new UsageError('the only --peer is valhalla');
    const { benchIsochrone } = await import('./isochrone.ts');
    const { mismatches, invalid_outlines } = await benchIsochrone(readConfig(options.config).roads, {
      origins: wholeNumber('--origins', options.origins),
      peer: options.peer === 'valhalla',
      json: options.json ?? false,
      progress: (step) => console.log(step),
    });
    if (mismatches + invalid_outlines > 0) process.exitCode = EXIT.input;
  });

cli
  .command('cold', 'The first answer of an empty isolate: rounds of reads, reads, bytes, time')
  .option('--config <file>', 'Configuration of the dataset that is asked, with a census')
  .option('--dataset <folder>', 'That dataset, where it is built already')
  .option('--beside <folder>', 'A larger dataset around it, which is asked from the same places')
  .option('--read-ms <number>', 'From a read to its headers', { default: 40 })
  .option('--body-mb-per-s <number>', 'How fast bodies arrive then', { default: 40 })
  .option('--cache <state>', "The data centre's cache: empty or warm", { default: 'empty' })
  .option('--places <number>', 'How many each call is asked from; 20 if absent')
  .option('--json', 'Print one JSON object last')
  .action(async (options: ColdArguments) => {
    const { config, dataset, beside, readMs, bodyMbPerS, cache, places, json = false } = options;
    if (!config && !dataset) throw new UsageError('cold needs --config FILE, or --dataset FOLDER');
    const { benchCold, CACHES, PLACES } = await import('./cold.ts');
    if (!CACHES.includes(cache)) throw new UsageError(`--cache takes ${CACHES.join(' or ')}, not ${cache}`);
    const read_ms = wholeNumber('--read-ms', readMs);
    await benchCold({
      config: config ? readConfig(config) : undefined,
      dataset,
      beside,
      read_ms,
      body_mb_per_s: wholeNumber('--body-mb-per-s', bodyMbPerS),
      cache,
      places: wholeNumber('--places', places ?? PLACES),
      json,
      progress,
    });
    endProgress();
  });

cli
  .command('start', "An isolate's start: size of the Worker, and a fresh workerd until its first count")
  .option('--json', 'Print one JSON object last')
  .action(async ({ json = false }: { json?: boolean }) => {
    const { benchStart } = await import('./start.ts');
    await benchStart(json, progress);
    endProgress();
  });

interface IsolateArguments {
  readonly short?: boolean;
  readonly folder?: string;
  readonly json?: boolean;
}
cli
  .command(
    'isolate',
    'What the heaviest calls of the contract take of an isolate: memory in use, processor time, bytes',
  )
  .option('--short', "The demo's calls alone")
  .option('--folder <folder>', 'Where the dataset of a metropolis is, or is made; in node_modules without it')
  .option('--json', 'Print one JSON object last')
  .action(async ({ short = false, folder = cacheFolder('metropolis'), json = false }: IsolateArguments) => {
    const { benchIsolate } = await import('./isolate.ts');
    const { beyond } = await benchIsolate({ short, folder, json, progress });
    endProgress();
    if (beyond.length > 0) process.exitCode = EXIT.input;
  });

cli
  .command('regions', 'What a call costs with 1, 100 and 1,000 live regions: time, memory and reads')
  .option('--json', 'Print one JSON object last')
  .action(async ({ json = false }: { json?: boolean }) => {
    const { benchRegions } = await import('./regions.ts');
    const { isWithin } = await benchRegions(json);
    if (!isWithin) process.exitCode = EXIT.input;
  });

for (const [name, { shows }] of Object.entries(FULL_COUNT_TESTS)) {
  cli.command(name, shows).action(() => runFullCounts(name as FullCountName));
}

cli
  .command('locations', 'From pings in a Parquet file to homes and usual occupation places')
  .option('--pings <number>', 'How many', { default: 5_000_000 })
  .option('--json', 'Print one JSON object last')
  .action(async ({ pings, json = false }: { pings: string | number; json?: boolean }) => {
    const count = wholeNumber('--pings', pings, 10_000);
    const { benchLocations } = await import('./locations.ts');
    await benchLocations(count, { json });
  });

cli
  .command('readers', 'Reading a million buildings in each format, beside ogr2ogr: speed and memory')
  .option('--features <number>', 'How many', { default: 1_000_000 })
  .option(
    '--formats <names>',
    'Of gpkg, shp, fgb, parquet, geojson, geojsonl, geojsonl.gz, csv and tif; all if absent',
  )
  .option('--areas', 'Put buildings into the files of their areas, as a build does, and count them there')
  .option('--json', 'Print one JSON object last')
  .action(async ({ features, formats, areas = false, json = false }: ReadersArguments) => {
    const count = wholeNumber('--features', features);
    const { isReaderFormat, READER_FORMATS } = await import('./reader-files.ts');
    const named = formats?.split(',') ?? READER_FORMATS;
    const wanted = named.filter(isReaderFormat);
    const unknown = named.filter((name) => !isReaderFormat(name));
    if (unknown.length > 0) {
      throw new UsageError(`--formats takes ${READER_FORMATS.join(', ')}, not ${unknown.join(', ')}`);
    }
    const { benchReaders, differencesIn } = await import('./readers.ts');
    const figures = await benchReaders({
      features: count,
      formats: wanted,
      isIntoAreas: areas,
      json,
      progress,
    });
    endProgress();
    const differences = differencesIn(figures, count);
    for (const difference of differences) console.error(difference);
    if (differences.length > 0) process.exitCode = EXIT.input;
  });

cli
  .command('census', 'A census of polygons of a whole country: time and memory of its partition')
  .option('--units <number>', 'How many, to the next square number', { default: 240_000 })
  .option('--loose <degrees>', 'How far each unit moves its vertices for itself', { default: 0 })
  .option('--json', 'Print one JSON object')
  .action(async ({ units, loose, json = false }: CensusArguments) => {
    const side = Math.ceil(Math.sqrt(wholeNumber('--units', units)));
    const { benchCensus, faultsOf } = await import('./census.ts');
    const figures = await benchCensus({ side, loose_degrees: Number(loose), json, progress });
    endProgress();
    const faults = faultsOf(figures);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = EXIT.input;
  });

cli
  .command(
    'raster',
    'Reading a raster of 144 million cells as a census: time, memory, and people beside GDAL',
  )
  .option('--json', 'Print one JSON object last')
  .action(async ({ json = false }: { json?: boolean }) => {
    const { benchRaster, isWithin } = await import('./raster.ts');
    const figures = await benchRaster(json, progress);
    endProgress();
    if (!isWithin(figures)) process.exitCode = EXIT.input;
  });

cli
  .command(
    'kills',
    'A build that is killed at random moments: what a kill costs, and whether the dataset is the same',
  )
  .option('--config <file>', 'Configuration that is built')
  .option('--kills <number>', 'How many', { default: 20 })
  .option('--seed <number>', 'Of the moments; a fresh one if absent')
  .option('--scratch <folder>', 'Where to build')
  .option('--json', 'Print one JSON object last')
  .action(async (options: KillsArguments) => {
    if (!options.config) throw new UsageError('kills needs --config FILE');
    const kills = wholeNumber('--kills', options.kills);
    const seed = wholeNumber('--seed', options.seed ?? Date.now() % 2 ** 32, 0);
    const { benchKills } = await import('./kills.ts');
    const figures = await benchKills(options.config, { kills, seed, scratch: options.scratch }, progress);
    endProgress();
    const { undisturbed_s, killed_s, cost_of_a_kill, is_same, left } = figures;
    console.log(
      options.json
        ? JSON.stringify({ kills: figures })
        : `${undisturbed_s.toFixed(1)} s undisturbed, ${killed_s.toFixed(1)} s with ${kills} kills (seed ${seed}): each costs ` +
            `${(100 * cost_of_a_kill).toFixed(1)} %; the dataset is ${is_same ? 'the same' : 'another'}; ${left.length} files are left`,
    );
    if (!is_same || left.length > 0) process.exitCode = EXIT.input;
  });

cli
  .command('nation', 'Building copies of an extract side by side: time, memory and disk of every step')
  .option('--extract <name>', Object.keys(NATION_EXTRACTS).join(' or '), { default: 'rennes' })
  .option('--copies <numbers>', 'Sizes', { default: '4,16' })
  .option('--shuffled', 'Node ids at random')
  .option('--panel <share>', 'Count people working too, from made-up stops of this share of the inhabitants')
  .option(
    '--folder <folder>',
    'Where mosaics lie or are made, and datasets are built; in node_modules without it',
  )
  .option('--keep', 'Leave the datasets there')
  .option('--json', 'Print one JSON object last')
  .action(async (options: NationArguments) => {
    const {
      extract,
      shuffled = false,
      folder = cacheFolder('mosaics'),
      keep = false,
      json = false,
    } = options;
    if (!isNationExtract(extract)) {
      const names = Object.keys(NATION_EXTRACTS);
      throw new UsageError(`there is no --extract ${extract}`, didYouMean(extract, names));
    }
    const copies = numbersIn('--copies', String(options.copies));
    const { benchNation } = await import('./nation.ts');
    const [panel] = options.panel === undefined ? [] : numbersIn('--panel', String(options.panel));
    await benchNation({ extract, copies, shuffled, panel, folder, keep, json, progress });
    endProgress();
  });

function numbersIn(option: string, text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.every(Number.isFinite)) return numbers;
  throw new UsageError(`${option} takes numbers with commas between them, not ${text}`);
}

interface KillsArguments {
  readonly config?: string;
  readonly kills: string | number;
  readonly seed?: string;
  readonly scratch?: string;
  readonly json?: boolean;
}

interface CensusArguments {
  readonly units: number;
  readonly loose: number;
  readonly json?: boolean;
}

interface ReadersArguments {
  readonly features: string | number;
  readonly formats?: string;
  readonly areas?: boolean;
  readonly json?: boolean;
}

interface NationArguments {
  readonly extract: string;
  readonly copies: string | number;
  readonly shuffled?: boolean;
  readonly panel?: string | number;
  readonly folder?: string;
  readonly keep?: boolean;
  readonly json?: boolean;
}

interface ColdArguments {
  readonly config?: string;
  readonly dataset?: string;
  readonly beside?: string;
  readonly readMs: string | number;
  readonly bodyMbPerS: string | number;
  readonly cache: CacheState;
  readonly places?: string | number;
  readonly json?: boolean;
}

await runCommand(cli, endProgress);
