/** Copies the map to a canvas with scale and density key, as browsers print no WebGL canvas. */
import type { CountMap } from '../map/count-map.ts';
import { drawDensityKey } from './draw-density-key.ts';

const MARGIN_PX = 10;
const LINE_PX = 20;
const KEY_PX = { height: 40, width: 900 };
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
    drawDensityKey(brush, density, 0, 0.75 * KEY_PX.height);
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
