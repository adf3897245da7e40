import type { CAC } from 'cac';
import type { SweptServer } from '../../daytime/server-databases.ts';
import type { Cleaned } from '../../pipeline/clean-steps.ts';
import { clickhouseAddress } from '../clickhouse-address.ts';
import type { Screen } from '../screen.ts';

interface Options {
  readonly steps?: string;
  readonly clickhouse?: string | readonly string[];
  readonly json?: boolean;
}

/** `tiles -- clean`: removes steps and what killed builds left. */
export function addClean(cli: CAC, { print }: Screen): void {
  cli
    .command(
      'clean <folder>',
      'Remove the steps of a dataset, and what builds and other commands left when they were killed',
    )
    .option('--steps <folder>', 'Where the steps were kept, if not beside the dataset')
    .option(
      '--clickhouse <url>',
      'ClickHouse server on which to drop what killed builds of this machine left',
    )
    .example('npm run tiles -- clean region')
    .action(async (folder: string, options: Options) => {
      const { cleanSteps } = await import('../../pipeline/clean-steps.ts');
      const cleaned = cleanSteps(folder, options.steps);
      const clickhouse = clickhouseAddress(options.clickhouse, process.env);
      const { sweepServer } = await import('../../daytime/server-engine.ts');
      const server = clickhouse === undefined ? null : await sweepServer(clickhouse);
      print(options, { ...cleaned, server }, [
        ...describe(cleaned),
        ...(server ? describeServer(server) : []),
      ]);
    });
}

const describeServer = ({ server, dropped, left }: SweptServer & { readonly server: string }): string[] => [
  dropped.length === 0
    ? `Dropped nothing on ${server}.`
    : `Dropped ${dropped.length} databases on ${server}:`,
  ...dropped.map((name) => `  ${name}`),
  ...left.map((name) => `Left alone: ${name}, a process may be at work in it`),
];

const describe = ({ removed, left }: Cleaned): string[] => [
  removed.length === 0 ? 'There was nothing to remove.' : `Removed ${removed.length} steps and leftovers:`,
  ...removed.map((path) => `  ${path}`),
  ...left.map(({ path, host, pid }) => `Left alone: ${path}, process ${pid} on ${host} may be at work on it`),
];
