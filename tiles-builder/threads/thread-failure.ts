/** Failures on their way between threads: cloned, an error would keep its message alone. */
import { type ExitCode, Problem } from '../failures/problem.ts';

/** Plain data. */
export interface ThreadFailure {
  readonly message: string;
  readonly stack: string | undefined;
  /** What is known of a {@link Problem}; `null` where it is another failure. */
  readonly problem: { readonly advice: string | null; readonly exitCode: ExitCode } | null;
  /** What the operating system said: `code`, `path` and the like. */
  readonly system: Readonly<Record<string, unknown>>;
}

class ProblemInThread extends Problem {
  override readonly name = 'ProblemInThread';
  override readonly exitCode: ExitCode;

  constructor(message: string, advice: string | null, exitCode: ExitCode) {
    super(message, advice);
    this.exitCode = exitCode;
  }
}

export function failureToSend(cause: unknown): ThreadFailure {
  const { message, stack } = cause instanceof Error ? cause : new Error(String(cause));
  const problem = cause instanceof Problem ? { advice: cause.advice, exitCode: cause.exitCode } : null;
  const { code, errno, syscall, path } = cause as NodeJS.ErrnoException;
  return { message, stack, problem, system: code === undefined ? {} : { code, errno, syscall, path } };
}

export function failureReceived({ message, stack, problem, system }: ThreadFailure): Error {
  const error = problem
    ? new ProblemInThread(message, problem.advice, problem.exitCode)
    : Object.assign(new Error(message), system);
  if (stack !== undefined) error.stack = stack;
  return error;
}
