/** Lightness alone distinguishes the classes of density. */
import { describe, expect, test } from 'vitest';
import { DENSITY_CLASSES_PER_KM2 } from '../../../src/density/density-classes.ts';
import { COLOURS, DENSITY_COLOURS, DENSITY_OPACITY, type Theme } from '../../../src/web/map/colours.ts';

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** CIE L*, 0 to 100. */
function lightness(rgb: readonly number[]): number {
  const [r, g, b] = rgb.map((own) => (own <= 0.04045 ? own / 12.92 : ((own + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : (luminance * 24389) / 27;
}

describe.each<Theme>(['light', 'dark'])('%s', (theme) => {
  test.each(['land', 'settled', 'wood', 'green', 'water'] as const)('over %s', (ground) => {
    expect(DENSITY_COLOURS[theme]).toHaveLength(DENSITY_CLASSES_PER_KM2.length);
    const below = channels(COLOURS[theme][ground]);
    const seen = DENSITY_COLOURS[theme].map((colour) =>
      lightness(channels(colour).map((own, i) => own * DENSITY_OPACITY + below[i] * (1 - DENSITY_OPACITY))),
    );
    const rising = theme === 'dark' ? seen : seen.toReversed();
    for (let i = 1; i < rising.length; i++) expect(rising[i] - rising[i - 1]).toBeGreaterThan(5);
  });
});
