/** Draws a place's marker into an image. */

const ACCENT = '#08734f';
const FONT = 'system-ui, sans-serif';

export function drawMark(brush: CanvasRenderingContext2D, letter: string, x: number, y: number): void {
  brush.beginPath();
  brush.arc(x, y, 14, 0, 2 * Math.PI);
  brush.fillStyle = ACCENT;
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
