/** Measures time, memory and disk of a command and its child processes, from /proc. */
import { spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PlatformProblem } from '../../tiles-builder/base/failures/problem.ts';

const LOOK_EVERY_MS = 100;
const LOOK_AT_DISK_EVERY_MS = 1_000;
const MB = 1024 * 1024;
const TICKS_PER_S = 100;

export interface Taken {
  readonly seconds: number;
  readonly cpu_s: number;
  /** All processes together. */
  readonly max_rss_mb: number;
  /** With unnamed open files. */
  readonly disk_mb: number;
}

export interface WatchedStep extends Taken {
  readonly step: string;
}

export interface Watched {
  readonly whole: Taken;
  /** Reported on standard error. */
  readonly steps: readonly WatchedStep[];
  readonly lastLine: string;
}

export interface WatchOptions {
  /** Its initial content does not count. */
  readonly folder: string;
  /** A line of standard error reports the step as ended. */
  readonly stepOf: (line: string) => string | null;
  readonly said: (line: string) => void;
  /** Node if absent. */
  readonly program?: string;
}

export async function watchCommand(words: readonly string[], options: WatchOptions): Promise<Watched> {
  const { folder, stepOf, said, program = process.execPath } = options;
  const before_bytes = bytesIn(folder);
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const pid = child.pid;
  if (pid === undefined) throw new PlatformProblem(`${words[0]} did not start`);
  const whole = new Peak();
  let ofStep = new Peak();
  const steps: WatchedStep[] = [];
  let lastLook = 0;
  let cpu_s = 0;
  const look = (atEnd = false): void => {
    const processes = treeOf(pid);
    const rss_mb = processes.reduce((sum, process) => sum + rssOf(process), 0) / MB;
    cpu_s = Math.max(
      cpu_s,
      processes.reduce((sum, process) => sum + cpuOf(process), 0),
    );
    whole.sawMemory(rss_mb);
    ofStep.sawMemory(rss_mb);
    if (!atEnd && performance.now() - lastLook < LOOK_AT_DISK_EVERY_MS) return;
    lastLook = performance.now();
    const unnamed = processes.reduce((sum, process) => sum + unnamedBytesOf(process, folder), 0);
    const disk_mb = (bytesIn(folder) - before_bytes + unnamed) / MB;
    whole.sawDisk(disk_mb);
    ofStep.sawDisk(disk_mb);
  };
  const timer = setInterval(() => look(), LOOK_EVERY_MS);
  let lastLine = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    lastLine = line;
  });
  let lastError = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastError = line;
    said(line);
    const step = stepOf(line);
    if (step === null) return;
    look(true);
    steps.push({ step, ...ofStep.taken(cpu_s) });
    ofStep = new Peak(cpu_s);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearInterval(timer);
  if (code !== 0) {
    throw new PlatformProblem(`${words.join(' ')} ended with ${code}: ${lastError}\n${lastLine}`);
  }
  return { whole: whole.taken(cpu_s), steps, lastLine };
}

class Peak {
  readonly #startedAt = performance.now();
  readonly #startedCpu_s: number;
  #rss_mb = 0;
  #disk_mb = 0;

  constructor(startedCpu_s = 0) {
    this.#startedCpu_s = startedCpu_s;
  }

  sawMemory(mb: number): void {
    this.#rss_mb = Math.max(this.#rss_mb, mb);
  }

  sawDisk(mb: number): void {
    this.#disk_mb = Math.max(this.#disk_mb, mb);
  }

  taken(cpu_s: number): Taken {
    const rounded = (value: number): number => Math.round(value * 10) / 10;
    return {
      seconds: rounded((performance.now() - this.#startedAt) / 1000),
      cpu_s: rounded(cpu_s - this.#startedCpu_s),
      max_rss_mb: Math.round(this.#rss_mb),
      disk_mb: rounded(this.#disk_mb),
    };
  }
}

/** A process and all that it and its children have started. */
export function treeOf(root: number): number[] {
  const found = [root];
  for (const process of found) {
    const tasks = namesIn(`/proc/${process}/task`);
    for (const task of tasks) {
      const children = textOf(`/proc/${process}/task/${task}/children`).trim();
      if (children !== '') found.push(...children.split(/\s+/).map(Number));
    }
  }
  return found;
}

/** Bytes. */
function rssOf(process: number): number {
  const [, kb] = textOf(`/proc/${process}/status`).match(/^VmRSS:\s+(\d+) kB/m) ?? [];
  return Number(kb ?? 0) * 1024;
}

/** Seconds, with ended children. */
export function cpuOf(process: number): number {
  const fields = textOf(`/proc/${process}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
  const ticks = user + system + childrenUser + childrenSystem;
  return Number.isFinite(ticks) ? ticks / TICKS_PER_S : 0;
}

/** Deleted open files on the folder's disk. */
function unnamedBytesOf(process: number, folder: string): number {
  const disk = statSync(folder).dev;
  const folderOfFiles = `/proc/${process}/fd`;
  let bytes = 0;
  for (const name of namesIn(folderOfFiles)) {
    const stat = statSync(join(folderOfFiles, name), { throwIfNoEntry: false });
    if (stat?.isFile() && stat.nlink === 0 && stat.dev === disk) bytes += stat.blocks * 512;
  }
  return bytes;
}

/** Skips files that disappear. */
export function bytesIn(folder: string): number {
  return namesIn(folder).reduce((bytes, name) => {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return bytes + (stat?.isDirectory() ? bytesIn(path) : (stat?.blocks ?? 0) * 512);
  }, 0);
}

/** Empty if it is gone. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty if the process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
