/**
 * Measures the time from each border node of a tile to the last place of its subtree, by sweeps of the hierarchy (PHAST): up
 * the tree, down to the subtree, through it. Searches use it to tell that a tile is reached completely.
 */
import { NO_ARC_MS, type RankedArcs } from '../../../src/format/ranked-arcs.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { carryDown, carryUp } from '../../../src/isochrone/carry-arrivals.ts';
import { sweepDownward } from '../../../src/isochrone/downward-sweep.ts';
import { UNREACHED } from '../../../src/isochrone/reach.ts';
import { searchUpward } from '../../../src/isochrone/upward-search.ts';
import { fullWalk_ms } from '../../../src/isochrone/walk-left.ts';
import type { ProvinceTiles } from './lay-out-province.ts';
import { LeafPlaces } from './leaf-places.ts';
import { boundsOfFrontage, canHaveMasks } from './road-bounds.ts';

/** Fills `borderFarthest_ms` of separator tiles, with NO_ARC_MS beyond `max_ms`. */
export function measureFarthest(tiles: ProvinceTiles, travel: Travel, max_ms: number): void {
  const measure = new FarthestMeasure(tiles, travel, max_ms);
  for (const tile of tiles.separators.keys()) measure.fromNodesOf(tile);
}

class FarthestMeasure {
  readonly #tiles: ProvinceTiles;
  /** Leaves that may be taken whole. */
  readonly #masked: ReadonlyMap<number, LeafPlaces>;
  readonly #walk_ms: number;
  readonly #max_ms: number;
  readonly #arrivals_ms: readonly Int32Array[];

  constructor(tiles: ProvinceTiles, travel: Travel, max_ms: number) {
    this.#tiles = tiles;
    this.#masked = new Map(
      [...tiles.leaves]
        .filter(([, leaf]) => canHaveMasks(boundsOfFrontage(leaf), travel))
        .map(([tile, leaf]) => [tile, new LeafPlaces(leaf)]),
    );
    this.#walk_ms = fullWalk_ms(travel);
    this.#max_ms = max_ms;
    this.#arrivals_ms = tiles.tree.cells.map((_, tile) => {
      const { nodeFlags, borderNodes } = this.#arcsOf(tile);
      return new Int32Array(nodeFlags.length + borderNodes);
    });
  }

  #arcsOf(tile: number): RankedArcs {
    return this.#tiles.separators.get(tile) ?? this.#tiles.leaves.get(tile)!;
  }

  fromNodesOf(tile: number): void {
    const nodes = this.#arcsOf(tile).nodeFlags.length;
    const children = [...this.#tiles.childrenOf[tile].keys()];
    for (let slot = 0; slot < nodes; slot++) {
      const bordering = children.filter((child) => this.#borderOf(tile, child, slot) >= 0);
      if (bordering.length === 0) continue;
      this.#searchFrom(tile, slot);
      for (const child of bordering) this.#measureChild(tile, child, slot);
    }
  }

  /** Returns the index in the child's border arrays, -1 if absent. */
  #borderOf(tile: number, child: number, slot: number): number {
    const { childFirstBorder, borderSlot } = this.#tiles.separators.get(tile)!;
    for (let border = childFirstBorder[child]; border < childFirstBorder[child + 1]; border++) {
      if (borderSlot[border] === slot) return border;
    }
    return -1;
  }

  #searchFrom(tile: number, slot: number): void {
    const { tree, separators, childrenOf } = this.#tiles;
    const chain = [tile];
    while (chain[0] !== 0) chain.unshift(tree.parent[chain[0]]);
    for (const above of chain) this.#arrivals_ms[above].fill(UNREACHED);
    this.#arrivals_ms[tile][slot] = 0;
    for (let depth = chain.length - 1; depth >= 0; depth--) {
      const at = chain[depth];
      searchUpward(this.#arcsOf(at), this.#arrivals_ms[at], this.#max_ms);
      if (depth === 0) continue;
      const parent = chain[depth - 1];
      const child = childrenOf[parent].indexOf(at);
      carryUp(separators.get(parent)!, child, this.#arrivals_ms[at], this.#arrivals_ms[parent]);
    }
    for (let depth = 0; depth < chain.length; depth++) {
      const at = chain[depth];
      if (depth > 0) {
        const parent = chain[depth - 1];
        const child = childrenOf[parent].indexOf(at);
        carryDown(separators.get(parent)!, child, this.#arrivals_ms[parent], this.#arrivals_ms[at]);
      }
      sweepDownward(this.#arcsOf(at), this.#arrivals_ms[at], this.#max_ms);
    }
  }

  #measureChild(parent: number, child: number, source: number, needed = true): number {
    const { separators, leaves, childrenOf } = this.#tiles;
    const above = separators.get(parent)!;
    const border = source < 0 ? -1 : this.#borderOf(parent, child, source);
    if (border < 0 && !needed) return NO_ARC_MS;
    const tile = childrenOf[parent][child];
    const arcs = this.#arcsOf(tile);
    const arrivals_ms = this.#arrivals_ms[tile];
    arrivals_ms.fill(UNREACHED, 0, arcs.nodeFlags.length);
    carryDown(above, child, this.#arrivals_ms[parent], arrivals_ms);
    sweepDownward(arcs, arrivals_ms, this.#max_ms);
    let farthest_ms = this.#lastExit(tile, arrivals_ms);
    if (leaves.has(tile)) farthest_ms = Math.max(farthest_ms, this.#lastWalk(tile, arrivals_ms));
    else {
      const sourceHere = border < 0 ? -1 : arcs.nodeFlags.length + border - above.childFirstBorder[child];
      for (const below of childrenOf[tile].keys()) {
        const isOpen = farthest_ms < NO_ARC_MS;
        farthest_ms = Math.max(farthest_ms, this.#measureChild(tile, below, sourceHere, isOpen));
      }
    }
    if (border >= 0) above.borderFarthest_ms[border] = farthest_ms;
    return farthest_ms;
  }

  #capped(ms: number): number {
    return ms > this.#max_ms ? NO_ARC_MS : ms;
  }

  #lastExit(tile: number, arrivals_ms: Int32Array): number {
    let last_ms = 0;
    for (const slot of this.#tiles.exits[tile]) last_ms = Math.max(last_ms, arrivals_ms[slot] + 1);
    return this.#capped(last_ms);
  }

  #lastWalk(leaf: number, arrivals_ms: Int32Array): number {
    const last_ms = this.#masked.get(leaf)?.lastReached_ms(arrivals_ms, this.#max_ms) ?? NO_ARC_MS;
    return last_ms === -Infinity ? 0 : this.#capped(Math.ceil(last_ms + this.#walk_ms) + 1);
  }
}
