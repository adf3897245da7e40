import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
            const written_bytes = readdirSync(folder).reduce(
              (sum, name) => sum + statSync(join(folder, name)).size,
              0,
            );
            expect(appended_bytes - written_bytes).toBeLessThanOrEqual(
              Math.max(mostWaiting_bytes, bytes.length),
            );
          }
          expect(spill.areas()).toEqual([...new Set(records.map(({ area }) => area))].sort());
          const again = new AreaSpill(folder);
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

test('goes on where an earlier one ended, and makes no file for reading', () => {
  const folder = join(root, 'twice');
  const [area, other] = areas;
  new AreaSpill(folder).append(area, Buffer.from('lost with the process'));
  const first = new AreaSpill(folder);
  first.append(area, Buffer.from('one '));
  first.flush();
  const second = new AreaSpill(folder);
  second.append(area, Buffer.from('two'));
  expect(String(second.read(area))).toBe('one two');
  expect(second.read(other)).toHaveLength(0);
  expect(existsSync(join(folder, other))).toBe(false);
});
