/** A call with 1,000 live regions costs as with one. */
import { expect, test } from 'vitest';
import { MOST_HELD_MB, MOST_SELECT_MS, measureRegions } from '../bench/regions.ts';

test.each([1, 1_000])(
  'with %i regions, a call reads only `current` again, which is small',
  { retry: 2 },
  async (count) => {
    const figures = await measureRegions(count, 30);
    expect(figures.regions).toBe(count);
    expect(figures.current_kb).toBeLessThan((MOST_HELD_MB * 1e3) / 3);
    expect([figures.reads, figures.renewing_reads]).toEqual([0, 1]);
    // `current`, manifest, overview, pack, and maybe the next pack.
    expect(figures.first_reads).toBeGreaterThanOrEqual(4);
    expect(figures.first_reads).toBeLessThanOrEqual(5);
    for (const ms of [figures.renew_ms, ...Object.values(figures.select_ms)]) {
      expect(ms).toBeLessThan(MOST_SELECT_MS);
    }
  },
);
