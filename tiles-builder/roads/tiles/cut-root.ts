/** The root of the road tiles, which lists the provinces, and its pages: how roads lead from each of them to others. */
import { rootName, separatorsName } from '../../../src/format/object-keys.ts';
import type { RankedArcs } from '../../../src/format/ranked-arcs.ts';
import {
  HAS_PAGE,
  type SeparatorArrays,
  TALLIED_NODE,
  writeRootPage,
  writeSeparatorTile,
} from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type Cell, ROOT_TILE } from '../../../src/geo/cells.ts';
import type { AddObject } from '../../records.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import type { Hierarchy } from '../hierarchy/build-hierarchy.ts';
import { PROVINCE_DEPTH, tilesAtDepth } from '../hierarchy/place-graph.ts';
import type { ProvinceInRoot } from './cut-province.ts';
import { rankedArcs } from './lay-out-province.ts';

interface Province extends ProvinceInRoot {
  readonly cell: Cell;
  readonly borderNodes: Uint32Array;
}

/** @param inRoot what the root says of each province. @returns how many pages there are */
export function cutRoot(
  graph: Pick<TimedGraph, 'nodeFlags'>,
  { placed, provinces, pages }: Hierarchy,
  inRoot: ReadonlyMap<Cell, ProvinceInRoot>,
  travel: Travel,
  add: AddObject,
): number {
  const all = tilesAtDepth(placed.tree, PROVINCE_DEPTH).map((tile): Province => {
    const cell = placed.tree.cells[tile];
    const { borderNodes } = provinces.read(cell).tile;
    return { ...inRoot.get(cell)!, cell, borderNodes };
  });
  add(separatorsName(ROOT_TILE), writeSeparatorTile(travel, ROOT_TILE, rootOf(all)));
  const tallied = new Set<number>();
  const paged = all.filter(({ borderNodes }) => borderNodes.length > 0);
  for (const { cell, borderNodes } of paged) {
    const page = pages.read(cell);
    const arcs = rankedArcs(graph, page);
    const slots = new Map(Array.from(page.ownNodes, (node, slot) => [node, slot]));
    for (const node of borderNodes) {
      if (!tallied.has(node)) arcs.nodeFlags[slots.get(node)!] |= TALLIED_NODE;
      tallied.add(node);
    }
    add(rootName(cell), writeRootPage(travel, cell, pageOf(arcs, slots, all)));
  }
  return paged.length;
}

/** The root itself has no nodes, so that it stays small however large the country is. */
const rootOf = (provinces: readonly Province[]): SeparatorArrays => ({
  nodeFlags: new Uint8Array(0),
  borderNodes: 0,
  down: { firstArc: new Uint32Array(1), upperSlot: new Uint32Array(0), ms: new Int32Array(0) },
  up: { firstArc: new Uint32Array(1), upperSlot: new Uint32Array(0), ms: new Int32Array(0) },
  ...childArrays(provinces),
  childFlags: Uint8Array.from(
    provinces,
    ({ flags, borderNodes }) => flags | (borderNodes.length > 0 ? HAS_PAGE : 0),
  ),
  childFirstBorder: new Uint32Array(provinces.length + 1),
  borderSlot: new Uint32Array(0),
  borderFarthest_ms: new Int32Array(0),
});

/** Nodes of the root that are out of reach share one slot after the own ones, which no arc leads to. */
function pageOf(
  arcs: RankedArcs,
  slots: ReadonlyMap<number, number>,
  provinces: readonly Province[],
): SeparatorArrays {
  const outOfReach = arcs.nodeFlags.length;
  const near = provinces.filter(({ borderNodes }) => borderNodes.some((node) => slots.has(node)));
  const childFirstBorder = new Uint32Array(near.length + 1);
  near.forEach(({ borderNodes }, child) => {
    childFirstBorder[child + 1] = childFirstBorder[child] + borderNodes.length;
  });
  const borderSlot = near.flatMap(({ borderNodes }) =>
    Array.from(borderNodes, (node) => slots.get(node) ?? outOfReach),
  );
  return {
    ...arcs,
    borderNodes: borderSlot.includes(outOfReach) ? 1 : 0,
    ...childArrays(near),
    childFirstBorder,
    borderSlot: Uint32Array.from(borderSlot),
    borderFarthest_ms: Int32Array.from(near.flatMap((province) => Array.from(province.borderFarthest_ms))),
  };
}

const childArrays = (provinces: readonly Province[]) => ({
  childCells: provinces.map(({ cell }) => cell),
  childFlags: Uint8Array.from(provinces, ({ flags }) => flags),
  childWest: Int32Array.from(provinces, ({ bounds }) => bounds.west),
  childSouth: Int32Array.from(provinces, ({ bounds }) => bounds.south),
  childEast: Int32Array.from(provinces, ({ bounds }) => bounds.east),
  childNorth: Int32Array.from(provinces, ({ bounds }) => bounds.north),
});
