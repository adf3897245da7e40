import type { CAC } from 'cac';
import { pruneFormat, pruneVersions } from '../../publish/prune-versions.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { type BucketOptions, takesBucket, withBucket } from './bucket-option.ts';
import { describePrune, describePruneFormat } from './describe-bucket.ts';

interface Options extends BucketOptions {
  readonly keep: string | number;
  readonly format?: string | number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `tiles -- prune`: removes former versions or formats from a bucket. */
export function addPrune(cli: CAC, { progress, print }: Screen): void {
  takesBucket(cli.command('prune', 'Remove versions that are out of use'))
    .option('--keep <versions>', 'Earlier versions of each region to keep, for going back', { default: 1 })
    .option('--format <number>', 'Remove all objects of this earlier format instead')
    .option('--dry-run', 'Only show what would be removed')
    .action(async (options: Options) => {
      const keep = readWhole(options.keep, '--keep takes a whole number of versions');
      const format =
        options.format === undefined
          ? null
          : readWhole(options.format, '--format takes the number of a format');
      const dryRun = options.dryRun ?? false;
      await withBucket(options, async (bucket) => {
        if (format !== null) {
          const summary = await pruneFormat(format, bucket, { dryRun, progress });
          return print(options, summary, describePruneFormat(summary));
        }
        const summary = await pruneVersions(bucket, { keep, dryRun, now: Date.now, progress });
        print(options, summary, describePrune(summary));
      });
    });
}

function readWhole(value: string | number, otherwise: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new UsageError(otherwise);
}
