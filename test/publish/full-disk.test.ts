import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { describeFailure } from '../../tiles-builder/commands/describe-failure.ts';
import { openLocalBucket } from '../../tiles-builder/publish/local-bucket.ts';
import { type PublishSummary, publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { faultsIn } from './versioned-bucket.ts';

const DISK_KB = 1_024;
const ENOUGH_KB = 64 * 1_024;
/** Before the time-out. */
const ENDS_WITHIN_MS = 25_000;

let disk: SmallDisk | null;
let folder: string;
beforeEach(() => {
  disk = mountSmallDisk(DISK_KB);
  folder = temporaryFolderOfTest();
});
afterEach(() => {
  disk?.unmount();
});

async function publishOn({ folder: mounted }: SmallDisk): Promise<PublishSummary> {
  const bucket = await openLocalBucket(join(mounted, 'state'));
  try {
    const summary = await publishDataset(folder, bucket, () => {});
    expect(await faultsIn(bucket)).toEqual([]);
    return summary;
  } finally {
    await bucket.close();
  }
}

// kB left: workerd fails in other words, or hangs.
test.for([1_024, 120, 0])(
  'with %i kB left, publishing ends with a message, and resumes once there is space',
  { timeout: ENDS_WITHIN_MS },
  async (left_kB, { skip }) => {
    if (!disk) return skip('no disk can be mounted here');
    const content = 'x'.repeat(300_000);
    writeTinyDataset(folder, {
      region: 'town',
      content: { pedestrian: content, motorized: content, basemap: '' },
    });
    writeFileSync(join(disk.folder, 'other'), new Uint8Array((DISK_KB - left_kB) * 1_024));
    const failed = await publishOn(disk).catch((cause) => cause);
    const { error, advice, exitCode } = describeFailure(failed);
    expect(error).toMatch(/The disk is full: the local bucket in \S+ cannot be written\.$/);
    expect(advice).toMatch(/\.$/);
    expect(exitCode).toBe(EXIT.platform);
    disk.resize(ENOUGH_KB);
    expect(await publishOn(disk)).toMatchObject({ version: expect.stringMatching(/^town-/), wasLive: false });
  },
);
