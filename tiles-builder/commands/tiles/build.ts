import { readFileSync, statSync } from 'node:fs';
import type { CAC } from 'cac';
import type { BuildSummary } from '../../build/build-dataset.ts';
import { readConfig } from '../../config/config.ts';
import { sha256Of } from '../../dataset/checksums.ts';
import { balancesOf } from '../../examine/examine-sources.ts';
import { hashOfModule } from '../../files/hash-sources.ts';
import { whole } from '../../numbers/whole-number.ts';
import { describeComparison } from '../../registers/compare-working.ts';
import { describeRegisters } from '../../registers/registers-report.ts';
import { ProcessGrown } from '../../steps/run-steps.ts';
import type { Shard } from '../../steps/shard.ts';
import { describeReadings } from '../../working/read-locations.ts';
import type { PrivacyReport } from '../../working/sum-panel.ts';
import { clickhouseAddresses } from '../clickhouse-address.ts';
import {
  canRenewProcess,
  renewProcess,
  requireSame,
  secondsAtWork,
  shouldBeginAnew,
} from '../renewed-process.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { buildInThread } from './build-in-thread.ts';
import { describeManifest } from './describe-manifest.ts';

/** Above the build of a town. */
const MOST_KEPT_MB = 900;

interface Options {
  readonly out?: string;
  readonly steps?: string;
  readonly shard?: string;
  readonly wait?: string;
  readonly threads?: string;
  readonly keepMemory?: string;
  readonly clickhouse?: string | readonly string[];
  readonly json?: boolean;
}

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
    .option(
      '--keep-memory <mb>',
      `How much memory steps may leave behind before the build goes on as a new process; ${MOST_KEPT_MB} without it`,
    )
    .option(
      '--clickhouse <urls>',
      'ClickHouse servers for the locations, with commas between them; the embedded engine without it',
    )
    .example('npm run tiles -- build region.json --out region')
    .action(async (configFile: string, options: Options) => {
      const { out, steps, shard, wait, threads, keepMemory } = options;
      if (!out) throw new UsageError('build needs --out FOLDER');
      if (wait !== undefined && shard === undefined) throw new UsageError('--wait goes with --shard');
      const clickhouse = clickhouseAddresses(options.clickhouse, process.env);
      const mostKept_bytes = readMegabytes(keepMemory) * 2 ** 20;
      // Pipes cannot be read again.
      const canRenew =
        canRenewProcess && (statSync(configFile, { throwIfNoEntry: false })?.isFile() ?? false);
      const own = {
        ...{ clickhouse, steps, shard: readShard(shard), wait_ms: readWait_ms(wait) },
        threads: readThreads(threads),
        mostKept_bytes: canRenew ? mostKept_bytes : undefined,
      };
      const config = readConfig(configFile);
      const madeFrom = canRenew
        ? `${sha256Of(readFileSync(configFile))} ${hashOfModule(import.meta.resolve('./build-thread.ts'))}`
        : '';
      requireSame(madeFrom);
      if (canRenew && shouldBeginAnew()) renewProcess(madeFrom);
      const built = await buildInThread({ config, out, options: own }, progress).catch((cause) => {
        if (cause instanceof ProcessGrown) renewProcess(madeFrom);
        throw cause;
      });
      const summary = built && { ...built, seconds: secondsAtWork() };
      if (summary) print(options, summary, describe(summary));
      else print(options, { shard }, [`Shard ${shard} is done; another one puts the dataset in its place.`]);
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

function readMegabytes(text = String(MOST_KEPT_MB)): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`--keep-memory takes a number of megabytes, not ${text}`);
}

export function describe(summary: BuildSummary): string[] {
  const { manifest, folder, seconds, examination, warnings, working, registers, comparison } = summary;
  return [
    `Dataset ${manifest.version} built in ${seconds.toFixed(1)} s:`,
    ...balancesOf(examination).map(({ message }) => `  ✓ ${message}`),
    ...describeManifest(manifest),
    ...(working
      ? [
          `  locations  ${describeReadings(working.readings)}`,
          `  privacy    ${describeBottomCoding(working.privacy)}`,
        ]
      : []),
    ...(comparison ? describeComparison(comparison) : registers ? describeRegisters(registers) : []),
    ...warnings.map((warning) => `  warning: ${warning}`),
    `It is in ${folder}. Next: npm run tiles -- verify ${folder}, then npm run tiles -- publish ${folder} --local`,
  ];
}

/** Groups of the version before that have too few persons now. */
const describeBottomCoding = ({ groups, groups_bottom_coded, persons_bottom_coded }: PrivacyReport): string =>
  `${whole(groups_bottom_coded)} of ${whole(groups)} groups bottom-coded, with ${whole(persons_bottom_coded)} persons`;
