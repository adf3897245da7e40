/** PNG image of an answer, drawn on a canvas: the map, numbers with intervals, sources. */
import type { AnsweredRow, Total } from '../count-result.ts';
import type { CountMap } from '../map/count-map.ts';
import { titleOf } from '../panel/answer-table.ts';
import { letterOf } from '../question.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import { bounds, counted, people, sentence } from '../text/wording.ts';
import { sourcesOf } from './answers-as-csv.ts';
import { drawDensityKey } from './draw-density-key.ts';
import { drawMark } from './draw-mark.ts';

const WIDTH_PX = 1_200;
const MARGIN_PX = 40;
const LINE_PX = 34;
const KEY_PX = 30;
const FONT = 'system-ui, sans-serif';
/** For documents, in any theme. */
const INK = '#14201b';
const MUTED = '#55625c';

interface Line {
  readonly text: string;
  readonly size_px: number;
  readonly colour: string;
  readonly bold: boolean;
}

export function answerPicture(map: CountMap, rows: readonly AnsweredRow[], link: string): Promise<Blob> {
  const { canvas: view, marks, density } = map.picture();
  const scale = WIDTH_PX / view.width;
  const mapHeight = Math.round(view.height * scale);
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d')!;
  const lines = linesOf(rows, link).flatMap((line) => wrapped(line, brush));
  canvas.width = WIDTH_PX;
  const textTop = mapHeight + MARGIN_PX + (density ? KEY_PX : 0);
  canvas.height = textTop + lines.length * LINE_PX + MARGIN_PX;
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(view, 0, 0, WIDTH_PX, mapHeight);
  for (const mark of marks) drawMark(brush, { ...mark, x: mark.x * scale, y: mark.y * scale });
  if (density) {
    prepare(brush, small(''));
    drawDensityKey(brush, density, MARGIN_PX, mapHeight + MARGIN_PX);
  }
  lines.forEach((line, i) => {
    prepare(brush, line);
    brush.fillText(line.text, MARGIN_PX, textTop + (i + 0.75) * LINE_PX);
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}

function linesOf(rows: readonly AnsweredRow[], link: string): Line[] {
  const isSingle = rows.length === 1;
  const totals = rows.flatMap(({ row, results }) =>
    results.flatMap((total, i) =>
      total.kind === 'total' ? [{ row, total, endpoint: row.counts[i].endpoint }] : [],
    ),
  );
  const numbers = totals.flatMap(({ row, total, endpoint }): Line[] => {
    const letter = rows.at(-1)!.row.index > 0 ? `${letterOf(row.index)} · ` : '';
    const name = row.place.name || !row.reach ? ` (${titleOf(row)})` : '';
    const line = `${letter}${counted(total)} ${sentence(endpoint, total.people, row)}${name}`;
    return [
      { text: line, size_px: isSingle ? 28 : 22, colour: INK, bold: true },
      { text: boundsText(total), size_px: 20, colour: MUTED, bold: false },
    ];
  });
  const isSimulated = totals.some(({ total }) =>
    total.answers.some(({ details }) => details.dataset.simulated),
  );
  const sources = [...new Set(totals.flatMap(({ total }) => sourcesOf(total).split('; ')))].join('; ');
  return [
    ...numbers,
    ...(isSimulated ? [small(`${texts.simulated}. ${texts.simulatedMeans}`)] : []),
    small(texts.sourcesOf(sources)),
    small(link),
  ];
}

const small = (text: string): Line => ({ text, size_px: 16, colour: MUTED, bold: false });

function boundsText(total: Total): string {
  const { people: rounded, interval } = supportedCount(total.people, total.interval);
  if (!interval) return texts.noInterval;
  if (interval.high === null) return texts.boundOfCut(people(rounded));
  const parts = total.answers.length;
  if (parts > 1) return `${bounds(total)}. ${texts.outerBounds(parts)}`;
  return texts.nineInTenOf(people(interval.low), people(interval.high));
}

function prepare(brush: CanvasRenderingContext2D, { size_px, colour, bold }: Line): void {
  brush.font = `${bold ? 600 : 400} ${size_px}px ${FONT}`;
  brush.fillStyle = colour;
}

function wrapped(line: Line, brush: CanvasRenderingContext2D): Line[] {
  prepare(brush, line);
  const lines: Line[] = [];
  let text = '';
  const width = WIDTH_PX - 2 * MARGIN_PX;
  for (const word of line.text.split(/(?<= )/)) {
    if (text && brush.measureText(text + word).width > width) {
      lines.push({ ...line, text });
      text = '';
    }
    text += word;
    while (brush.measureText(text).width > width) {
      let end = text.length;
      while (brush.measureText(text.slice(0, end)).width > width) end = Math.floor(end * 0.95);
      lines.push({ ...line, text: text.slice(0, end) });
      text = text.slice(end);
    }
  }
  return [...lines, { ...line, text }];
}
