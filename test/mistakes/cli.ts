/** `npm run mistakes`: whether the tests find small mistakes that are put into the code at random. */
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { type TryResult, tryMistakes } from './try-mistakes.ts';

const cli = commandLine('npm run mistakes --');

cli
  .command('try', 'Put mistakes into a copy of the project, one at a time, and run the tests on each')
  .option('--seed <number>', 'Which mistakes', { default: 1 })
  .option('--count <number>', 'How many', { default: 150 })
  .option('--within <paths>', 'Beginnings of the paths of the files', { default: 'src/,tiles-builder/' })
  .option('--json', 'Print one JSON object last')
  .action(async (options: { seed: number; count: number; within: string; json?: boolean }) => {
    const tried = await tryMistakes({
      seed: Number(options.seed),
      count: Number(options.count),
      within: options.within.split(','),
      tell: ({ file, line, before, after, result }, seconds) => {
        console.log(`${result} in ${seconds.toFixed(0)} s: ${file}:${line}`);
        if (!isFound(result)) console.log(`  ${before}\n  ${after}`);
      },
    });
    const found = tried.filter(({ result }) => isFound(result)).length;
    const late = tried.filter(({ result }) => result === 'too late').length;
    console.log(`${found} found, ${tried.length - found - late} not found, ${late} took too long.`);
    if (options.json) console.log(JSON.stringify({ tried }));
  });

const isFound = (result: TryResult): boolean => result !== 'not found' && result !== 'too late';

await runCommand(cli);
