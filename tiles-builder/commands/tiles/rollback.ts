import type { CAC } from 'cac';
import { type RollbackSummary, rollbackRegion } from '../../publish/rollback-region.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { addWritableBucketOptions, type BucketOptions, withBucket } from './bucket-option.ts';

interface Options extends BucketOptions {
  readonly to?: string;
  readonly json?: boolean;
}

export function addRollback(cli: CAC, { print }: Screen): void {
  addWritableBucketOptions(cli.command('rollback <region>', 'Make an earlier version of a region live again'))
    .option('--to <version>', 'The version, as `publish` named it')
    .example('npm run tiles -- rollback riviera --to riviera-0123456789abcdef --bucket population-tiles')
    .action(async (region: string, options: Options) => {
      const { to } = options;
      if (!to) throw new UsageError('rollback needs --to VERSION');
      await withBucket(options, async (bucket) => {
        const summary = await rollbackRegion(region, to, bucket, Date.now());
        print(options, summary, describe(summary));
      });
    });
}

function describe({ version, replaced, liveRegions, wasLive }: RollbackSummary): string[] {
  const live = `Live regions: ${liveRegions.join(', ')}.`;
  if (wasLive) return [`${version} was live already: nothing has changed. ${live}`];
  const instead = replaced === null ? '' : ` instead of ${replaced}`;
  return [`${version} is live${instead}, all of its objects are there. ${live}`];
}
