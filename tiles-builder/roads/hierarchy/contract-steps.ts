/** Contracts the road hierarchy bottom-up in threads, into folders: districts, then provinces, then pages of the root. */
import { membersOf } from '../../base/numbers/groups.ts';
import type { Progress } from '../../base/records.ts';
import type { JobThreads } from '../../base/threads/job-threads.ts';
import { type ContractedDistrict, contractDistrictJob, type DistrictGraph } from './contract-district.ts';
import { type ContractedOver, contractOverJob } from './contract-over.ts';
import type { HierarchyTile } from './hierarchy.ts';
import { type PiecesByCell, writePieces } from './pieces-by-cell.ts';
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
  readonly maxUseful_ms: number;
  readonly threads: JobThreads;
  readonly progress: Progress;
}

export function contractDistricts(
  graph: RoadTopology,
  placed: PlacedGraph,
  folder: string,
  { maxUseful_ms, ...options }: StepOptions,
): Promise<PiecesByCell<ContractedDistrict>> {
  const { tree, childrenOf, nodesOfTile, edgesOfLeaf } = placed;
  const districts = tilesAtDepth(tree, DISTRICT_DEPTH);
  const graphOf = (district: number): DistrictGraph => ({
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
  });
  return writePieces(folder, placed, districts, options, (district) =>
    options.threads.run(contractDistrictJob, graphOf(district)),
  );
}

export function contractProvinces(
  placed: PlacedGraph,
  districts: PiecesByCell<ContractedDistrict>,
  folder: string,
  { maxUseful_ms, ...options }: StepOptions,
): Promise<PiecesByCell<ContractedOver>> {
  const { tree, childrenOf, nodesOfTile } = placed;
  const provinces = tilesAtDepth(tree, PROVINCE_DEPTH);
  return writePieces(folder, placed, provinces, options, (province) =>
    options.threads.run(contractOverJob, {
      ownNodes: membersOf(nodesOfTile, province).slice(),
      below: Array.from(
        membersOf(childrenOf, province),
        (district) => districts.read(tree.cells[district]).upward,
      ),
      maxUseful_ms,
      sparse: false,
    }),
  );
}

/** Pages are {@link HierarchyTile}s of provinces with exits by road. */
export function contractPages(
  placed: PlacedGraph,
  provinces: PiecesByCell<ContractedOver>,
  folder: string,
  { maxUseful_ms, ...options }: StepOptions,
): Promise<PiecesByCell<HierarchyTile>> {
  const { tree, nodesOfTile } = placed;
  const upwards = tilesAtDepth(tree, PROVINCE_DEPTH).map((tile) => provinces.read(tree.cells[tile]).upward);
  const root = new RootGraph(membersOf(nodesOfTile, ROOT), upwards, maxUseful_ms);
  const first = tilesAtDepth(tree, PROVINCE_DEPTH)[0];
  const paged = tilesAtDepth(tree, PROVINCE_DEPTH).filter(
    (province) => upwards[province - first].borderNodes.length > 0,
  );
  return writePieces<HierarchyTile>(folder, placed, paged, options, async (province) => {
    const page = root.pageOf(upwards[province - first]);
    return (await options.threads.run(contractOverJob, page)).tile;
  });
}
