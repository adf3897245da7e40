/** Serialises errors so that they pass from a thread or process to another; structured clone alone retains only messages. */
import { type ExitCode, Problem } from '../failures/problem.ts';

export interface SentFailure {
  readonly message: string;
  readonly stack: string | undefined;
  /** It is `null` if the error is no {@link Problem}. */
  readonly problem: { readonly advice: string | null; readonly exitCode: ExitCode } | null;
  /** Details of a system error, such as `code` and `path`. */
  readonly system: Readonly<Record<string, unknown>>;
}

export class RemoteFailure extends Problem {
  override readonly name = 'RemoteFailure';
  override readonly exitCode: ExitCode;

  constructor(message: string, advice: string | null, exitCode: ExitCode, options?: ErrorOptions) {
    super(message, advice, options);
    this.exitCode = exitCode;
  }
}

export function failureToSend(cause: unknown): SentFailure {
  const { message, stack } = cause instanceof Error ? cause : new Error(String(cause));
  const problem = cause instanceof Problem ? { advice: cause.advice, exitCode: cause.exitCode } : null;
  const { code, errno, syscall, path, dest } = cause as NodeJS.ErrnoException & { dest?: string };
  const system = code === undefined ? {} : { code, errno, syscall, path, dest };
  return { message, stack, problem, system };
}

export function failureReceived({ message, stack, problem, system }: SentFailure): Error {
  const error = problem
    ? new RemoteFailure(message, problem.advice, problem.exitCode)
    : Object.assign(new Error(message), system);
  if (stack !== undefined) error.stack = stack;
  return error;
}
