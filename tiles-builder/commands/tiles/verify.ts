import type { CAC } from 'cac';
import { EXIT } from '../../base/failures/problem.ts';
import { verifyBucket } from '../../publish/verify-bucket.ts';
import { type Verification, verifyDataset } from '../../verify/verify-dataset.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import {
  type BucketOptions,
  namesBucket,
  provesObjects,
  takesBucket,
  whereOf,
  withBucket,
} from './bucket-option.ts';
import { describeBucketVerification } from './describe-bucket.ts';
import { describeManifest } from './describe-manifest.ts';

interface Options extends BucketOptions {
  readonly json?: boolean;
}

/** `tiles -- verify`: reads back all tiles of a dataset folder, or checks a bucket's objects. */
export function addVerify(cli: CAC, { progress, print }: Screen): void {
  const command = cli.command(
    'verify [folder]',
    'Read a dataset back as the Worker will, or prove the versions in a bucket whole: of a region, or of all',
  );
  provesObjects(takesBucket(command))
    .example('npm run tiles -- verify riviera')
    .example('npm run tiles -- verify riviera --bucket population-tiles --read')
    .action(async (folder: string | undefined, options: Options) => {
      if (namesBucket(options)) {
        return withBucket(options, async (bucket) => {
          const verification = await verifyBucket(bucket, folder ?? null, progress);
          print(options, verification, describeBucketVerification(verification, whereOf(options)));
          if (verification.versions.some(({ faults }) => faults.length > 0)) process.exitCode = EXIT.input;
        });
      }
      if (options.read) throw new UsageError('--read goes with --bucket: of a folder every byte is read');
      if (folder === undefined) throw new UsageError('verify needs a folder, --local or --bucket NAME');
      const verification = await verifyDataset(folder, progress, Date.now());
      print(options, verification, describe(verification));
      if (verification.faults.length > 0) process.exitCode = EXIT.input;
    });
}

function describe({ manifest, built_at, faults, checks }: Verification): string[] {
  return [
    `Dataset ${manifest.version}, built ${built_at}:`,
    ...describeManifest(manifest),
    ...checks.map((check) => `  ✓ ${check}`),
    ...faults.map((fault) => `  ✗ ${fault}`),
    faults.length === 0
      ? 'Every object is as it was built, and counts and roads read back as the Worker will read them.'
      : `${faults.length} faults.`,
  ];
}
