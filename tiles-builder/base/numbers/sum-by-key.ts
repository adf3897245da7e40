/** Sums columns of rows with equal keys, by a stable radix sort. */

const KEY_BITS = 32;
const DIGIT_BITS = 12;
const DIGITS = 2 ** DIGIT_BITS;
const LAST_DIGIT = DIGITS - 1;

/** Returns indexes in the order of keys, which is stable. */
export function orderBy(keys: Uint32Array): Uint32Array {
  let order = new Uint32Array(keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  if (isAscending(keys)) return order;
  let all = 0;
  for (const key of keys) all |= key;
  let before = new Uint32Array(keys.length);
  for (let shift = 0; shift < KEY_BITS && all >>> shift > 0; shift += DIGIT_BITS) {
    [order, before] = [before, order];
    const next = new Uint32Array(DIGITS + 1);
    for (let i = 0; i < keys.length; i++) next[((keys[i] >>> shift) & LAST_DIGIT) + 1]++;
    for (let digit = 1; digit < DIGITS; digit++) next[digit] += next[digit - 1];
    for (let i = 0; i < before.length; i++)
      order[next[(keys[before[i]] >>> shift) & LAST_DIGIT]++] = before[i];
  }
  return order;
}

function isAscending(keys: Uint32Array): boolean {
  for (let i = 1; i < keys.length; i++) if (keys[i] < keys[i - 1]) return false;
  return true;
}

/** @returns distinct keys, ascending, with sums of columns in row order */
export function sumByKey(
  keys: Uint32Array,
  ...columns: readonly ArrayLike<number>[]
): { readonly key: Uint32Array; readonly sums: readonly Float64Array[] } {
  const order = orderBy(keys);
  const key = new Uint32Array(keys.length);
  const groupOf = new Uint32Array(keys.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    const own = keys[order[i]];
    if (count === 0 || key[count - 1] !== own) key[count++] = own;
    groupOf[i] = count - 1;
  }
  const sums = columns.map((column) => {
    const sum = new Float64Array(count);
    for (let i = 0; i < order.length; i++) sum[groupOf[i]] += column[order[i]];
    return sum;
  });
  return { key: key.slice(0, count), sums };
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
