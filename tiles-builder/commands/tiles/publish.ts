import type { CAC } from 'cac';
import { type PublishSummary, publishDataset } from '../../publish/publish-dataset.ts';
import type { Screen } from '../screen.ts';
import { type BucketOptions, withBucket } from './bucket-option.ts';
import { megabytes } from './describe-manifest.ts';

export function addPublish(cli: CAC, { progress, print }: Screen): void {
  cli
    .command('publish <folder>', 'Upload a dataset and make it the live version of its region')
    .option('--local', 'Into the local R2 that `npm start` and `wrangler dev` read')
    .option(
      '--bucket <name>',
      'Into this R2 bucket, by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY',
    )
    .action(async (folder: string, options: BucketOptions & { readonly json?: boolean }) => {
      await withBucket(options, async (bucket) => {
        const summary = await publishDataset(folder, bucket, progress);
        print(options, summary, describe(summary, options.bucket));
      });
    });
}

/** @param bucket name of the bucket, `undefined` for the local one */
function describe(summary: PublishSummary, bucket: string | undefined): string[] {
  const { region, version, replaced } = summary;
  const where = bucket === undefined ? '--local' : `--bucket ${bucket}`;
  return [
    `${version} is live: ${summary.uploaded} objects (${megabytes(summary.bytes)}) uploaded, ` +
      `${summary.alreadyThere} were there already. Live regions: ${summary.liveRegions.join(', ')}.`,
    ...(replaced === null
      ? []
      : [`To go back: npm run tiles -- rollback ${region} --to ${replaced} ${where}`]),
  ];
}
