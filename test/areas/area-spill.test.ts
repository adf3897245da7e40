import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { AreaSpill } from '../../tiles-builder/areas/area-spill.ts';

const root = mkdtempSync(join(tmpdir(), 'spill-'));
afterAll(() => rmSync(root, { recursive: true }));

const areas = ['84186a1ffffffff', '84186a3ffffffff', '84186a5ffffffff'];
const record = fc.record({
  area: fc.constantFrom(...areas),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 60 }),
});

test.each([1, Date.now() % 1e9])(
  'gives back what was appended area by area, in order, however little may wait in memory (seed %i)',
  (seed) => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 200 }),
        fc.constantFrom(1, 100, 1e6),
        (records, mostWaiting_bytes) => {
          const folder = mkdtempSync(join(root, 'areas-'));
          const spill = new AreaSpill(folder, mostWaiting_bytes);
          let appended_bytes = 0;
          for (const { area, bytes } of records) {
            const scratch = bytes.slice();
            spill.append(area, scratch);
            scratch.fill(0);
            appended_bytes += bytes.length;
            const written_bytes = areas.reduce((sum, own) => sum + unpackedBytes(join(folder, own)), 0);
            expect(appended_bytes - written_bytes).toBeLessThanOrEqual(
              Math.max(mostWaiting_bytes, bytes.length),
            );
          }
          spill.finish();
          expect(spill.areas()).toEqual([...new Set(records.map(({ area }) => area))].sort());
          const again = AreaSpill.finished(folder);
          for (const area of areas) {
            const own = Buffer.concat(
              records.filter((record) => record.area === area).map(({ bytes }) => bytes),
            );
            expect(spill.read(area)).toEqual(own);
            expect(again.read(area)).toEqual(own);
          }
        },
      ),
      { seed, numRuns: 50 },
    );
  },
);

test('knows what another has finished, and that nothing was appended of an area', () => {
  const folder = join(root, 'finished');
  const [area, other] = areas;
  const first = new AreaSpill(folder);
  first.append(area!, Buffer.from('one '));
  expect(String(first.read(area!))).toBe('one ');
  first.append(area!, Buffer.from('two'));
  expect(() => AreaSpill.finished(folder)).toThrow();
  first.finish();
  const second = AreaSpill.finished(folder);
  expect(String(second.read(area!))).toBe('one two');
  expect(second.areas()).toEqual([area]);
  expect(second.read(other!)).toHaveLength(0);
  expect(() => AreaSpill.finished(join(root, 'nowhere'))).toThrow();
});

test('takes no file that is missing, cut, longer or altered for one with nothing or something else in it', () => {
  const folder = join(root, 'damaged');
  const [area] = areas;
  const spill = new AreaSpill(folder, 50);
  for (let i = 0; i < 20; i++) spill.append(area!, Buffer.from(`record ${i}`));
  spill.finish();
  const file = join(folder, area!);
  const bytes = readFileSync(file);
  const read = (): Buffer => AreaSpill.finished(folder).read(area!);
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
      // A bit of the packing that means nothing may change.
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

/** How much was packed into a file. */
function unpackedBytes(file: string): number {
  if (!existsSync(file)) return 0;
  const bytes = readFileSync(file);
  let unpacked = 0;
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at)) {
    unpacked += zstdDecompressSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at))).length;
  }
  return unpacked;
}
