/** Copies the map to a canvas with scale and density key, as browsers print no WebGL canvas. */
import { DENSITY_CLASSES_PER_KM2 } from '../../density/density-classes.ts';
import { coloursOf, DENSITY_COLOURS, DENSITY_OPACITY, inTheme } from '../map/colours.ts';
import type { CountMap, MapPicture } from '../map/count-map.ts';
import { texts } from '../text/texts.ts';
import { people } from '../text/wording.ts';

const MARGIN_PX = 10;
const LINE_PX = 20;
const KEY_PX = { height: 40, width: 900 };
const SWATCH_PX = 24;
const GAPS_PX = [8, 22] as const;
const PAPER = '#ffffff';
const INK = '#14201b';

export function printedMap(map: CountMap): HTMLCanvasElement {
  const { canvas: view, scaleBar, density } = map.picture();
  const canvas = document.createElement('canvas');
  const keyScale = Math.min(1, view.width / KEY_PX.width);
  canvas.width = view.width;
  canvas.height = view.height + (density ? KEY_PX.height * keyScale : 0);
  const brush = canvas.getContext('2d')!;
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(view, 0, 0);
  if (density) {
    brush.save();
    brush.translate(0, view.height);
    brush.scale(keyScale, keyScale);
    brush.fillStyle = INK;
    brush.font = '13px system-ui, sans-serif';
    drawDensityKey(brush, density, 0.75 * KEY_PX.height);
    brush.restore();
  }
  if (!scaleBar) return canvas;
  brush.fillStyle = PAPER;
  brush.fillRect(MARGIN_PX, MARGIN_PX, scaleBar.width, LINE_PX);
  brush.fillStyle = INK;
  brush.fillRect(MARGIN_PX, MARGIN_PX + LINE_PX, scaleBar.width, 2);
  brush.font = '14px system-ui, sans-serif';
  brush.fillText(scaleBar.text, MARGIN_PX + 4, MARGIN_PX + 0.75 * LINE_PX);
  return canvas;
}

/** Draws swatches with their lower bounds, in the font and colour of the brush; `y` is the baseline. */
function drawDensityKey(
  brush: CanvasRenderingContext2D,
  { layer, theme }: NonNullable<MapPicture['density']>,
  y: number,
): void {
  const title = layer === 'living' ? texts.densityKeyLiving : texts.densityKeyWorking;
  const ink = brush.fillStyle;
  brush.fillText(title, 0, y);
  const widthOf = (text: string): number => Math.ceil(brush.measureText(text).width);
  let x = widthOf(title) + GAPS_PX[1];
  for (const [i, fewest] of DENSITY_CLASSES_PER_KM2.entries()) {
    const top = y - 0.75 * SWATCH_PX;
    brush.fillStyle = coloursOf(theme).land;
    brush.fillRect(x, top, SWATCH_PX, SWATCH_PX);
    brush.globalAlpha = DENSITY_OPACITY;
    brush.fillStyle = inTheme(DENSITY_COLOURS[i], theme);
    brush.fillRect(x, top, SWATCH_PX, SWATCH_PX);
    brush.globalAlpha = 1;
    brush.fillStyle = ink;
    x += SWATCH_PX + GAPS_PX[0];
    brush.fillText(people(fewest), x, y);
    x += widthOf(people(fewest)) + GAPS_PX[1];
  }
}
