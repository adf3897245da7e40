/** Memory and reading time of ten thousand callers. */
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { MAX_KEYS_BYTES } from '../../../src/limits.ts';
import { KEY_PARTS, keyPartName, partOfKey, readKeyPart } from '../../../src/request/key-document.ts';
import { KeyTable } from '../../../src/request/key-table.ts';
import { keyObjects, randomEntries } from '../../support/buckets/key-entries.ts';

const CALLERS = 10_000;
const MOST_MS_A_PART = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Buffers are freed a moment after collection. */
async function held_bytes(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    collectGarbage();
    await setTimeout(25);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('ten thousand callers take less than 4 MB, and a part is read in a few milliseconds', async () => {
  const entries = randomEntries(CALLERS);
  const objects = await keyObjects(entries);
  const read = async (part: number): Promise<KeyTable> =>
    new KeyTable((await readKeyPart(part, objects.get(keyPartName(part))!)).keys);
  for (let part = 0; part < KEY_PARTS; part++) await read(part);
  const tables: KeyTable[] = [];
  const times_ms: number[] = [];
  const before_bytes = await held_bytes();
  for (let part = 0; part < KEY_PARTS; part++) {
    const start_ms = performance.now();
    tables.push(await read(part));
    times_ms.push(performance.now() - start_ms);
  }
  const held = (await held_bytes()) - before_bytes;
  const counted = tables.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const median_ms = times_ms.sort((a, b) => a - b)[KEY_PARTS >> 1];
  console.info(
    `${CALLERS} callers: ${counted} bytes counted, ${held} held; a part is read in ${median_ms.toFixed(1)} ms (median)`,
  );
  expect(counted).toBeLessThan(MAX_KEYS_BYTES);
  expect(held).toBeGreaterThan(counted / 2);
  expect(held).toBeLessThan(1.1 * MAX_KEYS_BYTES);
  expect(median_ms).toBeLessThan(MOST_MS_A_PART);
  for (const { key, name } of entries.slice(0, 500)) {
    expect(tables.filter((table) => table.find(key)?.name === name)).toHaveLength(1);
  }
});

test('parts are filled alike', () => {
  const sizes = new Array<number>(KEY_PARTS).fill(0);
  for (const { key } of randomEntries(CALLERS)) sizes[partOfKey(key)]++;
  const mean = CALLERS / KEY_PARTS;
  // Six standard deviations of random keys.
  for (const size of sizes) expect(Math.abs(size - mean)).toBeLessThan(6 * Math.sqrt(mean));
});
