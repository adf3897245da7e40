/** Differencing attack: figures about parts of groups, derived from two versions. */
export interface KnownFigure {
  /** Areas of different whereabouts are apart. */
  readonly personsByArea: ReadonlyMap<string, readonly number[]>;
}

/** More are not combined exhaustively. */
const MOST_COMBINED = 10;

/**
 * Subtracts a figure of one version from overlapping ones of the other; persons in both cancel.
 * @returns fewest persons behind a derived figure, or `Infinity`. Ignores equal areas, which show arrivals and departures
 */
export function fewestBehindDerived(one: readonly KnownFigure[], other: readonly KnownFigure[]): number {
  return Math.min(fewestIn(one, other), fewestIn(other, one));
}

function fewestIn(covering: readonly KnownFigure[], inside: readonly KnownFigure[]): number {
  const coveringAt = byArea(covering);
  const insideAt = byArea(inside);
  let fewest = Infinity;
  for (const { personsByArea } of inside) {
    const cover = [...new Set([...personsByArea.keys()].flatMap((area) => coveringAt.get(area) ?? []))];
    const areasCovered = cover.reduce((sum, figure) => sum + figure.personsByArea.size, 0);
    if (areasCovered === personsByArea.size) continue;
    const covered = new Map(cover.flatMap((figure) => [...figure.personsByArea]));
    const lies = (figure: KnownFigure): boolean =>
      [...figure.personsByArea.keys()].every((area) => covered.has(area));
    const parts = [...new Set([...covered.keys()].flatMap((area) => insideAt.get(area) ?? []))].filter(lies);
    for (const subtracted of combinations(parts)) {
      const areas = new Set(subtracted.flatMap((figure) => [...figure.personsByArea.keys()]));
      const isSomebodyLeft = [...covered].some(([area, persons]) => persons.length > 0 && !areas.has(area));
      if (isSomebodyLeft) fewest = Math.min(fewest, restsOn(cover, subtracted));
    }
  }
  return fewest;
}

function byArea(figures: readonly KnownFigure[]): Map<string, KnownFigure> {
  return new Map(
    figures.flatMap((figure) => [...figure.personsByArea.keys()].map((area) => [area, figure] as const)),
  );
}

/** Of many figures all, and all but one. */
function combinations(figures: readonly KnownFigure[]): KnownFigure[][] {
  if (figures.length > MOST_COMBINED) {
    return [[...figures], ...figures.map((figure) => figures.filter((another) => another !== figure))];
  }
  return Array.from({ length: 2 ** figures.length - 1 }, (_, i) =>
    figures.filter((_, index) => ((i + 1) >> index) & 1),
  );
}

function restsOn(added: readonly KnownFigure[], subtracted: readonly KnownFigure[]): number {
  const personsOf = (figures: readonly KnownFigure[]): Set<number> =>
    new Set(figures.flatMap(({ personsByArea }) => [...personsByArea.values()].flat()));
  const [plus, minus] = [personsOf(added), personsOf(subtracted)];
  const inBoth = [...plus].filter((person) => minus.has(person)).length;
  return plus.size + minus.size - 2 * inBoth;
}
