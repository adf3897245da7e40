import type { CAC } from 'cac';
import { type RecoverySummary, recoverCurrent } from '../../publish/recover-current.ts';
import type { Screen } from '../screen.ts';
import { addWritableBucketOptions, type BucketOptions, whereOf, withBucket } from './bucket-option.ts';

export function addRecoverCurrent(cli: CAC, { progress, print }: Screen): void {
  addWritableBucketOptions(
    cli.command(
      'recover-current [...versions]',
      'Build the list of live versions anew where it is damaged or lost; without versions, show which are whole',
    ),
  )
    .example('npm run tiles -- recover-current riviera-0123456789abcdef --bucket population-tiles')
    .action(async (versions: readonly string[], options: BucketOptions & { readonly json?: boolean }) => {
      await withBucket(options, async (bucket) => {
        const summary = await recoverCurrent(bucket, versions.map(String), Date.now(), progress);
        print(options, summary, describe(summary, whereOf(options)));
      });
    });
}

/** @param where the option that names the bucket */
function describe({ live, whole, broken }: RecoverySummary, where: string): string[] {
  const notWhole = broken.map((key) => `  not whole: ${key}`);
  if (live.length > 0) {
    return [`Live again: ${live.join(', ')}. Kept: ${whole.join(', ') || 'none'}.`, ...notWhole];
  }
  return [
    'Nothing was written. These versions are whole, the one that was uploaded last comes last:',
    ...whole.map((version) => `  ${version}`),
    ...notWhole,
    `Name those that are to be live, one of each region: npm run tiles -- recover-current VERSION … ${where}`,
  ];
}
