import type { CAC } from 'cac';
import { EXIT } from '../../problem.ts';
import { type BucketVerification, verifyBucket } from '../../publish/verify-bucket.ts';
import { type Verification, verifyDataset } from '../../verify/verify-dataset.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { addBucketOptions, type BucketOptions, withBucket } from './bucket-option.ts';
import { describeManifest, megabytes } from './describe-manifest.ts';

interface Options extends BucketOptions {
  readonly json?: boolean;
}

export function addVerify(cli: CAC, { progress, print }: Screen): void {
  addBucketOptions(
    cli.command(
      'verify [folder]',
      'Read a dataset back as the Worker will, every tile of it; or prove the versions in a bucket whole, of the region that is named or of all',
    ),
  )
    .example('npm run tiles -- verify riviera')
    .example('npm run tiles -- verify riviera --bucket population-tiles')
    .action(async (folder: string | undefined, options: Options) => {
      if (options.local || options.bucket) {
        return withBucket(options, async (bucket) => {
          const verification = await verifyBucket(bucket, folder ?? null, progress);
          print(options, verification, describeInBucket(verification));
          if (verification.versions.some(({ faults }) => faults.length > 0)) process.exitCode = EXIT.input;
        });
      }
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
    ...checks.map((check) => `  ok: ${check}`),
    ...faults.map((fault) => `  FAULT: ${fault}`),
    faults.length === 0 ? 'Every tile reads back as the Worker will read it.' : `${faults.length} faults.`,
  ];
}

function describeInBucket({ versions, unfinished }: BucketVerification): string[] {
  const damaged = versions.filter(({ faults }) => faults.length > 0);
  return [
    ...versions.flatMap(({ version, state, objects, bytes, faults }) => [
      faults.length === 0
        ? `  ok: ${version} (${state}): ${objects} objects, ${megabytes(bytes)}`
        : `  FAULT: ${version} (${state}) is not whole:`,
      ...faults.map((fault) => `    ${fault}`),
    ]),
    ...unfinished.map((version) => `  ${version}: its upload is not finished`),
    damaged.length === 0
      ? 'Every object of these versions is in the bucket as it was published.'
      : `${damaged.length} of ${versions.length} versions are damaged: publish their folders again, which uploads what is missing.`,
  ];
}
