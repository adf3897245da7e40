/**
 * Builds the nested contraction hierarchy of a road graph, from leaf tiles up: arcs stay in a tile or lead to its ancestors (R.
 * Geisberger et al., "Contraction Hierarchies: Faster and Simpler Hierarchical Routing in Road Networks", 2008).
 */
import { join } from 'node:path';
import type { ContractedDistrict } from './contract-district.ts';
import type { ContractedOver } from './contract-over.ts';
import { contractDistricts, contractPages, contractProvinces, type StepOptions } from './contract-steps.ts';
import type { HierarchyTile } from './hierarchy.ts';
import type { PiecesByCell } from './pieces-by-cell.ts';
import { type PlacedGraph, placeGraph, type RoadTopology } from './place-graph.ts';

export interface Hierarchy {
  readonly placed: PlacedGraph;
  readonly districts: PiecesByCell<ContractedDistrict>;
  readonly provinces: PiecesByCell<ContractedOver>;
  readonly pages: PiecesByCell<HierarchyTile>;
}

export async function buildHierarchy(
  graph: RoadTopology,
  folder: string,
  options: StepOptions,
): Promise<Hierarchy> {
  const placed = placeGraph(graph);
  const folderOf = (name: string): string => join(folder, `${name}.contracted`);
  const districts = await contractDistricts(graph, placed, folderOf('districts'), options);
  const provinces = await contractProvinces(placed, districts, folderOf('provinces'), options);
  const pages = await contractPages(placed, provinces, folderOf('pages'), options);
  return { placed, districts, provinces, pages };
}
