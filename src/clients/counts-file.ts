/** A CSV of counts at sites, to which each answer is appended at once, so that a run can go on after a break. */
import { appendFileSync, existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { ASKED_COLUMNS, csvOf, PROPERTIES, SITE_COLUMNS, withoutFormulas } from './count-columns.ts';
import { type Asked, polygonsOf, type Row, readRows } from './read-sites.ts';

type Line = Readonly<Partial<Record<(typeof SITE_COLUMNS)[number], unknown>>>;

const cellsOf = (line: Line): string[] => SITE_COLUMNS.map((column) => String(line[column] ?? ''));

/** Identifies a question, as asked or as read from the file, where formulas are escaped. */
export const keyOf = (asked: Asked): string =>
  JSON.stringify(ASKED_COLUMNS.map((column) => withoutFormulas(asked[column] ?? '')));

export class CountsFile {
  readonly #file: string;

  /** Creates the file where it is missing, and drops a last line that a crash has cut off. */
  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) writeFileSync(file, csvOf([SITE_COLUMNS]));
    const text = readFileSync(file);
    if (text.toString().split(/\r?\n/, 1)[0] !== SITE_COLUMNS.join())
      throw new Error(`${file} has other columns than ${SITE_COLUMNS.join()}: name another file with --out`);
    truncateSync(file, text.lastIndexOf('\n') + 1);
  }

  rows(): Row[] {
    return readRows(this.#file);
  }

  append(line: Line): void {
    appendFileSync(this.#file, csvOf([cellsOf(line)]));
  }

  /** Sorts lines into the order of the questions, after those of other questions; drops repeated ones. */
  sort(questions: readonly Asked[]): void {
    const rows = this.rows();
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const keys = questions.map(keyOf);
    const asked = new Set(keys);
    const others = rows.filter((row) => !asked.has(keyOf(row)));
    this.#write([...others, ...keys.flatMap((key) => (byKey.has(key) ? [byKey.get(key)!] : []))]);
  }

  /** Lines of the file as GeoJSON features, at the point or in the zone of their site. */
  features(questions: readonly Asked[]): object[] {
    const ids = new Map(questions.map(({ id = '' }) => [withoutFormulas(id), id]));
    return this.rows().map((row) => {
      const properties = Object.fromEntries(
        PROPERTIES.map((column) => [column, propertyOf(column, row[column])]),
      );
      return {
        type: 'Feature',
        properties: { ...properties, id: ids.get(row.id) ?? row.id },
        geometry:
          row.lon && row.lat
            ? { type: 'Point', coordinates: [Number(row.lon), Number(row.lat)] }
            : polygonsOf(row.wkt),
      };
    });
  }

  #write(rows: readonly Row[]): void {
    const part = `${this.#file}.part`;
    writeFileSync(part, csvOf([SITE_COLUMNS, ...rows.map(cellsOf)]));
    renameSync(part, this.#file);
  }
}

const TEXTS = ['id', 'travel', 'count', 'region', 'version', 'sources', 'error'];
const propertyOf = (column: string, text: string): unknown =>
  text === '' ? null : TEXTS.includes(column) ? text : JSON.parse(text);
