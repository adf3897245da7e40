/** Maps any failure of a command, by its class and code, to a sentence, advice and an exit code. */
import { DamagedTile } from '../../src/format/envelope.ts';
import { StorageUnavailable } from '../../src/storage/tile-source.ts';
import { EXIT, type ExitCode, Problem } from '../base/failures/problem.ts';
import { refusedFile, systemFailure } from '../base/failures/system-failure.ts';
import { withoutCredentials } from '../base/failures/without-credentials.ts';
import { isLackOfSpace, isRefusal, SqlError } from '../daytime/sql-engine.ts';

export interface Failure {
  readonly error: string;
  readonly advice: string | null;
  readonly exitCode: ExitCode;
}

const LONGEST_SENTENCE = 700;
const REPORT_IT = 'Run it again with --verbose, and report what it prints.';

const MEMORY_LIMIT_EXCEEDED = 241;
const MORE_MEMORY =
  'Take a machine with more memory, or one with disk for the locations: a ClickHouse server, with --clickhouse URL. A build that is started again goes on where it was.';

export const LACK_OF_MEMORY: Failure = {
  error: 'The memory does not suffice',
  advice:
    'Take a machine with more, or raise the limit of Node.js: NODE_OPTIONS=--max-old-space-size=MEGABYTES. A build that is started again goes on where it was.',
  exitCode: EXIT.platform,
};

export function describeFailure(cause: unknown): Failure {
  const { error, advice, exitCode } = failureOf(cause);
  return { error: sentence(error), advice: advice === null ? null : sentence(advice), exitCode };
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof Problem) {
    return { error: cause.message, advice: cause.advice, exitCode: cause.exitCode };
  }
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  if (cause instanceof DamagedTile) {
    return { error: message, advice: 'Build the dataset again, or copy it again.', exitCode: EXIT.input };
  }
  if (cause instanceof StorageUnavailable) return { error: message, advice: null, exitCode: EXIT.platform };
  if (cause instanceof SqlError && isLackOfSpace(cause)) {
    return {
      error: `The disk is full on which ClickHouse${cause.server === null ? '' : ` at ${cause.server}`} keeps the locations: ${message}`,
      advice: 'Make room on it, and start again: the build goes on where it was.',
      exitCode: EXIT.platform,
    };
  }
  if (cause instanceof SqlError && isRefusal(cause)) {
    const advice = cause.code === MEMORY_LIMIT_EXCEEDED ? MORE_MEMORY : null;
    const who = cause.server === null ? 'ClickHouse' : `ClickHouse at ${cause.server}`;
    return { error: `${who}: ${message}`, advice, exitCode: EXIT.platform };
  }
  if (isLackOfMemory(cause)) return LACK_OF_MEMORY;
  const system = systemFailure(cause);
  if (system) {
    return {
      error: `${refusedFile(cause)} ${system.reason}`,
      advice: system.advice,
      exitCode: system.exitCode,
    };
  }
  const [missing] = message.match(/^(The package "\S+" could not be found|Cannot find package '\S+')/) ?? [];
  if (missing !== undefined) {
    return {
      error: missing,
      advice: 'Install all packages with npm ci, without --omit=optional.',
      exitCode: EXIT.platform,
    };
  }
  return { error: `This is a defect of the program: ${message}`, advice: REPORT_IT, exitCode: EXIT.defect };
}

const isLackOfMemory = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (cause instanceof RangeError && cause.message === 'Array buffer allocation failed');

function sentence(text: string): string {
  const line = withoutCredentials(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ');
  const short = line.length > LONGEST_SENTENCE ? `${line.slice(0, LONGEST_SENTENCE)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
