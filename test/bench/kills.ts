/** Benchmark of killing a build at random times: its cost, and whether the dataset stays equal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Random } from '../../tiles-builder/numbers/random.ts';
import type { Progress } from '../../tiles-builder/records.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { projectFolder } from '../support/processes/run-command.ts';

export interface KillFigures {
  readonly kills: number;
  readonly seed: number;
  readonly undisturbed_s: number;
  readonly killed_s: number;
  /** Share of the undisturbed build, mean. */
  readonly cost_of_a_kill: number;
  readonly is_same: boolean;
  readonly left: readonly string[];
}

/** Share of the undisturbed build. */
const LONGEST_ATTEMPT = 0.25;

export async function benchKills(
  config: string,
  { kills, seed, scratch = tmpdir() }: { kills: number; seed: number; scratch?: string | undefined },
  progress: Progress,
): Promise<KillFigures> {
  const folder = mkdtempSync(join(scratch, 'kills-'));
  try {
    const [undisturbed, killed] = [join(folder, 'undisturbed/out'), join(folder, 'killed/out')];
    progress('Build undisturbed');
    const undisturbed_s = await attempt(config, undisturbed);
    const random = new Random(seed);
    let killed_s = 0;
    for (let kill = 0; kill < kills; kill++) {
      progress('Build and kill', kill, kills);
      killed_s += await attempt(config, killed, random.unit() * LONGEST_ATTEMPT * undisturbed_s);
    }
    progress('Build to the end');
    killed_s += await attempt(config, killed);
    const before = bytesOfFiles(undisturbed);
    const after = bytesOfFiles(killed);
    const figures = {
      kills,
      seed,
      undisturbed_s,
      killed_s,
      cost_of_a_kill: (killed_s - undisturbed_s) / kills / undisturbed_s,
      is_same:
        before.size === after.size && [...before].every(([file, bytes]) => after.get(file)?.equals(bytes)),
      left: readdirSync(join(folder, 'killed')).filter((name) => /steps|unfinished|replaced/.test(name)),
    };
    console.log(described(figures));
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const described = ({
  undisturbed_s,
  killed_s,
  kills,
  seed,
  cost_of_a_kill,
  is_same,
  left,
}: KillFigures): string =>
  `${undisturbed_s.toFixed(1)} s undisturbed, ${killed_s.toFixed(1)} s with ${kills} kills (seed ${seed}): each costs ` +
  `${(100 * cost_of_a_kill).toFixed(1)} %; the dataset is ${is_same ? 'the same' : 'another'}; ${left.length} files are left`;

/** @returns seconds until it ended or was killed */
async function attempt(config: string, out: string, killAfter_s?: number): Promise<number> {
  const words = [join(projectFolder, 'tiles-builder/commands/tiles.ts'), 'build', config, '--out', out];
  const started = performance.now();
  const build = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: Buffer[] = [];
  build.stderr.on('data', (text: Buffer) => said.push(text));
  const ended = once(build, 'exit') as Promise<[number | null]>;
  if (killAfter_s !== undefined) {
    const done = new AbortController();
    const kill = setTimeout(1_000 * killAfter_s, undefined, { signal: done.signal }).then(
      () => build.kill('SIGKILL'),
      () => false,
    );
    void ended.then(() => done.abort());
    await kill;
  }
  const [code] = await ended;
  if (code !== 0 && (killAfter_s === undefined || code !== null)) {
    throw new Error(`a build ended with ${code}: ${Buffer.concat(said)}`);
  }
  return (performance.now() - started) / 1_000;
}
