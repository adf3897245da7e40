/** Runs a command line: usage and bad input as one sentence, a defect with its stack, exit status 1 for both. */
import type { CAC } from 'cac';
import { BadInput } from './bad-input.ts';
import { KeyProblem } from './key-problem.ts';
import { BucketProblem } from './publish/bucket-problem.ts';
import { UnusableEngine } from './working/sql-engine.ts';

/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @param finish called before an error is printed, to end a line of progress */
export async function runCommand(cli: CAC, finish: () => void = () => {}): Promise<void> {
  try {
    cli.parse(process.argv, { run: false });
    if (!cli.matchedCommand && !cli.options.help && !cli.options.version) {
      if (cli.args.length > 0) throw new UsageError(`unknown command ${cli.args[0]}; --help lists them`);
      cli.outputHelp();
    }
    await cli.runMatchedCommand();
  } catch (error) {
    finish();
    const { name, message } = error as Error;
    const expected =
      [BadInput, BucketProblem, KeyProblem, UsageError, UnusableEngine].some(
        (kind) => error instanceof kind,
      ) || name === 'CACError';
    console.error(expected ? `Error: ${message}` : error);
    process.exitCode = 1;
  }
}
