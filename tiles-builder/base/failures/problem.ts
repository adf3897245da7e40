/** Defines the exit codes of commands, which `src/web/docs/build.md` documents, and the failures that set them. */
export const EXIT = {
  /** The user's input is at fault. */
  input: 1,
  usage: 2,
  /** The disk, a bucket, a server or the system refused or failed. */
  platform: 3,
  defect: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that is no defect of the program: commands print message and advice without a trace. */
export abstract class Problem extends Error {
  abstract readonly exitCode: ExitCode;
  /** A sentence on what to do, `null` if that is obvious. */
  readonly advice: string | null;

  constructor(message: string, advice: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.advice = advice;
  }
}

/** Thrown if something outside the program is missing, in use or broken. */
export class PlatformProblem extends Problem {
  override readonly name = 'PlatformProblem';
  override readonly exitCode = EXIT.platform;
}
