/** Stands in for canvases, and notes what is drawn on them. */
import type { Window } from 'happy-dom';
import { expect } from 'vitest';

export interface Drawn {
  readonly kind: 'text' | 'rectangle' | 'image' | 'disc' | 'ring';
  readonly canvas: HTMLCanvasElement;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly font: string;
  readonly colour: string;
  readonly alpha: number;
  readonly align: string;
}

/** Letters are half as wide as high. */
export const widthOf_px = (text: string, font: string): number =>
  (text.length * Number(/(\d+)px/.exec(font)?.[1] ?? 10)) / 2;

export function stubCanvas(window: Window, drawn: Drawn[]): void {
  const canvases = window.HTMLCanvasElement.prototype as unknown as {
    getContext: (this: HTMLCanvasElement) => object;
    toBlob: (taken: (blob: Blob | null) => void, type: string) => void;
  };
  canvases.getContext = function () {
    let disc = { x: 0, y: 0, width: 0, height: 0 };
    const brush = {
      font: '10px sans-serif',
      fillStyle: '#000000',
      strokeStyle: '#000000',
      lineWidth: 1,
      globalAlpha: 1,
      textAlign: 'start',
      textBaseline: 'alphabetic',
      measureText: (text: string) => ({ width: widthOf_px(text, brush.font) }),
      fillText: (text: string, x: number, y: number) => note('text', { text, x, y }),
      fillRect: (x: number, y: number, width: number, height: number) =>
        note('rectangle', { x, y, width, height }),
      drawImage: (_: unknown, x: number, y: number, width: number, height: number) =>
        note('image', { x, y, width, height }),
      beginPath: () => {},
      save: () => {},
      restore: () => {},
      translate: () => {},
      scale: () => {},
      arc: (x: number, y: number, radius: number, from: number, to: number) => {
        expect([from, to]).toEqual([0, 2 * Math.PI]);
        disc = { x, y, width: 2 * radius, height: 2 * radius };
      },
      fill: () => note('disc', disc),
      stroke: () => note('ring', { ...disc, colour: brush.strokeStyle, text: String(brush.lineWidth) }),
    };
    const note = (kind: Drawn['kind'], more: Partial<Drawn>): void => {
      const { font, fillStyle: colour, globalAlpha: alpha, textAlign: align } = brush;
      const nothing = { text: '', x: 0, y: 0, width: 0, height: 0 };
      drawn.push({ kind, canvas: this, font, colour, alpha, align, ...nothing, ...more });
    };
    return brush;
  };
  canvases.toBlob = (taken, type) => taken(new Blob(['an image'], { type }));
}
