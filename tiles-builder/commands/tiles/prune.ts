import type { CAC } from 'cac';
import { type PruneFormatSummary, pruneFormat } from '../../publish/prune-format.ts';
import { type PruneSummary, pruneVersions } from '../../publish/prune-versions.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { addWritableBucketOptions, type BucketOptions, withBucket } from './bucket-option.ts';
import { describeForeign } from './describe-foreign.ts';
import { megabytes } from './describe-manifest.ts';

interface Options extends BucketOptions {
  readonly keep: string | number;
  readonly format?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addPrune(cli: CAC, { progress, print }: Screen): void {
  addWritableBucketOptions(cli.command('prune', 'Remove versions that are out of use'))
    .option('--keep <versions>', 'Earlier versions of each region to keep, for going back', { default: 1 })
    .option('--format <number>', 'Remove all objects of this earlier format instead')
    .option('--dry-run', 'Only show what would be removed')
    .action(async (options: Options) => {
      const { format, dryRun = false } = options;
      const keep = Number(options.keep);
      if (!Number.isInteger(keep) || keep < 0)
        throw new UsageError('--keep takes a whole number of versions');
      await withBucket(options, async (bucket) => {
        if (format !== undefined) {
          const summary = await pruneFormat(Number(format), bucket, { dryRun, progress });
          return print(options, summary, [describeFormat(summary)]);
        }
        const summary = await pruneVersions(bucket, { keep, dryRun, now_ms: Date.now(), progress });
        print(options, summary, describe(summary));
      });
    });
}

function describe(summary: PruneSummary): string[] {
  const { pruned, live, kept, objects, bytes, formats, foreign, dryRun } = summary;
  const names = pruned.length === 0 ? 'no version' : pruned.join(', ');
  return [
    pruned.length === 0 && objects === 0
      ? 'Nothing to remove.'
      : `${dryRun ? 'To be removed' : 'Removed'}: ${names} (${objects} objects, ${megabytes(bytes)}).`,
    `Live: ${live.join(', ') || 'none'}. Kept: ${kept.join(', ') || 'none'}.`,
    ...formats.map(
      ({ format, objects, bytes }) =>
        `Of format ${format} there are ${objects} objects (${megabytes(bytes)}): prune --format ${format} removes them.`,
    ),
    ...describeForeign(foreign),
  ];
}

function describeFormat({ format, objects, bytes, dryRun }: PruneFormatSummary): string {
  if (objects === 0) return `There is nothing of format ${format}.`;
  return `${dryRun ? 'To be removed' : 'Removed'}: all of format ${format} (${objects} objects, ${megabytes(bytes)}).`;
}
