/** `npm run mistakes`: mutation testing, whether tests find small random mistakes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { isFound, tryMistakes } from './try-mistakes.ts';

const cli = commandLine('npm run mistakes --');

cli
  .command(
    'try',
    'Put mistakes into a copy of the project, one at a time, and run the tests that can find each',
  )
  .option('--seed <number>', 'Which mistakes', { default: 1 })
  .option('--count <number>', 'How many', { default: 150 })
  .option('--within <paths>', 'Beginnings of the paths of the files', { default: 'src/,tiles-builder/' })
  .option('--folder <folder>', 'Where the copy and the results are kept, so that another call can go on')
  .option('--minutes <number>', 'When to begin nothing more', { default: Number.POSITIVE_INFINITY })
  .option('--nearest', 'Run the nearest tests alone, which find most of what is found')
  .option('--json', 'Print one JSON object last')
  .action(async (options: Options) => {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'mistakes-'));
    const tried = await tryMistakes({
      seed: Number(options.seed),
      count: Number(options.count),
      within: options.within.split(','),
      folder,
      most_ms: Number(options.minutes) * 60_000,
      nearest_only: options.nearest === true,
      tell: ({ file, line, before, after, result, by, seconds }) => {
        console.log(`${result} in ${seconds} s: ${file}:${line} by ${by}`);
        if (result !== 'found') console.log(`  ${before}\n  ${after}`);
      },
    });
    if (!options.folder) rmSync(folder, { recursive: true });
    const found = tried.filter(isFound).length;
    const missed = tried.filter(({ result }) => result === 'not found').length;
    const undecided = Number(options.count) - found - missed;
    console.log(`${found} found, ${missed} not found, ${undecided} not decided, of ${options.count}.`);
    if (options.json) console.log(JSON.stringify({ tried }));
  });

interface Options {
  readonly seed: number;
  readonly count: number;
  readonly within: string;
  readonly folder?: string;
  readonly minutes: number;
  readonly nearest?: boolean;
  readonly json?: boolean;
}

await runCommand(cli);
