/** Writes the lines that commands on a bucket print about their results. */
import type { BucketListing } from '../../publish/list-bucket.ts';
import { describeNeighbours } from '../../publish/neighbours/describe-neighbours.ts';
import { IN_USE_MS, type PruneSummary } from '../../publish/prune-versions.ts';
import type { PublishSummary } from '../../publish/publish-dataset.ts';
import type { RecoverySummary } from '../../publish/recover-current.ts';
import type { RollbackSummary, WithdrawalSummary } from '../../publish/rollback-region.ts';
import type { BucketVerification } from '../../publish/verify-bucket.ts';
import type { ServiceCheck } from '../../verify/check-service.ts';
import { LOCAL } from './bucket-option.ts';
import { megabytes } from './describe-manifest.ts';

/** @param service address of an `npm start` that runs here, `null` if none does */
export function describePublish(summary: PublishSummary, where: string, service: string | null): string[] {
  const { region, version, replaced, wasLive, dryRun, uploaded, alreadyThere, liveRegions } = summary;
  const neighbours = describeNeighbours(summary.neighbours);
  const size = `${uploaded} objects (${megabytes(summary.bytes)})`;
  if (dryRun) {
    const what = wasLive ? `${version} is live already` : `${version} would go live${instead(replaced)}`;
    return [
      `${what}; ${size} would be uploaded, ${alreadyThere} are there already. Nothing was written.`,
      ...neighbours,
    ];
  }
  const live = `Live regions: ${liveRegions.join(', ')}.`;
  if (wasLive) {
    return [`${version} was live already: ${describeRepair(summary, size)}. ${live}`, ...neighbours];
  }
  return [
    `${version} is live: ${size} uploaded, ${alreadyThere} were there already. ${live}`,
    ...neighbours,
    ...(where === LOCAL
      ? [`To see it: ${service === null ? 'npm start' : `${service}, which shows it within a minute`}`]
      : []),
    ...(replaced === null
      ? []
      : [`To go back: npm run tiles -- rollback ${region} --to ${replaced} ${where}`]),
  ];
}

function describeRepair({ uploaded, read }: PublishSummary, size: string): string {
  const by = read
    ? 'every byte was read'
    : 'by size and checksum as the bucket lists them; --read reads every byte';
  return uploaded === 0
    ? `all of its objects are there (${by}), and nothing has changed`
    : `${size} that were missing or damaged (${by}) were uploaded again`;
}

const instead = (replaced: string | null): string => (replaced === null ? '' : ` instead of ${replaced}`);

export const describeServiceCheck = ({ waited_s, fault }: ServiceCheck): string[] => [
  fault === null ? `The service answers from it after ${waited_s.toFixed(0)} s.` : `FAULT: ${fault}.`,
];

export function describeRollback({ version, replaced, liveRegions, wasLive }: RollbackSummary): string[] {
  const live = `Live regions: ${liveRegions.join(', ')}.`;
  if (wasLive) return [`${version} was live already: nothing has changed. ${live}`];
  return [`${version} is live${instead(replaced)}, all of its objects are there. ${live}`];
}

export const describeWithdrawal = (
  { region, version, liveRegions }: WithdrawalSummary,
  where: string,
): string[] => [
  `Nothing of ${region} is live any more. Live regions: ${liveRegions.join(', ') || 'none'}.`,
  `To go back: npm run tiles -- rollback ${region} --to ${version} ${where}`,
];

