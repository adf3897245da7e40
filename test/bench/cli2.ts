/** `npm run bench -- …`: seeded, warmed measurements of the product beside slower ways to the same answer. */
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { openScreen } from '../../tiles-builder/commands/screen.ts';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { readConfig } from '../../tiles-builder/config.ts';
import { didYouMean } from '../../tiles-builder/nearest-name.ts';
import { EXIT } from '../../tiles-builder/problem.ts';
import { benchCold, CACHES, type CacheState } from './cold2.ts';
import { drawIsochrones } from './draw.ts';
import { FULL_COUNT_TESTS, type FullCountName, runFullCounts } from './full-counts.ts';
import { benchIsochrone } from './isochrone.ts';
import { benchIsolateMemory, ISOLATE_MB } from './isolate-memory.ts';
import { benchLocations } from './locations.ts';
import { benchMosaic } from './mosaic-scale.ts';
import { benchServer } from './server.ts';
import { benchSwap } from './swap.ts';
import { benchZone } from './zone.ts';

const { progress, endProgress } = openScreen();
const cli = commandLine('npm run bench --');

cli
  .command('zone', 'Counts in circles and ragged zones of 1 to 10,000 km², beside the plain way with h3-js')
  .option('--short', 'Zones of 1 and 100 km² alone')
  .option('--json', 'Print one JSON object last')
  .action(async ({ short = false, json = false }: { short?: boolean; json?: boolean }) => {
    const { differences } = await benchZone({ short, json });
    if (differences > 0) process.exitCode = EXIT.input;
  });

cli
  .command('isochrone', 'Isochrones over an extract, beside Dijkstra and, if asked, another program')
  .option('--config <file>', 'Configuration whose roads are used, as for building a dataset')
  .option('--peer <name>', 'valhalla: installed into .peers at the first run')
  .option('--origins <number>', 'Origins, drawn by lot', { default: 200 })
  .option('--json', 'Print one JSON object last')
  .action(async (options: { config?: string; peer?: string; origins: string | number; json?: boolean }) => {
    if (!options.config) throw new UsageError('isochrone needs --config FILE');
    if (options.peer && options.peer !== 'valhalla') throw new UsageError('the only --peer is valhalla');
    const { mismatches, invalid_outlines } = await benchIsochrone(readConfig(options.config).roads, {
      origins: numberFrom(1, '--origins', options.origins),
      peer: options.peer === 'valhalla',
      json: options.json ?? false,
      progress: (step) => console.log(step),
    });
    if (mismatches + invalid_outlines > 0) process.exitCode = EXIT.input;
  });

cli
  .command('cold', 'The first answer of an empty isolate: waits in a row, reads, bytes, time')
  .option('--config <file>', 'Configuration of the dataset that is asked, with a census')
  .option('--dataset <folder>', 'That dataset, where it is built already')
  .option('--read-ms <number>', 'How far away the bucket is', { default: 40 })
  .option('--cache <state>', "The data centre's cache: empty or warm", { default: 'empty' })
  .option('--json', 'Print one JSON object last')
  .action(async ({ config, dataset, readMs, cache, json = false }: ColdArguments) => {
    if (!config && !dataset) throw new UsageError('cold needs --config FILE, or --dataset FOLDER');
    if (!CACHES.includes(cache)) throw new UsageError(`--cache takes ${CACHES.join(' or ')}, not ${cache}`);
    const read_ms = numberFrom(1, '--read-ms', readMs);
    await benchCold({
      config: config ? readConfig(config) : undefined,
      dataset,
      read_ms,
      cache,
      json,
      progress,
    });
    endProgress();
  });

cli
  .command('server', 'The whole service under load over HTTP, beside an empty Hono Worker')
  .option('--soak <minutes>', 'Then so many minutes of mixed calls', { default: 0 })
  .option('--plot <file>', 'Memory over that time as an SVG')
  .option('--json', 'Print one JSON object last')
  .action(async ({ soak, plot, json = false }: { soak: string | number; plot?: string; json?: boolean }) => {
    const soak_minutes = numberFrom(0, '--soak', soak);
    const { errors } = await benchServer({ soak_minutes, plot, json, progress });
    endProgress();
    if (errors > 0) process.exitCode = EXIT.input;
  });

