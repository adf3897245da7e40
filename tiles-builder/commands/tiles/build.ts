import type { CAC } from 'cac';
import { readConfig } from '../../sources/config/config.ts';
import { clickhouseAddress } from '../clickhouse-address.ts';
import { wholeNumber } from '../number-option.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { buildInProcesses } from './build-in-processes.ts';

interface Options {
  readonly out?: string;
  readonly steps?: string;
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
      '--threads <n>',
      'How many H3 cells of homes and census to work on at a time; as many as there are processors without it',
    )
    .option('--clickhouse <url>', 'ClickHouse server for the locations; the embedded engine without it')
    .example('npm run tiles -- build region.json --out region')
    .action(async (configFile: string, options: Options) => {
      const { out, steps, threads } = options;
      if (!out) throw new UsageError('build needs --out FOLDER');
      const clickhouse = clickhouseAddress(options.clickhouse, process.env);
      const own = {
        clickhouse,
        steps,
        threads: threads === undefined ? undefined : wholeNumber('--threads', threads),
      };
      const config = readConfig(configFile);
      const built = await buildInProcesses({ config, out, options: own }, progress);
      const { describeBuild } = await import('./describe-build.ts');
      const summary = { ...built, seconds: performance.now() / 1000 };
      print(options, summary, describeBuild(summary));
    });
}
