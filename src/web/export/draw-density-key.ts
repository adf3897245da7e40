/** Draws the density key, swatches with their lower bounds, onto a canvas. */
import { DENSITY_CLASSES_PER_KM2 } from '../../density/density-classes.ts';
import type { Layer } from '../../format/tile-sets.ts';
import { COLOURS, DENSITY_COLOURS, DENSITY_OPACITY, type Theme } from '../map/colours.ts';
import { texts } from '../text/texts.ts';
import { people } from '../text/wording.ts';

const SWATCH_PX = 24;
const GAPS_PX = [8, 22] as const;

export interface ShownDensity {
  readonly layer: Layer;
  readonly theme: Theme;
}

/** @param brush with font and colour; `y` is the baseline */
export function drawDensityKey(
  brush: CanvasRenderingContext2D,
  { layer, theme }: ShownDensity,
  left: number,
  y: number,
): void {
  const title = layer === 'living' ? texts.densityKeyLiving : texts.densityKeyWorking;
  const ink = brush.fillStyle;
  brush.fillText(title, left, y);
  const widthOf = (text: string): number => Math.ceil(brush.measureText(text).width);
  let x = left + widthOf(title) + GAPS_PX[1];
  for (const [i, fewest] of DENSITY_CLASSES_PER_KM2.entries()) {
    const top = y - 0.75 * SWATCH_PX;
    brush.fillStyle = COLOURS[theme].land;
    brush.fillRect(x, top, SWATCH_PX, SWATCH_PX);
    brush.globalAlpha = DENSITY_OPACITY;
    brush.fillStyle = DENSITY_COLOURS[theme][i];
    brush.fillRect(x, top, SWATCH_PX, SWATCH_PX);
    brush.globalAlpha = 1;
    brush.fillStyle = ink;
    x += SWATCH_PX + GAPS_PX[0];
    brush.fillText(people(fewest), x, y);
    x += widthOf(people(fewest)) + GAPS_PX[1];
  }
}
