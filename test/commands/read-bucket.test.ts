/** `--read` on a server with ETags of what was sent. */
import { expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { etagHeader, startS3Server } from '../support/buckets/s3-server.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { type Ended, runProcess } from '../support/processes/run-command.ts';

test('verify --read finds what the list does not show, and publish --read repairs it', async () => {
  const folder = temporaryFolderOfTest();
  const server = await startS3Server();
  const { endpoint, accessKeyId, secretAccessKey, bucket } = server.access;
  const env = {
    R2_ENDPOINT: endpoint,
    R2_ACCESS_KEY_ID: accessKeyId,
    R2_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const tiles = (...words: string[]): Promise<Ended> =>
    runProcess('tiles-builder/commands/tiles.ts', [...words, '--bucket', bucket], { env });
  try {
    const content = { pedestrian: 'a', motorized: 'b', basemap: 'c' };
    writeTinyDataset(folder, { region: 'town', content });
    expect((await tiles('publish', folder)).code).toBe(0);
    const path = [...server.objects.keys()].find((each) => each.endsWith('tiles-8-0-1')) ?? '';
    const whole = server.objects.get(path) ?? Buffer.alloc(0);
    const damaged = Buffer.from(whole);
    damaged[60] ^= 1;
    server.etags.set(path, etagHeader(whole));
    server.objects.set(path, damaged);

    const listed = await tiles('verify');
    expect([listed.code, listed.stdout]).toEqual([
      0,
      expect.stringMatching(/as the bucket lists them; --read reads every byte\.$/m),
    ]);
    const read = await tiles('verify', '--read');
    expect([read.code, read.stdout]).toEqual([EXIT.input, expect.stringContaining(path.slice(7))]);
    expect(read.stdout).toContain(`publish FOLDER --bucket ${bucket} --read uploads again`);
    expect((await tiles('publish', folder)).stdout).toContain('nothing has changed');
    expect(server.objects.get(path)).toEqual(damaged);
    const repaired = await tiles('publish', folder, '--read');
    expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining('were uploaded again')]);
    expect(server.objects.get(path)).toEqual(whole);
    const after = await tiles('verify', '--read');
    expect([after.code, after.stdout]).toEqual([0, expect.stringContaining('Every byte of these versions')]);
  } finally {
    server.close();
  }
});
