import type { CAC } from 'cac';
import { recoverCurrent } from '../../publish/recover-current.ts';
import type { Screen } from '../screen.ts';
import { type BucketOptions, BY_ENVIRONMENT, SOLE_PUBLISHER, whereOf, withBucket } from './bucket-option.ts';
import { describeRecovery } from './describe-bucket.ts';

export function addRecoverCurrent(cli: CAC, { progress, print }: Screen): void {
  cli
    .command(
      'recover-current [...versions]',
      'Build the list of live versions anew where it is damaged or lost',
    )
    .option('--local', 'In the local R2 that `npm start` and `wrangler dev` read')
    .option('--bucket <name>', BY_ENVIRONMENT)
    .option('--sole-publisher', SOLE_PUBLISHER)
    .example('npm run tiles -- recover-current riviera-0123456789abcdef --bucket population-tiles')
    .action(async (versions: readonly string[], options: BucketOptions & { readonly json?: boolean }) => {
      await withBucket(options, async (bucket) => {
        const summary = await recoverCurrent(bucket, versions, Date.now(), progress);
        print(options, summary, describeRecovery(summary, whereOf(options)));
      });
    });
}
