/** PNG image of an answer, drawn on a canvas: title, map, a line for each number with its interval, sources. */
import type { AnsweredRow, Total } from '../count-result.ts';
import type { CountMap } from '../map/count-map.ts';
import { titleOf } from '../panel/answer-table.ts';
import { letterOf } from '../question.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import {
  bounds,
  counted,
  people,
  placeTitle,
  role,
  sentence,
  shortName,
  vintageName,
} from '../text/wording.ts';
import { printedMap } from './printed-map.ts';

const WIDTH_PX = 1_200;
const MARGIN_PX = 40;
const LINE_PX = 34;
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
  const view = printedMap(map);
  const mapHeight = Math.round((view.height * WIDTH_PX) / view.width);
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d')!;
  const title = wrapped({ text: titleOfAll(rows), size_px: 30, colour: INK, bold: true }, brush);
  const lines = linesOf(rows, link).flatMap((line) => wrapped(line, brush));
  const mapTop = MARGIN_PX + title.length * LINE_PX;
  const textTop = mapTop + mapHeight + MARGIN_PX / 2;
  canvas.width = WIDTH_PX;
  canvas.height = textTop + lines.length * LINE_PX + MARGIN_PX;
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(view, 0, mapTop, WIDTH_PX, mapHeight);
  const write = (line: Line, left: number, top: number): void => {
    prepare(brush, line);
    brush.fillText(line.text, left, top + 0.75 * LINE_PX);
  };
  for (const [i, line] of title.entries()) write(line, MARGIN_PX, MARGIN_PX / 2 + i * LINE_PX);
  for (const [i, line] of lines.entries()) write(line, MARGIN_PX, textTop + i * LINE_PX);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}

function titleOfAll(rows: readonly AnsweredRow[]): string {
  const places = [...new Map(rows.map(({ row }) => [row.index, placeTitle(row.place)])).values()];
  return places.join(' · ');
}

function linesOf(rows: readonly AnsweredRow[], link: string): Line[] {
  const totals = rows.flatMap(({ row, results }) =>
    results.flatMap((total, i) =>
      total.kind === 'total' ? [{ row, total, endpoint: row.counts[i].endpoint }] : [],
    ),
  );
  const isCompared = rows.at(-1)!.row.index > 0;
  const numbers = totals.map(({ row, total, endpoint }): Line => {
    const place = isCompared ? texts.lettered(letterOf(row.index), titleOf(row)) : titleOf(row);
    const number = texts.lettered(shortName(endpoint), `${counted(total)} (${bounds(total)})`);
    return { text: `${place}. ${number}`, size_px: 20, colour: INK, bold: false };
  });
  const sentences = totals.flatMap(({ row, total, endpoint }): Line[] => [
    {
      text: `${counted(total)} ${sentence(endpoint, total.people, row)}`,
      size_px: 28,
      colour: INK,
      bold: true,
    },
    { text: boundsText(total), size_px: 20, colour: MUTED, bold: false },
  ]);
  const all = totals.flatMap(({ total }) => total.details.flatMap(({ datasets }) => datasets));
  const hasDrives = rows.some(({ row }) => row.reach?.travel === 'motorized');
  return [
    ...(rows.length > 1 ? [...numbers, small(texts.nineInTenAll)] : sentences),
    ...(rows.length > 1 && hasDrives ? [small(texts.freeFlow)] : []),
    ...(all.some(({ simulated }) => simulated) ? [small(`${texts.simulated}. ${texts.simulatedMeans}`)] : []),
    small(texts.sourcesOf(sourcesInWords(all))),
    small(link),
  ];
}

/** Sources with their roles in the page's language, roles of one source together. */
function sourcesInWords(datasets: Total['details'][number]['datasets']): string {
  const bySource = Map.groupBy(
    datasets.flatMap(({ sources }) => sources).filter(({ attribution }) => attribution !== null),
    ({ vintage, attribution }) =>
      [vintage === 'simulated' ? null : vintage && vintageName(vintage), attribution]
        .filter(Boolean)
        .join(', '),
  );
  return [...bySource]
    .map(([source, uses]) => `${[...new Set(uses.map((use) => role(use.role)))].join(', ')} (${source})`)
    .join('; ');
}

const small = (text: string): Line => ({ text, size_px: 16, colour: MUTED, bold: false });

function boundsText(total: Total): string {
  const { people: rounded, interval } = supportedCount(total.people, total.interval);
  if (!interval) return texts.noInterval;
  if (interval.high === null) return texts.boundOfCut(people(rounded));
  const parts = total.details.length;
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
