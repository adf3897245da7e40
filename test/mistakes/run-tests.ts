/** Runs tests in a process that stays warm, and is ended with all that it has started where they take too long. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the process is asked for. */
export interface RunRequest {
  /** Files of tests, from the root of the project. */
  readonly tests: readonly string[];
  /** Paths of files that are not what they were in the run before. */
  readonly changed: readonly string[];
  readonly until_failure: boolean;
}

export interface RunResult {
  readonly files: readonly TestFileResult[];
  /** Whether something failed outside of any test. */
  readonly has_stray_errors: boolean;
}

export interface TestFileResult {
  readonly file: string;
  /** `given up`: another had failed before it came to its end. */
  readonly state: 'passed' | 'failed' | 'given up';
  /** The name of the first test that failed, and what it said. */
  readonly failure: string | null;
  readonly took_ms: number;
  /** The places that its tests noted in their own process. */
  readonly reached: readonly number[];
}

export class TestRunner {
  readonly #folder: string;
  #warm: ChildProcess | null = null;

  /** @param folder of the project */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns null where the tests did not end within `most_ms`, or ended the process */
  async run(request: RunRequest, most_ms: number): Promise<RunResult | null> {
    const { changed } = request;
    this.#warm ??= await this.#start();
    this.#warm.send({ ...request, changed: changed.map((path) => join(this.#folder, path)) });
    const timer = setTimeout(() => this.stop(), most_ms);
    const ended = await Promise.race([
      once(this.#warm, 'message'),
      once(this.#warm, 'exit').then(() => null),
    ]);
    clearTimeout(timer);
    if (ended === null) this.#warm = null;
    return ended && (ended[0] as RunResult);
  }

  /** What it has started ends with it. */
  stop(): void {
    if (this.#warm?.pid) process.kill(-this.#warm.pid, 'SIGKILL');
    this.#warm = null;
  }

  async #start(): Promise<ChildProcess> {
    const program = join(this.#folder, 'test/mistakes/warm-tests.ts');
    const warm = fork(program, { cwd: this.#folder, detached: true, stdio: 'ignore' });
    await once(warm, 'message');
    return warm;
  }
}
