/** `npm run mistakes`: mutation testing, whether tests find small random mistakes. */
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { tryMistakes } from './try-mistakes.ts';

const cli = commandLine('npm run mistakes --');

cli
  .command(
    'try',
    'Put mistakes into a copy of the project, one at a time, and run the tests that can find each',
  )
  .option('--seed <number>', 'Which mistakes', { default: 1 })
  .option('--count <number>', 'How many', { default: 150 })
  .option('--within <paths>', 'Beginnings of the paths of the files', { default: 'src/,tiles-builder/' })
  .option('--nearest', 'Run the nearest tests alone, which find most of what is found')
  .option('--json', 'Print one JSON object last')
  .action(async (options: Options) => {
    const tried = await tryMistakes({
      seed: Number(options.seed),
      count: Number(options.count),
      within: options.within.split(','),
      nearest_only: options.nearest === true,
      tell: ({ file, line, before, after, result, by, seconds }) => {
        console.log(`${result} in ${seconds} s: ${file}:${line} by ${by}`);
        if (result !== 'found') console.log(`  ${before}\n  ${after}`);
      },
    });
    for (const [result, { length }] of Map.groupBy(tried, (one) => one.result))
      console.log(`${length} ${result}`);
    if (options.json) console.log(JSON.stringify({ tried }));
  });

interface Options {
  readonly seed: number;
  readonly count: number;
  readonly within: string;
  readonly nearest?: boolean;
  readonly json?: boolean;
}

await runCommand(cli);
