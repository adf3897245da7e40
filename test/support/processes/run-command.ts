/** Runs a command as a process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

export const projectFolder = join(import.meta.dirname, '../../..');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** Standard error without progress. */
  readonly said: string;
  readonly stderr: string;
}

export interface Run {
  /** `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly through?: readonly string[];
  readonly cwd?: string;
  readonly preload?: string;
}

const ENDS_WITHIN_MS = 120_000;
/** `reading roads: 0.3 s, 12K/s`. */
const PROGRESS = /^.*: \d[\d.]* s(, [\d.]+[KMB]?\/s)?$/;
/** No credentials of buckets. */
const { R2_ENDPOINT, R2_ACCESS_KEY_ID, R2_SECRET_ACCESS_KEY, ...own } = process.env;

export function fileOfScript(script: string): string {
  const line = packageJson.scripts[script as keyof typeof packageJson.scripts];
  return /^(?:exec )?node (?:--\S+ (?:\S+\.js )?)*(\S+)(?: && .+)?$/.exec(line)![1];
}

export function runProcess(file: string, words: readonly string[], run: Run = {}): Promise<Ended> {
  const { env, through = [], cwd = projectFolder, preload } = run;
  const options = { cwd, env: { ...own, ...env }, timeout: ENDS_WITHIN_MS };
  const imports = preload === undefined ? [] : ['--import', preload];
  const [program, ...rest] = [...through, process.execPath, ...imports, join(projectFolder, file), ...words];
  return new Promise((resolve) => {
    execFile(program!, rest, options, (error, stdout, stderr) => {
      const said = stderr.split('\n').filter((line) => line !== '' && !PROGRESS.test(line));
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr, said: said.join('\n') });
    });
  });
}
