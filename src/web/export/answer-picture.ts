/** Draws an answer as a PNG image on a canvas: title, map, a line for each number with its bounds, sources, link. */
import { type AnsweredRow, totalsOf } from '../count-result.ts';
import type { CountMap } from '../map/count-map.ts';
import { titleOf } from '../panel/answer-table.ts';
import { letterOf } from '../question.ts';
import { texts } from '../text/texts.ts';
import { bounds, placeTitle, said, sourceName } from '../text/wording.ts';
import { printedMap } from './printed-map.ts';

const WIDTH_PX = 1_200;
const MARGIN_PX = 40;
const LINE_PX = 34;
const PAPER = '#ffffff';
/** Styles for documents, the same in any theme. */
const STYLES = {
  title: { font: '600 30px system-ui, sans-serif', colour: '#14201b' },
  number: { font: '400 22px system-ui, sans-serif', colour: '#14201b' },
  note: { font: '400 16px system-ui, sans-serif', colour: '#55625c' },
};
/** Words, long ones in pieces that fit a line in any style. */
const PIECES = /\S{1,50}\s*/g;

interface Line {
  readonly text: string;
  readonly style: keyof typeof STYLES;
}

export function answerPicture(map: CountMap, rows: readonly AnsweredRow[], link: string): Promise<Blob> {
  const view = printedMap(map);
  const mapHeight = Math.round((view.height * WIDTH_PX) / view.width);
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d')!;
  const [title, ...others] = linesOf(rows, link);
  const [above, below] = [wrapped(title, brush), others.flatMap((line) => wrapped(line, brush))];
  const mapTop = MARGIN_PX + above.length * LINE_PX;
  const textTop = mapTop + mapHeight + MARGIN_PX / 2;
  canvas.width = WIDTH_PX;
  canvas.height = textTop + below.length * LINE_PX + MARGIN_PX;
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(view, 0, mapTop, WIDTH_PX, mapHeight);
  const write = (lines: readonly Line[], top: number): void => {
    for (const [i, { text, style }] of lines.entries()) {
      brush.font = STYLES[style].font;
      brush.fillStyle = STYLES[style].colour;
      brush.fillText(text, MARGIN_PX, top + (i + 0.75) * LINE_PX);
    }
  };
  write(above, MARGIN_PX / 2);
  write(below, textTop);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}

function linesOf(rows: readonly AnsweredRow[], link: string): Line[] {
  const title = [...new Map(rows.map(({ row }) => [row.index, placeTitle(row.place)])).values()].join(' · ');
  const isCompared = rows.at(-1)!.row.index > 0;
  const totals = totalsOf(rows);
  const numbers = totals.map((number) => {
    const { row, total } = number;
    const text = `${said(number)} (${bounds(total)})`;
    return isCompared ? texts.lettered(letterOf(row.index), `${titleOf(row)}. ${text}`) : text;
  });
  const datasets = totals.flatMap(({ total }) => total.details.flatMap((of) => of.datasets));
  const sources = datasets.flatMap((dataset) =>
    dataset.sources.filter(({ attribution }) => attribution !== null).map(sourceName),
  );
  const isSimulated = totals.some(({ total }) => total.isSimulated);
  return [
    { text: title, style: 'title' },
    ...numbers.map((text): Line => ({ text, style: 'number' })),
    ...[
      texts.intervals,
      ...(isSimulated ? [`${texts.simulated}. ${texts.simulatedMeans}`] : []),
      texts.sourcesOf([...new Set(sources)].join('; ')),
      link,
    ].map((text): Line => ({ text, style: 'note' })),
  ];
}

function wrapped({ text, style }: Line, brush: CanvasRenderingContext2D): Line[] {
  brush.font = STYLES[style].font;
  const lines: string[] = [];
  for (const piece of text.match(PIECES) ?? []) {
    const longer = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && brush.measureText(longer).width <= WIDTH_PX - 2 * MARGIN_PX)
      lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.map((line) => ({ text: line, style }));
}
