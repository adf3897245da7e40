/** Draws a place's marker, a circle with its letter, onto a canvas. */
import { colourOfPlace } from '../map/colours.ts';
import type { Mark } from '../map/count-map.ts';

const FONT = 'system-ui, sans-serif';

/** In the colours of the table's letters. */
export function drawMark(brush: CanvasRenderingContext2D, { letter, place, x, y }: Mark): void {
  brush.beginPath();
  brush.arc(x, y, 14, 0, 2 * Math.PI);
  brush.fillStyle = colourOfPlace(place, 'light');
  brush.fill();
  brush.lineWidth = 4;
  brush.strokeStyle = '#ffffff';
  brush.stroke();
  brush.font = `600 16px ${FONT}`;
  brush.fillStyle = '#ffffff';
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillText(letter, x, y);
  brush.textAlign = 'start';
  brush.textBaseline = 'alphabetic';
}
