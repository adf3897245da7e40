/** Writes the root's pages of a contraction hierarchy: for each province, the separators within reach and arcs between them. */
import type { Province } from '../../../src/format/manifest.ts';
import { rootName } from '../../../src/format/object-keys.ts';
import type { RankedArcs } from '../../../src/format/ranked-arcs.ts';
import {
  type SeparatorArrays,
  TALLIED_NODE,
  writeSeparatorTile,
} from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { AddObject } from '../../base/records.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import type { Hierarchy } from '../hierarchy/build-hierarchy.ts';
import { PROVINCE_DEPTH, tilesAtDepth } from '../hierarchy/place-graph.ts';
import type { ProvinceInRoot } from './cut-province.ts';
import { rankedArcs } from './lay-out-province.ts';
import { boundsOfChildren } from './road-bounds.ts';

interface BorderingProvince extends ProvinceInRoot {
  readonly cell: Cell;
  readonly borderNodes: Uint32Array;
}

export function cutRoot(
  graph: Pick<TimedGraph, 'nodeFlags'>,
  { placed, provinces, pages }: Hierarchy,
  inRoot: ReadonlyMap<Cell, ProvinceInRoot>,
  travel: Travel,
  add: AddObject,
): { readonly provinces: Province[]; readonly pages: number } {
  const all = tilesAtDepth(placed.tree, PROVINCE_DEPTH).map((tile): BorderingProvince => {
    const cell = placed.tree.cells[tile];
    const { borderNodes } = provinces.read(cell).tile;
    return { ...inRoot.get(cell)!, cell, borderNodes };
  });
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
    add(rootName(cell), writeSeparatorTile(travel, cell, pageOf(arcs, slots, all), 'root'));
  }
  return { provinces: all.map(({ cell, bounds }) => ({ cell, ...bounds })), pages: paged.length };
}

/** Unreachable nodes share one slot without arcs. */
function pageOf(
  arcs: RankedArcs,
  slots: ReadonlyMap<number, number>,
  provinces: readonly BorderingProvince[],
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
    childCells: near.map(({ cell }) => cell),
    childFlags: Uint8Array.from(near, ({ flags }) => flags),
    ...boundsOfChildren(near.map(({ bounds }) => bounds)),
    childFirstBorder,
    borderSlot: Uint32Array.from(borderSlot),
    borderFarthest_ms: Int32Array.from(near.flatMap((province) => Array.from(province.borderFarthest_ms))),
  };
}
