/** `npm run evaluate -- …`: holds counts against what is known to be true. */
import { cac } from 'cac';
import { runCommand } from '../run-command.ts';
import { evaluateTown } from './demo.ts';

const cli = cac('npm run evaluate --');

cli
  .command('demo [folder] [truth]', "Hold a simulated town's counts against its truth; by default the demo's")
  .option('--json', 'Print one JSON object last')
  .action(async (folder: string | undefined, truth: string | undefined, options: { json?: boolean }) => {
    await evaluateTown(folder ?? '.demo/dataset', truth ?? '.demo/sources/truth.json.gz', {
      json: options.json ?? false,
    });
  });

cli.help();
await runCommand(cli);
