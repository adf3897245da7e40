/** Interleavings lose no acknowledged change, and open no revoked key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interleaveKeys } from './interleave-keys.ts';
import { crowdKeys } from './key-store.ts';

const IS_FULL = process.env.FULL_COUNTS === '1';
const INTERLEAVINGS = IS_FULL ? 10_000 : 200;
const AT_ONCE = 40;
const TIMEOUT_MS = IS_FULL ? 3_600_000 : 120_000;
const FIXED_SEED = 7_000_000;

const getRandomValues = crypto.getRandomValues;
beforeAll(crowdKeys);
afterAll(() => {
  crypto.getRandomValues = getRandomValues;
});

async function brokenBySeed(firstSeed: number, count: number): Promise<Map<number, string[]>> {
  const broken = new Map<number, string[]>();
  let seed = firstSeed;
  const work = async (): Promise<void> => {
    while (seed < firstSeed + count) {
      const own = seed++;
      const found = await interleaveKeys(own);
      if (found.length > 0) broken.set(own, found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return broken;
}

test.for([FIXED_SEED, Math.floor(Math.random() * 2 ** 30)])(
  'nothing acknowledged is lost (seeds from %i on)',
  { timeout: TIMEOUT_MS },
  async (firstSeed) => {
    expect(await brokenBySeed(firstSeed, INTERLEAVINGS / 2)).toEqual(new Map());
  },
);
