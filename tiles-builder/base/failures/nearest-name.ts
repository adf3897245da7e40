/** Suggests the known name nearest to a misspelt one, by optimal string alignment distance. */

/** Errors tolerated: one in four characters, at least one. */
const CHARACTERS_PER_SLIP = 4;

export function nearestName(typed: string, known: Iterable<string>): string | null {
  let nearest: string | null = null;
  let fewest = Math.max(1, Math.ceil(typed.length / CHARACTERS_PER_SLIP)) + 1;
  for (const name of known) {
    const spellings = [name, name.slice(name.lastIndexOf('/') + 1)];
    const slips = Math.min(...spellings.map((text) => slipsBetween(typed.toLowerCase(), text.toLowerCase())));
    if (slips >= fewest) continue;
    nearest = name;
    fewest = slips;
  }
  return nearest;
}

/** Returns a question about the nearest name, or else a shortened list of known names. */
export function didYouMean(typed: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const nearest = nearestName(typed, known);
  return nearest === null ? `There are ${shortList(known)}.` : `Did you mean ${nearest}?`;
}

const MOST_LISTED = 30;
const shortList = (names: readonly string[]): string =>
  names.length > MOST_LISTED ? `${names.slice(0, MOST_LISTED).join(', ')} and others` : names.join(', ');

/** Source: L. Boytsov, Indexing methods for approximate dictionary searching, 2011. */
function slipsBetween(a: string, b: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? twoBefore[j - 2] + 1 : Infinity;
      row[j] = Math.min(replaced, exchanged, before[j] + 1, row[j - 1] + 1);
    }
    [twoBefore, before] = [before, row];
  }
  return before[b.length];
}
