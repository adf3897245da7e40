/** `npm run bench -- …`: seeded, warmed measurements of the product beside slower ways to the same answer. */
import { cac } from 'cac';
import { runCommand } from '../../tiles-builder/run-command.ts';
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

cli.help();
await runCommand(cli);