cli
  .command(
    'swap',
    'A new dataset published under load: answers of one version each, and when all are of the new one',
  )
  .option('--json', 'Print one JSON object last')
  .action(async ({ json = false }: { json?: boolean }) => {
    const { errors, mixed } = await benchSwap(json, progress);
    endProgress();
    if (errors + mixed > 0) process.exitCode = EXIT.input;
  });

cli
  .command(
    'memory',
    `What the Worker holds after thousands of different calls, of the ${ISOLATE_MB} MB of an isolate`,
  )
  .option('--json', 'Print one JSON object last')
  .action(async ({ json = false }: { json?: boolean }) => {
    const { most_mb } = await benchIsolateMemory(json, progress);
    endProgress();
    if (most_mb > ISOLATE_MB) process.exitCode = EXIT.input;
  });

for (const [name, { shows }] of Object.entries(FULL_COUNT_TESTS)) {
  cli.command(name, shows).action(() => runFullCounts(name as FullCountName));
}

cli
  .command('locations', 'From pings in a Parquet file to homes and usual occupation places')
  .option('--pings <number>', 'How many', { default: 5_000_000 })
  .option('--json', 'Print one JSON object last')
  .action(async ({ pings, json = false }: { pings: string | number; json?: boolean }) => {
    await benchLocations(numberFrom(10_000, '--pings', pings), { json });
  });

cli
  .command('mosaic', 'Roads of mirrored copies of an extract: building them, and the drive of an hour')
  .option('--config <file>', 'Configuration whose roads are copied')
  .option('--copies <numbers>', 'Sizes, of 1, 2, 4 and 8', { default: '1,2,4,8' })
  .option('--json', 'Print one JSON object last')
  .action(async (options: { config?: string; copies: string | number; json?: boolean }) => {
    if (!options.config) throw new UsageError('mosaic needs --config FILE');
    const copies = numbersIn('--copies', String(options.copies));
    const figures = await benchMosaic(readConfig(options.config).roads, {
      copies,
      json: options.json ?? false,
    });
    if (figures.some(({ mismatches }) => mismatches > 0)) process.exitCode = EXIT.input;
  });

cli
  .command('draw', 'Pictures of isochrones over the streets, beside Valhalla if asked')
  .option('--config <file>', 'Configuration whose roads are used')
  .option('--origin <lon,lat>', 'Where they start')
  .option('--travel <travel>', 'pedestrian or motorized', { default: 'motorized' })
  .option('--times <seconds>', 'Limits', { default: '300,600,1200' })
  .option('--peer <name>', 'valhalla')
  .option('--out <file>', 'SVG file', { default: 'isochrones.svg' })
  .action(async (options: DrawingArguments) => {
    if (!options.config || !options.origin) throw new UsageError('draw needs --config FILE --origin LON,LAT');
    const [lon, lat] = numbersIn('--origin', options.origin);
    if (lon === undefined || lat === undefined) throw new UsageError('--origin takes LON,LAT');
    if (!TRAVELS.includes(options.travel)) {
      throw new UsageError(`there is no travel mode ${options.travel}`, didYouMean(options.travel, TRAVELS));
    }
    const files = await drawIsochrones(readConfig(options.config).roads, {
      origin: [lon, lat],
      travel: options.travel,
      times_s: numbersIn('--times', String(options.times)),
      peer: options.peer === 'valhalla',
      out: options.out,
    });
    console.log(files.join('\n'));
  });

function numbersIn(option: string, text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.every(Number.isFinite)) return numbers;
  throw new UsageError(`${option} takes numbers with commas between them, not ${text}`);
}

function numberFrom(least: number, option: string, value: string | number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new UsageError(`${option} takes a whole number from ${least}, not ${value}`);
}

interface ColdArguments {
  readonly config?: string;
  readonly dataset?: string;
  readonly readMs: string | number;
  readonly cache: CacheState;
  readonly json?: boolean;
}

interface DrawingArguments {
  readonly config?: string;
  readonly origin?: string;
  readonly travel: Travel;
  readonly times: string | number;
  readonly peer?: string;
  readonly out: string;
}

await runCommand(cli, endProgress);
