import type { CAC } from 'cac';
import { pruneVersions } from '../../publish/prune-versions.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { type BucketOptions, takesBucket, withBucket } from './bucket-option.ts';
import { describePrune } from './describe-bucket.ts';

interface Options extends BucketOptions {
  readonly keep: string | number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `tiles -- prune`: removes former versions from a bucket. */
export function addPrune(cli: CAC, { progress, print }: Screen): void {
  takesBucket(cli.command('prune', 'Remove versions that are out of use'))
    .option('--keep <versions>', 'Earlier versions of each region to keep, for going back', { default: 1 })
    .option('--dry-run', 'Only show what would be removed')
    .action(async (options: Options) => {
      const keep = Number(options.keep);
      if (!Number.isInteger(keep) || keep < 0)
        throw new UsageError('--keep takes a whole number of versions');
      const dryRun = options.dryRun ?? false;
      await withBucket(options, async (bucket) => {
        const summary = await pruneVersions(bucket, { keep, dryRun, now: Date.now, progress });
        print(options, summary, describePrune(summary));
      });
    });
}
