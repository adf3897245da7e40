/** Stores a set of grid cells run-length encoded, as intervals of columns by row, and grows or erodes it. */

/** The interval is half-open. */
export type ColumnInterval = readonly [from: number, to: number];

export class CellRows {
  readonly #rows = new Map<number, [from: number, to: number][]>();
  /** Rows with sorted, separate intervals. */
  readonly #merged = new Set<number>();

  /** Adjacent cells share an interval if added from west to east. */
  add(row: number, from: number, to: number): void {
    const intervals = this.#rows.get(row);
    const last = intervals?.at(-1);
    if (!intervals) this.#rows.set(row, [[from, to]]);
    else if (last && from >= last[0] && from <= last[1]) last[1] = Math.max(last[1], to);
    else {
      intervals.push([from, to]);
      this.#merged.delete(row);
    }
  }

  /** Lists rows, ascending. */
  rows(): number[] {
    return [...this.#rows.keys()].sort((a, b) => a - b);
  }

  /** Lists the intervals of a row, ascending and separate. */
  intervals(row: number): readonly ColumnInterval[] {
    const intervals = this.#rows.get(row) ?? [];
    if (intervals.length < 2 || this.#merged.has(row)) return intervals;
    const merged = mergedIntervals(intervals);
    this.#rows.set(row, merged);
    this.#merged.add(row);
    return merged;
  }

  grownByRows(rows: number): CellRows {
    const grown = new CellRows();
    for (const row of this.rows()) {
      for (let near = row - rows; near <= row + rows; near++) {
        for (const [from, to] of this.intervals(row)) grown.add(near, from, to);
      }
    }
    return grown;
  }

  /** Erodes by a square of `cells` to each side. */
  shrunk(cells: number): CellRows {
    const shrunk = new CellRows();
    for (const row of this.rows()) {
      let common = this.intervals(row);
      for (let near = row - cells; near <= row + cells && common.length > 0; near++) {
        common = intersect(common, this.intervals(near));
      }
      for (const [from, to] of common) {
        if (from + cells < to - cells) shrunk.add(row, from + cells, to - cells);
      }
    }
    return shrunk;
  }
}

function mergedIntervals(intervals: readonly ColumnInterval[]): [from: number, to: number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = merged[merged.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function intersect(a: readonly ColumnInterval[], b: readonly ColumnInterval[]): ColumnInterval[] {
  const shared: ColumnInterval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const from = Math.max(a[i][0], b[j][0]);
    const to = Math.min(a[i][1], b[j][1]);
    if (from < to) shared.push([from, to]);
    if (a[i][1] < b[j][1]) i++;
    else j++;
  }
  return shared;
}
