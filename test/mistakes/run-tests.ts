/** Runs tests until one fails, in a warm process, ended with its children on timeout. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface RunRequest {
  /** Paths from the project's root. */
  readonly tests: readonly string[];
  /** Files changed since the last run. */
  readonly changed: readonly string[];
}

export interface RunResult {
  readonly files: readonly TestFileResult[];
  /** Something failed outside of tests. */
  readonly has_stray_errors: boolean;
}

export interface TestFileResult {
  readonly file: string;
  /** `given up`: another failed first. */
  readonly state: 'passed' | 'failed' | 'given up';
  /** First failed test, and its message. */
  readonly failure: string | null;
}

export class TestRunner {
  readonly #folder: string;
  #warm: ChildProcess | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns null on timeout or crash */
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
