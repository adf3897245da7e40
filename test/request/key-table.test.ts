import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { MAX_KEYS_BYTES } from '../../src/limits.ts';
import { KEY_PARTS, keyPartName, readKeyPart } from '../../src/request/key-document.ts';
import { KeyTable } from '../../src/request/key-table.ts';
import { keyObjects, randomEntries } from '../support/buckets/key-entries.ts';

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

test('ten thousand callers take the memory that is counted, and no more than the limit', async () => {
  const objects = await keyObjects(randomEntries(10_000));
  const readAll = async (): Promise<KeyTable[]> => {
    const tables: KeyTable[] = [];
    for (let part = 0; part < KEY_PARTS; part++)
      tables.push(new KeyTable((await readKeyPart(part, objects.get(keyPartName(part))!)).keys));
    return tables;
  };
  await readAll();
  const before_bytes = await held_bytes();
  const tables = await readAll();
  const held = (await held_bytes()) - before_bytes;
  const counted = tables.reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(counted).toBeLessThan(MAX_KEYS_BYTES);
  expect(held).toBeGreaterThan(counted / 2);
  expect(held).toBeLessThan(1.1 * MAX_KEYS_BYTES);
});
