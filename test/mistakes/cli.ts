/** `npm run mistakes`: whether the tests find small mistakes that are put into the code at random. */
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { tryMistakes } from './try-mistakes.ts';

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
      tell: ({ file, line, before, after, foundBy }, seconds) => {
        console.log(
          `${foundBy ? `found by ${foundBy}` : 'NOT FOUND'} in ${seconds.toFixed(0)} s: ${file}:${line}`,
        );
        if (!foundBy) console.log(`  ${before}\n  ${after}`);
      },
    });
    const found = tried.filter(({ foundBy }) => foundBy !== null).length;
    console.log(`${found} of ${tried.length} mistakes are found.`);
    if (options.json) console.log(JSON.stringify({ tried }));
  });

await runCommand(cli);
