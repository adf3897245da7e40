/**
 * Builds the nested contraction hierarchy of a road graph from the leaves up; arcs stay within a tile or lead to its ancestors.
 * After R. Geisberger et al., "Contraction Hierarchies: Faster and Simpler Hierarchical Routing in Road Networks" (2008).
 */
import { join } from 'node:path';
import { KeyedFile } from '../../base/files/keyed-file.ts';
import type { ContractedDistrict } from './contract-district.ts';
import type { ContractedOver } from './contract-over.ts';
import { contractDistricts, contractPages, contractProvinces, type StepOptions } from './contract-steps.ts';
import type { HierarchyTile } from './hierarchy.ts';
import { PiecesByCell } from './pieces-by-cell.ts';
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
  contracted?: readonly KeyedFile[],
): Promise<Hierarchy> {
  const placed = placeGraph(graph);
  const fileOf = (name: string): string => join(folder, `${name}.contracted`);
  if (!contracted) await contractDistricts(graph, placed, fileOf('districts'), options);
  const districts = new PiecesByCell<ContractedDistrict>(contracted ?? [new KeyedFile(fileOf('districts'))]);
  await contractProvinces(placed, districts, fileOf('provinces'), options);
  const provinces = new PiecesByCell<ContractedOver>([new KeyedFile(fileOf('provinces'))]);
  await contractPages(placed, provinces, fileOf('pages'), options);
  const pages = new PiecesByCell<HierarchyTile>([new KeyedFile(fileOf('pages'))]);
  return { placed, districts, provinces, pages };
}

export function closeHierarchy({ districts, provinces, pages }: Hierarchy): void {
  for (const files of [districts, provinces, pages]) files.close();
}
