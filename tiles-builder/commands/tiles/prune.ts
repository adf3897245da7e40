import type { CAC } from 'cac';
import { type PruneSummary, pruneVersions } from '../../publish/prune-versions.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { type BucketOptions, withBucket } from './bucket-option.ts';

interface Options extends BucketOptions {
  readonly keep: string | number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addPrune(cli: CAC, { progress, print }: Screen): void {
  cli
    .command('prune', 'Remove versions that are out of use')
    .option('--keep <versions>', 'Earlier versions of each region to keep, for going back', { default: 1 })
    .option('--dry-run', 'Only show what would be removed')
    .option('--local', 'From the local R2 that `npm start` and `wrangler dev` read')
    .option(
      '--bucket <name>',
      'From this R2 bucket, by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY',
    )
    .action(async (options: Options) => {
      const keep = Number(options.keep);
      if (!Number.isInteger(keep) || keep < 0)
        throw new UsageError('--keep takes a whole number of versions');
      await withBucket(options, async (bucket) => {
        const dryRun = options.dryRun ?? false;
        const summary = await pruneVersions(bucket, { keep, dryRun, now_ms: Date.now(), progress });
        print(options, summary, describe(summary));
      });
    });
}

function describe({ pruned, kept, objects, dryRun }: PruneSummary): string[] {
  const keptLine = `Kept: ${kept.join(', ')}.`;
  if (pruned.length === 0) return ['Nothing to remove.', keptLine];
  return [`${dryRun ? 'To be removed' : 'Removed'}: ${pruned.join(', ')} (${objects} objects).`, keptLine];
}
