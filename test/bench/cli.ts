/** `npm run bench -- …`: seeded, warmed benchmarks against slower methods. */
import { join } from 'node:path';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { wholeNumber } from '../../tiles-builder/commands/number-option.ts';
import { commandLine, runUnguarded } from '../../tiles-builder/commands/run-command.ts';
import { openScreen } from '../../tiles-builder/commands/screen.ts';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { cacheFolder } from '../support/project/cache-folder.ts';
import type { CacheState } from './cold.ts';

const { progress, endProgress } = openScreen();
const cli = commandLine('npm run bench --');

cli.option('--json', 'Print one JSON object last');

const DEMO = join(import.meta.dirname, '../../.demo');

type Typed = string | number;

/** Ends a benchmark: prints figures if asked, and fails unless right. */
function end(figures: object, is_right = true): void {
  endProgress();
  if (cli.options.json) console.log(JSON.stringify(figures));
  if (!is_right) process.exitCode = EXIT.input;
}

cli
  .command('zone', 'Counts in circles and ragged zones of 1 to 10,000 km², beside the plain way with h3-js')
  .option('--short', 'Zones of 1 and 100 km² alone')
  .action(async ({ short = false }: { short?: boolean }) => {
    const { benchZone } = await import('./zone.ts');
    const figures = await benchZone(short);
    end(figures, figures.differences === 0);
  });

cli
  .command('isochrone', 'Isochrones over an extract, beside Dijkstra and, if asked, another program')
  .option('--config <file>', 'Configuration whose roads are used, as for building a dataset')
  .option('--peer <name>', 'valhalla: installed into .peers at the first run')
  .option('--origins <number>', 'Origins, drawn at random', { default: 200 })
  .action(async ({ config, peer, origins }: { config?: string; peer?: string; origins: Typed }) => {
    if (!config) throw new UsageError('isochrone needs --config FILE');
    if (peer && peer !== 'valhalla') throw new UsageError('the only --peer is valhalla');
    const { benchIsochrone } = await import('./isochrone.ts');
    const figures = await benchIsochrone(readConfig(config).roads, {
      origins: wholeNumber('--origins', origins),
      peer: peer === 'valhalla',
      progress: (step) => console.log(step),
    });
    end(figures, figures.mismatches + figures.invalid_outlines === 0);
  });

interface ColdArguments {
  readonly config?: string;
  readonly dataset?: string;
  readonly readMs: Typed;
  readonly bodyMbPerS: Typed;
  readonly cache: CacheState;
  readonly places?: Typed;
}
cli
  .command('cold', 'The first answer of an empty isolate: rounds of reads, reads, bytes, time')
  .option('--config <file>', 'Configuration of the dataset that is asked, with a census')
  .option('--dataset <folder>', 'That dataset, where it is built already')
  .option('--read-ms <number>', 'From a read to its headers', { default: 40 })
  .option('--body-mb-per-s <number>', 'How fast bodies arrive then', { default: 40 })
  .option('--cache <state>', "The data centre's cache: empty or warm", { default: 'empty' })
  .option('--places <number>', 'How many each call is asked from; 20 if absent')
  .action(async ({ config, readMs, bodyMbPerS, places, ...options }: ColdArguments) => {
    const { cache, dataset } = options;
    if (!config && !dataset) throw new UsageError('cold needs --config FILE, or --dataset FOLDER');
    const { benchCold, CACHES, PLACES } = await import('./cold.ts');
    if (!CACHES.includes(cache)) throw new UsageError(`--cache takes ${CACHES.join(' or ')}, not ${cache}`);
    const read_ms = wholeNumber('--read-ms', readMs);
    const body_mb_per_s = wholeNumber('--body-mb-per-s', bodyMbPerS);
    const cold = await benchCold({
      config: config ? readConfig(config) : undefined,
      places: wholeNumber('--places', places ?? PLACES),
      ...{ dataset, read_ms, body_mb_per_s, cache, progress },
    });
    end({ cold, read_ms, body_mb_per_s, cache });
  });

cli
  .command(
    'isolate',
    'What the heaviest calls of the contract take of an isolate: memory in use, processor time, bytes',
  )
  .option('--short', 'The widest zone of the demo, alone and next to a drive')
  .option('--folder <folder>', 'Where the dataset of a metropolis is, or is made; in node_modules without it')
  .action(
    async ({ short = false, folder = cacheFolder('metropolis') }: { short?: boolean; folder?: string }) => {
      const { benchIsolate } = await import('./isolate.ts');
      const { beyond, ...isolate } = await benchIsolate({ short, folder, progress });
      end({ isolate }, beyond.length === 0);
    },
  );

cli
  .command(
    'server',
    'The demo behind HTTP: requests a second and processor time a call, and waits next to zones of the most work',
  )
  .action(async () => {
    const { benchServer } = await import('./server.ts');
    const { prepareDataset } = await import('../../tiles-builder/simulate/demo/prepare-dataset.ts');
    const folder = await prepareDataset(DEMO, progress);
    const server = await benchServer(folder, progress);
    end({ server }, server.errors === 0);
  });

cli
  .command('regions', 'What a call costs with 1, 100 and 1,000 live regions: time, memory and reads')
  .action(async () => {
    const { benchRegions } = await import('./regions.ts');
    const { regions, isWithin } = await benchRegions();
    end({ regions }, isWithin);
  });

interface NationArguments {
  readonly copies: Typed;
  readonly panel?: Typed;
  readonly folder?: string;
  readonly keep?: boolean;
}
cli
  .command('nation', 'Building copies of an extract side by side: time, memory and disk of every step')
  .option('--copies <numbers>', 'Sizes', { default: '4,16' })
  .option('--panel <share>', 'Count people working too, from made-up stops of this share of the inhabitants')
  .option(
    '--folder <folder>',
    'Where mosaics lie or are made, and datasets are built; in node_modules without it',
  )
  .option('--keep', 'Leave the datasets there')
  .action(async (options: NationArguments) => {
    const { folder = cacheFolder('mosaics'), keep = false } = options;
    const copies = numbersIn('--copies', String(options.copies));
    const { benchNation } = await import('./nation.ts');
    const [panel] = options.panel === undefined ? [] : numbersIn('--panel', String(options.panel));
    end({ nation: await benchNation({ copies, panel, folder, keep, progress }) });
  });

function numbersIn(option: string, text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.every(Number.isFinite)) return numbers;
  throw new UsageError(`${option} takes numbers with commas between them, not ${text}`);
}

await runUnguarded(cli, endProgress);
