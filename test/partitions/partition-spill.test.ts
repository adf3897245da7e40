import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartitionSpill } from '../../tiles-builder/partitions/partition-spill.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const root = temporaryFolder();

const partitions = ['84186a1ffffffff', '84186a3ffffffff', '84186a5ffffffff'];
const record = fc.record({
  partition: fc.constantFrom(...partitions),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 60 }),
});

test.each([Date.now() % 1e9])(
  'returns appended records by partition, in order, with any buffer size (seed %i)',
  (seed) => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 200 }),
        fc.constantFrom(1, 100, 1e6),
        (records, mostWaiting_bytes) => {
          const folder = mkdtempSync(join(root, 'partitions-'));
          const spill = new PartitionSpill(folder, mostWaiting_bytes);
          let appended_bytes = 0;
          for (const { partition, bytes } of records) {
            const scratch = bytes.slice();
            spill.append(partition, scratch);
            scratch.fill(0);
            appended_bytes += bytes.length;
            const written_bytes = partitions.reduce((sum, own) => sum + unpackedBytes(join(folder, own)), 0);
            expect(appended_bytes - written_bytes).toBeLessThanOrEqual(
              Math.max(mostWaiting_bytes, bytes.length),
            );
          }
          spill.finish();
          expect(spill.partitions()).toEqual([...new Set(records.map(({ partition }) => partition))].sort());
          const again = PartitionSpill.finished(folder);
          for (const partition of partitions) {
            const own = Buffer.concat(
              records.filter((record) => record.partition === partition).map(({ bytes }) => bytes),
            );
            expect(spill.read(partition)).toEqual(own);
            expect(again.read(partition)).toEqual(own);
          }
        },
      ),
      { seed, numRuns: 50 },
    );
  },
);

test('detects files that are missing, cut, longer or altered', () => {
  const folder = join(root, 'damaged');
  const [partition] = partitions;
  const spill = new PartitionSpill(folder, 50);
  for (let i = 0; i < 20; i++) spill.append(partition!, Buffer.from(`record ${i}`));
  spill.finish();
  const file = join(folder, partition!);
  const bytes = readFileSync(file);
  const read = (): Buffer => PartitionSpill.finished(folder).read(partition!);
  const content = read();
  for (const wrong of [bytes.subarray(0, -1), bytes.subarray(0, 0), Buffer.concat([bytes, bytes])]) {
    writeFileSync(file, wrong);
    expect(read).toThrow();
  }
  let found = 0;
  for (const at of bytes.keys()) {
    writeFileSync(
      file,
      bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)),
    );
    try {
      expect(read()).toEqual(content);
    } catch (cause) {
      // Meaningless bit.
      if (!(cause instanceof Error) || cause.name === 'AssertionError') throw cause;
      found++;
    }
  }
  expect(found).toBeGreaterThan(0.9 * bytes.length);
  rmSync(file);
  expect(read).toThrow();
  writeFileSync(file, bytes);
  expect(read()).toEqual(content);
});

function unpackedBytes(file: string): number {
  if (!existsSync(file)) return 0;
  const bytes = readFileSync(file);
  let unpacked = 0;
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at)) {
    unpacked += zstdDecompressSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at))).length;
  }
  return unpacked;
}
