/** `npm run evaluate -- …`: holds counts against what is known to be true. */
import { readConfig } from '../config/config.ts';
import { GOTHENBURG } from '../demo/gothenburg.ts';
import { evaluateTown } from '../evaluate/demo.ts';
import { evaluateLiving } from '../evaluate/living.ts';
import { evaluatePlaces } from '../evaluate/places.ts';
import { evaluateSimulatedTown } from '../evaluate/town.ts';
import { evaluateVersions } from '../evaluate/versions.ts';
import { commandLine, runCommand } from './run-command.ts';
import { openScreen } from './screen.ts';
import { UsageError } from './usage-error.ts';

const { progress, endProgress } = openScreen();
const cli = commandLine('npm run evaluate --');
cli.option('--json', 'Print one JSON object last');

cli
  .command('demo [folder] [truth]', "Hold a simulated town's counts against its truth; by default the demo's")
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
  .option('--map <svg>', 'Draw a map of the errors, and print the worst ten squares')
  .example('npm run evaluate -- living coarse.json --truth squares-200m.csv')
  .action(async (configFile: string, options: { truth?: string; map?: string; json?: boolean }) => {
    if (!options.truth) throw new UsageError('living needs --truth FINER.csv');
    await evaluateLiving(readConfig(configFile), options.truth, {
      map: options.map,
      json: options.json ?? false,
      progress,
    });
  });

cli
  .command(
    'places <stops>',
    'Hold homes and workplaces against what persons said themselves (Parquet or CSV of labelled stops)',
  )
  .action(async (stops: string, options: { json?: boolean }) => {
    await evaluatePlaces(stops, { json: options.json ?? false });
  });

cli
  .command('town', 'Simulate a town, build it, and hold its counts against its truth')
  .option('--panel <share>', 'Share of all persons who carry a device', { default: GOTHENBURG.panel.share })
  .option('--seed <number>', 'Another seed is another town on the same streets', { default: GOTHENBURG.seed })
  .action(async (options: { panel: string | number; seed: string | number; json?: boolean }) => {
    const [panel, seed] = [Number(options.panel), Number(options.seed)];
    if (!(panel > 0 && panel <= 1)) throw new UsageError('--panel takes a share above 0, at most 1');
    if (!Number.isInteger(seed)) throw new UsageError('--seed takes an integer');
    await evaluateSimulatedTown({ panel, seed, json: options.json ?? false, progress });
  });

cli
  .command('versions', 'What two versions of working counts tell of the one person that they differ by')
  .option('--newcomers <number>', 'Persons who are added to the panel, one at a time', { default: 100 })
  .action(async (options: { newcomers: string | number; json?: boolean }) => {
    const newcomers = Number(options.newcomers);
    if (!(Number.isInteger(newcomers) && newcomers > 0))
      throw new UsageError('--newcomers takes a number above 0');
    await evaluateVersions(newcomers, { json: options.json ?? false });
  });

await runCommand(cli, endProgress);
