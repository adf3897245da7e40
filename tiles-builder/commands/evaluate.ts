/**
 * `npm run evaluate`: compares living counts from coarsened units with their census, homes and workplaces with labelled
 * stops, and travel times with observed trips.
 */

import { evaluatePlaces } from '../evaluate/places.ts';
import { evaluateShifts } from '../evaluate/shifted-units.ts';
import { evaluateTrips } from '../evaluate/trips.ts';
import { readConfig } from '../sources/config/config.ts';
import { wholeNumber } from './number-option.ts';
import { commandLine, runCommand } from './run-command.ts';
import { openScreen } from './screen.ts';
import { UsageError } from './usage-error.ts';

const { progress, endProgress } = openScreen();
const cli = commandLine('npm run evaluate --');
cli.option('--json', 'Print one JSON object last');

cli
  .command(
    'shifts <config>',
    'Make the census of a configuration coarser on shifted grids, and hold counts from that against it',
  )
  .option('--units-m <sizes>', 'Sides of the coarser units', { default: '2000' })
  .option('--shifts <number>', 'Shifts of the grid', { default: 10 })
  .option('--mapped <share>', 'Keep the buildings of this share of square blocks alone', { default: 1 })
  .option('--block-m <number>', 'Side of the blocks', { default: 500 })
  .option('--seed <number>', 'Another seed keeps other blocks', { default: 1 })
  .example('npm run evaluate -- shifts squares-200m.json --units-m 600,800,1000')
  .example('npm run evaluate -- shifts squares-1km.json --units-m 3000 --mapped 0.4 --block-m 1000')
  .action(
    async (
      configFile: string,
      options: {
        unitsM: string | number;
        shifts: string | number;
        mapped: string | number;
        blockM: string | number;
        seed: string | number;
        json?: boolean;
      },
    ) => {
      const mapped = Number(options.mapped);
      if (!(mapped >= 0 && mapped <= 1)) throw new UsageError('--mapped takes a share from 0 to 1');
      const block_m = wholeNumber('--block-m', options.blockM);
      const seed = wholeNumber('--seed', options.seed);
      await evaluateShifts(readConfig(configFile), {
        sizes_m: `${options.unitsM}`.split(',').map((size) => wholeNumber('--units-m', size)),
        shifts: wholeNumber('--shifts', options.shifts),
        ...(mapped < 1 && { patches: { mapped, block_m, seed } }),
        json: options.json ?? false,
        progress,
      });
    },
  );

cli
  .command(
    'places <stops>',
    'Hold homes and workplaces against what persons said themselves (Parquet or CSV of labelled stops)',
  )
  .action(async (stops: string, options: { json?: boolean }) => {
    await evaluatePlaces(stops, { json: options.json ?? false });
  });

cli
  .command(
    'trips <dataset> <trips>',
    'Hold travel times of a dataset against observed trips (CSV: from_lon, from_lat, to_lon, to_lat, travel, seconds, and area if there are several)',
  )
  .action(async (dataset: string, trips: string, options: { json?: boolean }) => {
    await evaluateTrips(dataset, trips, { json: options.json ?? false, progress });
  });

await runCommand(cli, endProgress);
