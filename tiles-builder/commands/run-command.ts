/**
 * Runs a command line, and suggests names for unknown commands and options. Failures print a sentence, advice and, on request,
 * a trace.
 */
import { inspect } from 'node:util';
import { type CAC, type Command, cac } from 'cac';
import { didYouMean } from '../base/failures/nearest-name.ts';
import { EXIT } from '../base/failures/problem.ts';
import { withoutCredentials } from '../base/failures/without-credentials.ts';
import { describeFailure } from './describe-failure.ts';
import { endBySignals, isEnding } from './end-by-signal.ts';
import { UsageError } from './usage-error.ts';

const END_AFTER_MS = 5_000;

export function commandLine(name: string): CAC {
  const cli = cac(name);
  cli.option('--verbose', 'Print the trace of a failure');
  cli.help();
  return cli;
}

export async function runCommand(cli: CAC, finish: () => void = () => {}): Promise<void> {
  endBySignals(finish);
  await runUnguarded(cli, finish);
}

/** Runs without clean-ups on signals, which would wait while a command computes. */
export async function runUnguarded(cli: CAC, finish: () => void): Promise<void> {
  const fail = (cause: unknown): void => {
    if (isEnding()) return;
    finish();
    printFailure(cause);
    setTimeout(() => process.exit(), END_AFTER_MS).unref();
  };
  process.on('uncaughtException', (cause) => {
    fail(cause);
    if (!isEnding()) process.exit();
  });
  try {
    parse(cli, process.argv);
    if (!cli.matchedCommand && !cli.options.help) {
      cli.outputHelp();
      process.exitCode = EXIT.usage;
    }
    await cli.runMatchedCommand();
  } catch (cause) {
    fail((cause as Error).name === 'CACError' ? asUsageError(cli, cause as Error) : cause);
  }
}

/** Settings of options that may be repeated. */
export const SEVERAL = { type: [] };

function printFailure(cause: unknown): void {
  const { error, advice, exitCode } = describeFailure(cause);
  if (process.argv.includes('--verbose')) console.error(withoutCredentials(inspect(cause)));
  console.error([`Error: ${error}`, advice].filter((line) => line !== null).join('\n'));
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error, advice }));
  process.exitCode = exitCode;
}

/** An option with a `type`, {@link SEVERAL}, may be repeated, and is a list. */
function parse(cli: CAC, argv: readonly string[]): void {
  cli.parse([...argv], { run: false });
  const [name] = cli.args;
  if (!cli.matchedCommand) {
    if (name === undefined || cli.options.help) return;
    const names = cli.commands.map((command) => command.name);
    throw new UsageError(`there is no command ${name}`, didYouMean(name, names));
  }
  requireKnownOptions(cli, cli.matchedCommand);
  cli.args = cli.args.map(String);
  const options = [...cli.matchedCommand.options, ...cli.globalCommand.options];
  for (const option of options.filter(({ required }) => required)) {
    const typed = typedValues(argv, option.rawName);
    if (typed.includes('')) throw new UsageError(`${option.rawName} is given an empty value`);
    if (option.config.type !== undefined) cli.options[option.name] = typed;
    else if (typed.length > 1) throw new UsageError(`${option.rawName} is given more than once`);
    else if (typed[0] !== undefined) cli.options[option.name] = typed[0];
  }
}

function requireKnownOptions(cli: CAC, command: Command): void {
  const known = [...command.options, ...cli.globalCommand.options];
  for (const typed of Object.keys(cli.options).filter((name) => name !== '--')) {
    if (known.some(({ names }) => names.includes(typed))) continue;
    const flags = known.map(({ name }) => kebab(name));
    throw new UsageError(`there is no option ${kebab(typed)}`, didYouMean(kebab(typed), flags));
  }
}

/** The parser makes names camel case. */
const kebab = (name: string): string =>
  `${name.length > 1 ? '--' : '-'}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns values as typed, as the parser turns `007` into 7. */
function typedValues(argv: readonly string[], rawName: string): string[] {
  const flag = rawName.split(' ')[0];
  return argv.flatMap((argument, index) => {
    if (argument.startsWith(`${flag}=`)) return argument.slice(flag.length + 1);
    const next = argv[index + 1];
    return argument === flag && next !== undefined && !next.startsWith('-') ? next : [];
  });
}

function asUsageError(cli: CAC, { message }: Error): UsageError {
  const words = [cli.name, cli.matchedCommand?.name, '--help'].filter(Boolean);
  return new UsageError(message, `${words.join(' ')} shows what it takes.`);
}
