/** How a command ends. The documentation lists the same (`src/web/docs/build.md`). */
export const EXIT = {
  /** What the user gave or what was examined is at fault. */
  input: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** A disk, a bucket, a server or the system refused. */
  platform: 3,
  /** Others have to do their share first: started again, the command goes on. */
  waiting: 75,
  /** This program is at fault. */
  defect: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that is no defect: a command prints its message and what to do, without a trace. */
export abstract class Problem extends Error {
  abstract readonly exitCode: ExitCode;
  /** What to do, as a sentence; `null` where the message leaves no doubt. */
  readonly advice: string | null;

  constructor(message: string, advice: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.advice = advice;
  }
}

/** Something outside of this program is missing, in use or does not work. */
export class PlatformProblem extends Problem {
  override readonly name = 'PlatformProblem';
  override readonly exitCode = EXIT.platform;
}
