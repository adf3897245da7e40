/** `npm run mistakes`: whether the tests find small mistakes that are put into the code at random. */
import { commandLine, runCommand } from '../../tiles-builder/commands/run-command.ts';
import { tryMistakes } from './try-mistakes.ts';

const cli = commandLine('npm run mistakes --');

cli
  .command('try', 'Put mistakes into a copy of the project, one at a time, and run the tests on each')
  .option('--seed <number>', 'Which mistakes', { default: 1 })
  .option('--count <number>', 'How many', { default: 150 })
  .option('--skip <number>', 'How many of them not to try again', { default: 0 })
  .option('--within <paths>', 'Beginnings of the paths of the files', { default: 'src/,tiles-builder/' })
  .option(
    '--batches <number>',
    'How many of four batches of tests to run: three of a minute in all, the nearest first, and the rest',
    { default: 3 },
  )
  .option(
    '--report <file>',
    'How long each test takes, as `npm test -- --reporter=json --outputFile=FILE` wrote it',
  )
  .option('--json', 'Print one JSON object last')
  .action(async (options: Options) => {
    const tried = await tryMistakes({
      seed: Number(options.seed),
      skip: Number(options.skip),
      count: Number(options.count),
      within: options.within.split(','),
      batches: Number(options.batches),
      report: options.report ?? null,
      tell: ({ file, line, before, after, result, by }, seconds) => {
        console.log(`${result} in ${seconds.toFixed(0)} s: ${file}:${line}${by && ` by ${by}`}`);
        if (result !== 'found') console.log(`  ${before}\n  ${after}`);
      },
    });
    const found = tried.filter(({ result }) => result === 'found' || result === 'never ends').length;
    const unknown = tried.filter(({ result }) => result === 'not known').length;
    const missed = tried.length - found - unknown;
    const byWhich = Number(options.batches) < 4 ? ' by the nearest tests (--batches 4 runs all)' : '';
    console.log(`${found} found, ${missed} not found${byWhich}, ${unknown} not known.`);
    if (options.json) console.log(JSON.stringify({ tried }));
  });

interface Options {
  readonly seed: number;
  readonly count: number;
  readonly skip: number;
  readonly within: string;
  readonly batches: number;
  readonly report?: string;
  readonly json?: boolean;
}

await runCommand(cli);
