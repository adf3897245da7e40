/** What an onlooker finds out about parts of groups by adding and subtracting the figures of two versions. */
/** A figure of one version, as an onlooker knows it. */
export interface KnownFigure {
  /** The areas that it is about, those of different whereabouts apart, with the persons who are counted there. */
  readonly personsByArea: ReadonlyMap<string, readonly number[]>;
}

/** So many figures at most are subtracted in all combinations. */
const MOST_COMBINED = 10;

/**
 * Adds up the figures of one version that reach into a figure of the other, and subtracts that one and others that lie in
 * them whole: what is left is about a part of a group, with somebody in it. Persons who are in both versions cancel out.
 * @returns persons on whom the figure rests that rests on the fewest; `Infinity` where there is none but the versions' own.
 * Figures about the same areas in both versions are not compared: they tell who came and went, which is another question
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

/** All but the empty one; of many figures only all, and all but one. */
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
