/** `npm run bench -- …`: seeded, warmed measurements of the product beside slower ways to the same answer. */
import { cac } from 'cac';
import { runCommand } from '../../tiles-builder/run-command.ts';
import { benchZone } from './zone.ts';

const cli = cac('npm run bench --');

cli
  .command('zone', 'Counts in circles and ragged zones of 1 to 10,000 km², beside the plain way with h3-js')
  .option('--json', 'Print one JSON object last')
  .action(async (options: { json?: boolean }) => {
    await benchZone({ json: options.json ?? false });
  });

cli.help();
await runCommand(cli);
