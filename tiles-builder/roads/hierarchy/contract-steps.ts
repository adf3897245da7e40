/**
 * The three steps of a contraction: districts, provinces, pages of the root. Each takes what the one before has found and
 * leaves a file with a piece for each tile, made by a job that knows no more than the tile and what was found below it. A
 * share of a step does some of its tiles.
 */
import { membersOf } from '../../numbers/groups.ts';
import { inOrder } from '../../threads/in-order.ts';
import type { RoadThreads } from '../road-threads.ts';
import type { ContractedDistrict, DistrictGraph } from './contract-district.ts';
import type { ContractedOver } from './contract-over.ts';
import type { HierarchyTile } from './hierarchy.ts';
import { type Pieces, writePieces } from './pieces-by-cell.ts';
import {
  DISTRICT_DEPTH,
  type PlacedGraph,
  PROVINCE_DEPTH,
  type RoadTopology,
  tilesAtDepth,
} from './place-graph.ts';
import { RootGraph } from './root-graph.ts';
import { ROOT } from './tile-tree.ts';

export interface StepOptions {
  /** Paths longer than this are never asked for and may be missing. */
  readonly maxUseful_ms: number;
  readonly threads: RoadThreads;
  readonly share?: Share;
}

/** One of several parts into which the tiles of a step are dealt, counted from 0. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** The tiles of one depth that fall to a share. */
export function tilesOfShare(
  { tree }: PlacedGraph,
  depth: number,
  { index, of }: Share = { index: 0, of: 1 },
): number[] {
  return tilesAtDepth(tree, depth).filter((_, place) => place % of === index);
}

/** What there is of a graph in one district. */
export function districtGraph(
  graph: RoadTopology,
  { childrenOf, nodesOfTile, edgesOfLeaf }: PlacedGraph,
  district: number,
  maxUseful_ms: number,
): DistrictGraph {
  return {
    leaves: Array.from(membersOf(childrenOf, district), (leaf) => {
      const edges = membersOf(edgesOfLeaf, leaf);
      return {
        ownNodes: membersOf(nodesOfTile, leaf).slice(),
        edges: {
          tail: edges.map((edge) => graph.edgeTail[edge]),
          head: edges.map((edge) => graph.edgeHead[edge]),
          forward_ms: edges.map((edge) => graph.edgeForward_ms[edge]),
          backward_ms: edges.map((edge) => graph.edgeBackward_ms[edge]),
        },
      };
    }),
    ownNodes: membersOf(nodesOfTile, district).slice(),
    maxUseful_ms,
  };
}

/** Writes a {@link ContractedDistrict} for each district. */
export async function contractDistricts(
  graph: RoadTopology,
  placed: PlacedGraph,
  file: string,
  { maxUseful_ms, threads, share }: StepOptions,
): Promise<void> {
  const { tree } = placed;
  const districts = tilesOfShare(placed, DISTRICT_DEPTH, share);
  const pieces = inOrder(districts, threads.atOnce, (district) =>
    threads.run('contractDistrict', districtGraph(graph, placed, district, maxUseful_ms)),
  );
  const cells = districts.map((district) => tree.cells[district]);
  await writePieces(file, cells, pieces);
}

/** Writes a {@link ContractedOver} for each province. */
export async function contractProvinces(
  placed: PlacedGraph,
  districts: Pieces<ContractedDistrict>,
  file: string,
  { maxUseful_ms, threads, share }: StepOptions,
): Promise<void> {
  const { tree, childrenOf, nodesOfTile } = placed;
  const provinces = tilesOfShare(placed, PROVINCE_DEPTH, share);
  const pieces = inOrder(provinces, threads.atOnce, (province) =>
    threads.run('contractProvince', {
      ownNodes: membersOf(nodesOfTile, province).slice(),
      below: Array.from(
        membersOf(childrenOf, province),
        (district) => districts.read(tree.cells[district]).upward,
      ),
      maxUseful_ms,
    }),
  );
  const cells = provinces.map((province) => tree.cells[province]);
  await writePieces(file, cells, pieces);
}

/** Writes a {@link HierarchyTile} for each province from which roads lead out: its page of the root. */
export async function contractPages(
  placed: PlacedGraph,
  provinces: Pieces<ContractedOver>,
  file: string,
  { maxUseful_ms, threads, share }: StepOptions,
): Promise<void> {
  const { tree, nodesOfTile } = placed;
  const upwards = tilesAtDepth(tree, PROVINCE_DEPTH).map((tile) => provinces.read(tree.cells[tile]).upward);
  const root = new RootGraph(membersOf(nodesOfTile, ROOT), upwards, maxUseful_ms);
  const first = tilesAtDepth(tree, PROVINCE_DEPTH)[0];
  const paged = tilesOfShare(placed, PROVINCE_DEPTH, share).filter(
    (province) => upwards[province - first].borderNodes.length > 0,
  );
  const pieces = inOrder(paged, threads.atOnce, (province) =>
    threads.run('contractPage', root.pageOf(upwards[province - first])),
  );
  const cells = paged.map((province) => tree.cells[province]);
  await writePieces<HierarchyTile>(file, cells, pieces);
}
