import type { CAC } from 'cac';
import { withdrawRegion } from '../../publish/rollback-region.ts';
import type { Screen } from '../screen.ts';
import { type BucketOptions, takesBucket, whereOf, withBucket } from './bucket-option.ts';
import { describeWithdrawal } from './describe-bucket.ts';

/** `tiles -- withdraw`: takes a region off the service. */
export function addWithdraw(cli: CAC, { print }: Screen): void {
  takesBucket(cli.command('withdraw <region>', 'Take a region out of what is live; its version is kept'))
    .example('npm run tiles -- withdraw riviera --bucket population-tiles')
    .action(async (region: string, options: BucketOptions & { readonly json?: boolean }) => {
      await withBucket(options, async (bucket) => {
        const summary = await withdrawRegion(region, bucket, Date.now());
        print(options, summary, describeWithdrawal(summary, whereOf(options)));
      });
    });
}
