import type { CAC } from 'cac';
import { type RollbackSummary, rollbackRegion } from '../../publish/rollback-region.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { type BucketOptions, withBucket } from './bucket-option.ts';

interface Options extends BucketOptions {
  readonly to?: string;
  readonly json?: boolean;
}

export function addRollback(cli: CAC, { print }: Screen): void {
  cli
    .command('rollback <region>', 'Make an earlier version of a region live again')
    .option('--to <version>', 'The version, as `publish` named it')
    .option('--local', 'In the local R2 that `npm start` and `wrangler dev` read')
    .option('--bucket <name>', 'In this R2 bucket, by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY')
    .example('npm run tiles -- rollback riviera --to riviera-0123456789abcdef --bucket population-tiles')
    .action(async (region: string, options: Options) => {
      const { to } = options;
      if (!to) throw new UsageError('rollback needs --to VERSION');
      await withBucket(options, async (bucket) => {
        const summary = await rollbackRegion(region, to, bucket);
        print(options, summary, describe(summary));
      });
    });
}

function describe({ version, replaced, liveRegions }: RollbackSummary): string[] {
  const instead = replaced === null ? '' : ` instead of ${replaced}`;
  return [`${version} is live${instead}. Live regions: ${liveRegions.join(', ')}.`];
}
