/**
 * Planar arrangement of polygons, for overlays: labels each edge with the polygons on either side, by winding numbers, tile by
 * tile.
 */
import { addTo } from '../base/numbers/add-to.ts';
import { DisjointSets } from '../base/numbers/disjoint-sets.ts';
import type { GridBox, GridRings } from './grid-rings.ts';
import { edgesByTile, isInTile, type TileEdges } from './grid-tiles.ts';
import { PositionIds } from './position-ids.ts';

/** Consecutive edges with equal polygons on either side: x1, y1, x2, y2, from west to east. */
export interface Arc {
  readonly edges: readonly number[];
  /** Polygons to the left and right, ascending. */
  readonly left: readonly number[];
  readonly right: readonly number[];
}

const NONE = -1;

/** @param rings see `snapRounded` */
export function* arcsOf(rings: GridRings): Generator<Arc> {
  for (const edges of edgesByTile(rings, 1)) {
    yield* arcsInTile(rings, edges);
    rings.free();
  }
}

function* arcsInTile(rings: GridRings, edges: TileEdges): Generator<Arc> {
  const lines = new Lines(rings, edges);
  for (const chain of chainsOf(lines, edges.tile)) yield* arcsOfChain(rings, edges.tile, lines, chain);
}

class Lines {
  /** Net eastward runs of a boundary, by line and polygon. */
  readonly turns: readonly ReadonlyMap<number, number>[];
  readonly places: PositionIds;
  readonly #ends: PositionIds;

  constructor({ x, y }: GridRings, { polygon, from, to }: TileEdges) {
    this.places = new PositionIds(2 * from.length);
    this.#ends = new PositionIds(from.length);
    const turns: Map<number, number>[] = [];
    for (let edge = 0; edge < from.length; edge++) {
      const [a, b] = [from[edge], to[edge]];
      const [start, end] = [this.places.add(x[a], y[a]), this.places.add(x[b], y[b])];
      const east = isEastward(x[a], y[a], x[b], y[b]);
      const line = east ? this.#ends.add(start, end) : this.#ends.add(end, start);
      turns[line] ??= new Map();
      addTo(turns[line], polygon[edge], east ? 1 : -1);
    }
    for (const own of turns) for (const [polygon, turn] of own) if (turn === 0) own.delete(polygon);
    this.turns = turns;
  }

  forEach(take: (line: number, start: number, end: number) => void): void {
    for (let line = 0; line < this.turns.length; line++) {
      if (this.turns[line].size > 0) take(line, this.#ends.x(line), this.#ends.y(line));
    }
  }

  endsOf(line: number): [x1: number, y1: number, x2: number, y2: number] {
    const { places } = this;
    const [a, b] = [this.#ends.x(line), this.#ends.y(line)];
    return [places.x(a), places.y(a), places.x(b), places.y(b)];
  }
}

/** Lines joined at vertices of degree two, where sides stay equal. */
function chainsOf(lines: Lines, tile: GridBox): readonly (readonly number[])[] {
  const { places } = lines;
  const degree = new Uint32Array(places.count);
  const firstLine = new Int32Array(places.count).fill(NONE);
  lines.forEach((line, ...ends) => {
    for (const place of ends) {
      degree[place]++;
      if (firstLine[place] === NONE) firstLine[place] = line;
    }
  });
  const joined = new DisjointSets(lines.turns.length);
  lines.forEach((line, ...ends) => {
    for (const place of ends) {
      if (degree[place] === 2 && isInTile(tile, places.x(place), places.y(place)))
        joined.join(line, firstLine[place]);
    }
  });
  const chains = new Map<number, number[]>();
  lines.forEach((line) => {
    const chain = joined.firstOf(line);
    const own = chains.get(chain);
    if (own) own.push(line);
    else chains.set(chain, [line]);
  });
  return [...chains.values()];
}

function* arcsOfChain(
  rings: GridRings,
  tile: GridBox,
  lines: Lines,
  chain: readonly number[],
): Generator<Arc> {
  const inTile = chain.filter((line) => {
    const [x1, y1, x2, y2] = lines.endsOf(line);
    return isInTile(tile, (x1 + x2) / 2, (y1 + y2) / 2);
  });
  if (inTile.length === 0) return;
  const longest = chain.reduce((a, b) => (lengthOf(lines.endsOf(b)) > lengthOf(lines.endsOf(a)) ? b : a));
  const turns = lines.turns[longest];
  const { left, right } = sidesOf(rings, lines.endsOf(longest), turns);
  // Opposite lines in a chain swap their sides.
  const [same, back] = [true, false].map((isSame) =>
    inTile.filter((line) => isSameTurn(lines.turns[line], turns) === isSame),
  );
  const edgesOf = (own: readonly number[]): number[] => own.flatMap((line) => lines.endsOf(line));
  if (same.length > 0) yield { edges: edgesOf(same), left, right };
  if (back.length > 0) yield { edges: edgesOf(back), left: right, right: left };
}

function sidesOf(
  rings: GridRings,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  turns: ReadonlyMap<number, number>,
): { readonly left: readonly number[]; readonly right: readonly number[] } {
  const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const near = rings.near({ west: middleX, south: middleY, east: middleX, north: middleY });
  const [left, right]: [number[], number[]] = [[], []];
  for (const polygon of near.sort((a, b) => a - b)) {
    const turn = turns.get(polygon) ?? 0;
    const winding = rings.winding(polygon, middleX, middleY);
    // `winding` holds left of a line that does not rise.
    if ((y2 > y1 ? winding + turn : winding) > 0) left.push(polygon);
    if ((y2 > y1 ? winding : winding - turn) > 0) right.push(polygon);
  }
  return { left, right };
}

const isEastward = (x1: number, y1: number, x2: number, y2: number): boolean =>
  x1 < x2 || (x1 === x2 && y1 < y2);

const lengthOf = ([x1, y1, x2, y2]: readonly number[]): number => Math.hypot(x2 - x1, y2 - y1);

function isSameTurn(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  const [[polygon, turn]] = a;
  return (b.get(polygon) ?? 0) * turn > 0;
}
