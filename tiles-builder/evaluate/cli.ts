/** `npm run evaluate -- …`: holds counts against what is known to be true. */
import { cac } from 'cac';
import { readConfig } from '../config.ts';
import { reportProgress } from '../report-progress.ts';
import { runCommand, UsageError } from '../run-command.ts';
import { evaluateTown } from './demo.ts';
import { evaluateLiving } from './living.ts';
import { evaluatePlaces } from './places.ts';

const progress = reportProgress(process.stderr);
const cli = cac('npm run evaluate --');

cli
  .command('demo [folder] [truth]', "Hold a simulated town's counts against its truth; by default the demo's")
  .option('--json', 'Print one JSON object last')
  .action(async (folder: string | undefined, truth: string | undefined, options: { json?: boolean }) => {
    await evaluateTown(folder ?? '.demo/dataset', truth ?? '.demo/sources/truth.json.gz', {
      json: options.json ?? false,
    });
  });

cli
  .command(
    'living <config>',
    'Count living people from the census of a configuration, and hold the counts against a finer census',
  )
  .option('--truth <csv>', 'The finer census: grid squares that tile those of the configuration')
  .option('--json', 'Print one JSON object last')
  .example('npm run evaluate -- living coarse.json --truth squares-200m.csv')
  .action(async (configFile: string, options: { truth?: string; json?: boolean }) => {
    if (!options.truth) throw new UsageError('living needs --truth FINER.csv');
    await evaluateLiving(readConfig(configFile), options.truth, {
      json: options.json ?? false,
      progress: progress.report,
    });
  });

cli
  .command(
    'places <stops>',
    'Hold homes and workplaces against what persons said themselves (Parquet or CSV of labelled stops)',
  )
  .option('--json', 'Print one JSON object last')
  .action(async (stops: string, options: { json?: boolean }) => {
    await evaluatePlaces(stops, { json: options.json ?? false });
  });

cli.help();
await runCommand(cli, progress.end);
