import { describe, expect, test } from 'vitest';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { type Band, bandsOf, estimateBands } from '../../../tiles-builder/sources/config/bands.ts';

const SIRENE = Object.values(bandsOf('sirene'));

function sitesInBands(
  bands: readonly Band[],
  sizes: readonly number[],
): { sites: number[]; means: number[] } {
  const own = bands.map(([least, most]) =>
    sizes.filter((size) => size >= least && size <= (most ?? Infinity)),
  );
  return {
    sites: own.map((inBand) => inBand.length),
    means: own.map((inBand) => inBand.reduce((sum, size) => sum + size, 0) / inBand.length),
  };
}

describe('people for a band', () => {
  test.each([
    ['fall by a power, as real ones do', (random: Random) => 1 / (1 - random.unit()) ** 0.9],
    ['lie around one size', (random: Random) => Math.exp(3.4 + 0.9 * random.normal())],
  ])('are nearly the mean of the sites in it where sizes %s', (_, draw) => {
    const random = new Random(5);
    const sizes = Array.from({ length: 40_000 }, () => Math.max(1, Math.round(draw(random))));
    const { sites, means } = sitesInBands(SIRENE, sizes);
    const estimates = estimateBands(SIRENE, sites);
    let compared = 0;
    for (const [i, { mean, variance }] of estimates.entries()) {
      const [least, most] = SIRENE[i];
      if (most === null || most === 0 || sites[i] < 50) continue;
      compared++;
      expect(Math.abs(mean / means[i] - 1), `${least} to ${most}`).toBeLessThan(0.12);
      expect(Math.sqrt(variance)).toBeLessThan((most - least + 1) / 2);
    }
    expect(compared).toBeGreaterThan(5);
    const all = sizes.reduce((sum, size) => sum + Math.min(size, 10_000), 0);
    const estimated = estimates.reduce((sum, { mean }, i) => sum + mean * sites[i], 0);
    expect(Math.abs(estimated / all - 1)).toBeLessThan(0.03);
  });

  test('may be off by the width of the band where only its neighbours exist', () => {
    const bands: Band[] = [
      [1, 9],
      [10, 49],
      [50, null],
    ];
    for (const estimate of estimateBands(bands, [90_000, 6_000, 0]).slice(0, 2)) {
      const [least, most] = bands[estimate.least === 1 ? 0 : 1];
      expect(estimate.deviation).toBeCloseTo((most! - least + 1) / Math.sqrt(12));
    }
  });
});
