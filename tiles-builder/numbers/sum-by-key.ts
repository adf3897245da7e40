/** Columns of numbers sorted and summed by a key: sort-merge in place of a hash map. */

/** A key below 2^27 and a position below this fit one double together. */
const MOST_ROWS = 2 ** 26;

/**
 * A stable order by key.
 * @param keys below 2^27
 */
export function orderBy(keys: Uint32Array): Uint32Array {
  const order = new Uint32Array(keys.length);
  if (isAscending(keys)) return order.map((_, i) => i);
  if (keys.length > MOST_ROWS) throw new RangeError(`${keys.length} rows are too many to sort`);
  const pairs = new Float64Array(keys.length);
  for (let i = 0; i < keys.length; i++) pairs[i] = keys[i] * MOST_ROWS + i;
  pairs.sort();
  for (let i = 0; i < pairs.length; i++) order[i] = pairs[i] % MOST_ROWS;
  return order;
}

function isAscending(keys: Uint32Array): boolean {
  for (let i = 1; i < keys.length; i++) if (keys[i] < keys[i - 1]) return false;
  return true;
}

/** Distinct keys, ascending, and the sum of each column by key, added in row order. */
export function sumByKey(
  keys: Uint32Array,
  ...columns: readonly ArrayLike<number>[]
): { readonly key: Uint32Array; readonly sums: readonly Float64Array[] } {
  const key = new Uint32Array(keys.length);
  const sums = columns.map(() => new Float64Array(keys.length));
  let last = -1;
  for (const i of orderBy(keys)) {
    if (last < 0 || key[last] !== keys[i]) key[++last] = keys[i];
    for (let column = 0; column < columns.length; column++) sums[column][last] += columns[column][i];
  }
  return { key: key.slice(0, last + 1), sums: sums.map((own) => own.slice(0, last + 1)) };
}

/** Concatenates columns. */
export function joined<T extends Uint32Array | Float64Array>(first: T, ...others: readonly T[]): T {
  const length = others.reduce((sum, own) => sum + own.length, first.length);
  const all = new (first.constructor as new (length: number) => T)(length);
  all.set(first);
  let at = first.length;
  for (const column of others) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}
