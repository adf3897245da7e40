/** The grid town's roads contracted in shares, as several machines would, and built from them. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDataset } from '../../../tiles-builder/build/build-dataset.ts';
import { readConfig } from '../../../tiles-builder/config/config.ts';
import { contractRoads } from '../../../tiles-builder/roads/hierarchy/contract-roads.ts';
import { bytesOfFiles } from '../../support/dataset-files.ts';
import { writeGridTown } from '../../support/grid-town.ts';

const folder = mkdtempSync(join(tmpdir(), 'contracted-'));
const shares = join(folder, 'shares');
const progress = (): void => {};
let config: ReturnType<typeof readConfig>;
const build = (name: string, contracted?: string): ReturnType<typeof buildDataset> =>
  buildDataset(config, join(folder, name), { progress, contracted });

beforeAll(async () => {
  config = readConfig((await writeGridTown(join(folder, 'sources'))).config);
  for (const index of [0, 1]) await contractRoads(config, { index, of: 2 }, shares, progress);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with the shares, one of them changed. */
function spoilt(change: (bytes: Buffer) => Uint8Array | null): string {
  const copy = mkdtempSync(join(folder, 'spoilt-'));
  for (const name of readdirSync(shares)) {
    if (!name.startsWith('motorized-1')) copyFileSync(join(shares, name), join(copy, name));
    else {
      const changed = change(readFileSync(join(shares, name)));
      if (changed) writeFileSync(join(copy, name), changed);
    }
  }
  return copy;
}

test('a dataset built from shares is the same as one built at once', async () => {
  await build('at-once');
  await build('from-shares', shares);
  expect(bytesOfFiles(join(folder, 'from-shares'))).toEqual(bytesOfFiles(join(folder, 'at-once')));
});

test('shares that are missing, damaged, mixed or of other sources are named', async () => {
  const flipped = (bytes: Buffer): Buffer => {
    bytes[bytes.length - 9]! ^= 1;
    return bytes;
  };
  await expect(
    build(
      'x',
      spoilt(() => null),
    ),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/motorized-1-of-2\.contracted: is not there/),
    advice: 'Contract this share first.',
  });
  await expect(build('x', spoilt(flipped))).rejects.toMatchObject({
    message: expect.stringMatching(/motorized-1-of-2\.contracted: is damaged/),
    advice: 'Contract this share again.',
  });
  await expect(
    build(
      'x',
      spoilt((bytes) => bytes.subarray(0, 20)),
    ),
  ).rejects.toThrow(/is damaged/);
  await expect(build('x', join(folder, 'sources'))).rejects.toThrow(/has no contracted pedestrian tiles/);
  await expect(build('x', join(folder, 'nowhere'))).rejects.toThrow(/nowhere: is not there/);

  const mixed = spoilt((bytes) => bytes);
  copyFileSync(join(shares, 'motorized-1-of-2.contracted'), join(mixed, 'motorized-1-of-3.contracted'));
  await expect(build('x', mixed)).rejects.toThrow(/has shares of 2 and of 3/);

  const other = { ...config, name: 'elsewhere' };
  await expect(buildDataset(other, join(folder, 'x'), { progress, contracted: shares })).rejects.toThrow(
    /share 0 of 2: was contracted from other sources/,
  );
});
