import type { CAC } from 'cac';
import type { Shard } from '../../base/steps/shard.ts';
import { readConfig } from '../../sources/config/config.ts';
import { clickhouseAddress } from '../clickhouse-address.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { buildInProcesses } from './build-in-processes.ts';

interface Options {
  readonly out?: string;
  readonly steps?: string;
  readonly shard?: string;
  readonly wait?: string;
  readonly threads?: string;
  readonly clickhouse?: string | readonly string[];
  readonly json?: boolean;
}

/** `tiles -- build`: builds a dataset in child processes. */
export function addBuild(cli: CAC, { progress, print }: Screen): void {
  cli
    .command('build <config>', 'Build a dataset from the sources that a configuration names')
    .option(
      '--out <folder>',
      'Folder of the dataset; an earlier dataset in it is replaced when the build has succeeded',
    )
    .option('--steps <folder>', 'Where to keep what the steps make, for the next build')
    .option(
      '--shard <i/n>',
      'Do one of n shards, counted from 0, of a build by several processes: 0/16 to 15/16',
    )
    .option('--wait <seconds>', 'How long a shard waits for others while none of them gets on')
    .option(
      '--threads <n>',
      'How many H3 cells of homes and census to work on at a time; as many as there are processors without it',
    )
    .option('--clickhouse <url>', 'ClickHouse server for the locations; the embedded engine without it')
    .example('npm run tiles -- build region.json --out region')
    .action(async (configFile: string, options: Options) => {
      const { out, steps, shard, wait, threads } = options;
      if (!out) throw new UsageError('build needs --out FOLDER');
      if (wait !== undefined && shard === undefined) throw new UsageError('--wait goes with --shard');
      const clickhouse = clickhouseAddress(options.clickhouse, process.env);
      const own = {
        ...{ clickhouse, steps, shard: readShard(shard), wait_ms: readWait_ms(wait) },
        threads: readThreads(threads),
      };
      const config = readConfig(configFile);
      const built = await buildInProcesses({ config, out, options: own }, progress);
      if (built === null) {
        print(options, { shard }, [`Shard ${shard} is done; another one puts the dataset in its place.`]);
        return;
      }
      const { describeBuild } = await import('./describe-build.ts');
      const summary = { ...built, seconds: performance.now() / 1000 };
      print(options, summary, describeBuild(summary));
    });
}

function readShard(text = '0/1'): Shard {
  const [, index, of] = text.match(/^(\d+)\/(\d+)$/) ?? [];
  if (Number(index) < Number(of)) return { index: Number(index), of: Number(of) };
  throw new UsageError('--shard takes I/N, I from 0 to N - 1');
}

function readWait_ms(text = '0'): number {
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  throw new UsageError(`--wait takes a whole number of seconds, not ${text}`);
}

function readThreads(text?: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new UsageError(`--threads takes a number from 1 to 999, not ${text}`);
}