export function describePrune(summary: PruneSummary): string[] {
  const { pruned, live, kept, inUse, objects, bytes, young, left, foreign, dryRun } = summary;
  const names = pruned.length === 0 ? 'no version' : pruned.join(', ');
  const size = `${objects} objects, ${megabytes(bytes)}`;
  return [
    pruned.length === 0 && objects === 0
      ? 'Nothing to remove.'
      : `${dryRun ? 'To be removed' : 'Removed'}: ${names} (${size}).`,
    `Live: ${live.join(', ') || 'none'}. Kept: ${kept.join(', ') || 'none'}.`,
    ...(inUse.length === 0
      ? []
      : [
          `Of these, ${inUse.join(', ')} was live until less than ${Math.ceil(IN_USE_MS / 60_000)} minutes ago, and calls may still read it: start prune again later.`,
        ]),
    ...(young.objects === 0
      ? []
      : [
          `Used by none, but written less than a day ago, as by an upload that goes on: ${young.objects} objects (${megabytes(young.bytes)}).`,
        ]),
    ...(left === 0 ? [] : [`${left} objects are left to be removed: start prune again in half an hour.`]),
    ...describeForeign(foreign),
  ];
}

const describeForeign = (foreign: readonly string[]): string[] =>
  foreign.length === 0
    ? []
    : [`Not written in this format, and left alone: ${foreign.length} objects, for example ${foreign[0]}.`];

export function describeBucketVerification(
  { versions, removed, read }: BucketVerification,
  where: string,
): string[] {
  const publish = `npm run tiles -- publish FOLDER ${where}${read && where !== '--local' ? ' --read' : ''}`;
  const whole = read
    ? 'Every byte of these versions is in the bucket as it was published.'
    : 'Every object of these versions has the size and checksum that it was published with, as the bucket lists them; --read reads every byte.';
  const damaged = versions.filter(({ faults }) => faults.length > 0);
  return [
    ...versions.flatMap(({ version, state, objects, bytes, faults }) => [
      faults.length === 0
        ? `  ok: ${version} (${state}): ${objects} objects, ${megabytes(bytes)}`
        : `  FAULT: ${version} (${state}) is not whole:`,
      ...faults.map((fault) => `    ${fault}`),
    ]),
    ...removed.map((version) => `  ${version}: was removed while it was verified`),
    damaged.length === 0 ? whole : `${damaged.length} of ${versions.length} versions are damaged.`,
    ...damaged.map(({ version, state }) =>
      state === 'live'
        ? `  ${version}: ${publish} uploads again what is missing or damaged.`
        : `  ${version} is not live: ${publish} would upload again what is missing or damaged, and make it live.`,
    ),
  ];
}

export function describeListing({ versions, bytes, unused, foreign }: BucketListing): string[] {
  const width = Math.max(0, ...versions.map(({ version }) => version.length));
  return [
    ...versions.map(
      ({ version, state, since, built_at, bytes }) =>
        `${version.padEnd(width)}  ${state.padEnd(9)}  since ${since}  built ${built_at}  ${megabytes(bytes)}`,
    ),
    versions.length === 0
      ? 'The bucket holds no dataset.'
      : `Together ${megabytes(bytes)}, shared objects counted once.`,
    ...(unused.objects === 0
      ? []
      : [`Used by none: ${unused.objects} objects (${megabytes(unused.bytes)}); prune removes them.`]),
    ...describeForeign(foreign),
  ];
}

export function describeRecovery(summary: RecoverySummary, where: string): string[] {
  const { recovered, live, whole, notLive, broken } = summary;
  const notWhole = broken.map((key) => `  not whole: ${key}`);
  const again = `npm run tiles -- recover-current`;
  if (recovered) {
    return [
      `Live again: ${live.join(', ') || 'none'}. Kept: ${whole.join(', ') || 'none'}.`,
      ...notWhole,
      ...notLive.map(
        (region) =>
          `Of ${region} nothing is live: npm run tiles -- rollback ${region} --to VERSION ${where} makes one live that is kept.`,
      ),
    ];
  }
  if (whole.length === 0) {
    return [
      'Nothing was written. No version is whole.',
      ...notWhole,
      `Begin with an empty list, ${again} --none ${where}, and publish the datasets again.`,
    ];
  }
  return [
    'Nothing was written. These versions are whole, the one that was uploaded last comes last:',
    ...whole.map((version) => `  ${version}`),
    ...notWhole,
    `Name those that are to be live, one of each region: ${again} VERSION … ${where}`,
  ];
}
