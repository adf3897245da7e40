/** `npm run bench -- …`: seeded, warmed measurements of the product beside slower ways to the same answer. */
import { cac } from 'cac';
import type { Travel } from '../../src/format/tile-sets.ts';
import { readConfig } from '../../tiles-builder/config.ts';
import { reportProgress } from '../../tiles-builder/report-progress.ts';
import { runCommand, UsageError } from '../../tiles-builder/run-command.ts';
import { drawIsochrones } from './draw.ts';
import { FULL_COUNT_TESTS, type FullCountName, runFullCounts } from './full-counts.ts';
import { benchIsochrone } from './isochrone.ts';
import { benchIsolateMemory, ISOLATE_MB } from './isolate-memory.ts';
import { benchLocations } from './locations.ts';
import { benchMosaic } from './mosaic-scale.ts';
import { benchServer } from './server.ts';
import { benchSwap } from './swap.ts';
import { benchZone } from './zone.ts';

const cli = cac('npm run bench --');

cli
  .command('zone', 'Counts in circles and ragged zones of 1 to 10,000 km², beside the plain way with h3-js')
  .option('--short', 'Zones of 1 and 100 km² alone')
  .option('--json', 'Print one JSON object last')
  .action(async ({ short = false, json = false }: { short?: boolean; json?: boolean }) => {
    const { differences } = await benchZone({ short, json });
    if (differences > 0) process.exitCode = 1;
  });

cli
  .command('isochrone', 'Isochrones over an extract, beside Dijkstra and, if asked, another program')
  .option('--config <file>', 'Configuration whose roads are used, as for building a dataset')
  .option('--peer <name>', 'valhalla: installed into .peers at the first run')
  .option('--origins <number>', 'Origins, drawn by lot', { default: 200 })
  .option('--json', 'Print one JSON object last')
  .action(async (options: { config?: string; peer?: string; origins: number; json?: boolean }) => {
    if (!options.config) throw new UsageError('isochrone needs --config FILE');
    if (options.peer && options.peer !== 'valhalla') throw new UsageError('the only --peer is valhalla');
    const { mismatches, invalid_outlines } = await benchIsochrone(readConfig(options.config).roads, {
      origins: options.origins,
      peer: options.peer === 'valhalla',
      json: options.json ?? false,
      progress: (step) => console.log(step),
    });
    if (mismatches + invalid_outlines > 0) process.exitCode = 1;
  });

cli
  .command('server', 'The whole service under load over HTTP, beside an empty Hono Worker')
  .option('--soak <minutes>', 'Then so many minutes of mixed calls', { default: 0 })
  .option('--plot <file>', 'Memory over that time as an SVG')
  .option('--json', 'Print one JSON object last')
  .action(async ({ soak, plot, json = false }: { soak: number; plot?: string; json?: boolean }) => {
    const progress = reportProgress(process.stderr);
    const { errors } = await benchServer({ soak_minutes: soak, plot, json, progress: progress.report });
    progress.end();
    if (errors > 0) process.exitCode = 1;
  });

cli
  .command(
    'swap',
    'A new dataset published under load: answers of one version each, and when all are of the new one',
  )
  .option('--json', 'Print one JSON object last')
  .action(async ({ json = false }: { json?: boolean }) => {
    const progress = reportProgress(process.stderr);
    const { errors, mixed } = await benchSwap(json, progress.report);
    progress.end();
    if (errors + mixed > 0) process.exitCode = 1;
  });

cli
  .command(
    'memory',
    `What the Worker holds after thousands of different calls, of the ${ISOLATE_MB} MB of an isolate`,
  )
  .option('--json', 'Print one JSON object last')
  .action(async ({ json = false }: { json?: boolean }) => {
    const progress = reportProgress(process.stderr);
    const { most_mb } = await benchIsolateMemory(json, progress.report);
    progress.end();
    if (most_mb > ISOLATE_MB) process.exitCode = 1;
  });

for (const [name, { shows }] of Object.entries(FULL_COUNT_TESTS)) {
  cli.command(name, shows).action(() => runFullCounts(name as FullCountName));
}

cli
  .command('locations', 'From pings in a Parquet file to homes and usual occupation places')
  .option('--pings <number>', 'How many', { default: 5_000_000 })
  .option('--json', 'Print one JSON object last')
  .action(async ({ pings, json = false }: { pings: number; json?: boolean }) => {
    if (!Number.isInteger(pings) || pings < 10_000) throw new UsageError('--pings takes a number from 10000');
    await benchLocations(pings, { json });
  });

cli
  .command('mosaic', 'Roads of mirrored copies of an extract: building them, and the drive of an hour')
  .option('--config <file>', 'Configuration whose roads are copied')
  .option('--copies <numbers>', 'Sizes, of 1, 2, 4 and 8', { default: '1,2,4,8' })
  .option('--json', 'Print one JSON object last')
  .action(async (options: { config?: string; copies: string | number; json?: boolean }) => {
    if (!options.config) throw new UsageError('mosaic needs --config FILE');
    const copies = String(options.copies).split(',').map(Number);
    const figures = await benchMosaic(readConfig(options.config).roads, {
      copies,
      json: options.json ?? false,
    });
    if (figures.some(({ mismatches }) => mismatches > 0)) process.exitCode = 1;
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
    const [lon, lat] = options.origin.split(',').map(Number);
    const files = await drawIsochrones(readConfig(options.config).roads, {
      origin: [lon!, lat!],
      travel: options.travel,
      times_s: String(options.times).split(',').map(Number),
      peer: options.peer === 'valhalla',
      out: options.out,
    });
    console.log(files.join('\n'));
  });

interface DrawingArguments {
  readonly config?: string;
  readonly origin?: string;
  readonly travel: Travel;
  readonly times: string | number;
  readonly peer?: string;
  readonly out: string;
}

cli.help();
await runCommand(cli);
