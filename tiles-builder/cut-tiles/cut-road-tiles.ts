/** The graph of one way to travel → road tiles, packed, and the overviews that list them. */
import { cellToParent, latLngToCell } from 'h3-js';
import type { RoadLayer } from '../../src/format/manifest.ts';
import { overviewKey, packKey } from '../../src/format/object-keys.ts';
import { writeOverviewTile } from '../../src/format/overview-tile.ts';
import { writePack } from '../../src/format/pack.ts';
import { type Travel, writeRoadTile } from '../../src/format/road-tile.ts';
import {
  type Cell,
  keyBelow,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  ROAD_TILE_RESOLUTION,
} from '../../src/geo/cells.ts';
import type { TimedGraph } from '../road-graph/timed-graph.ts';
import { cellsAlongEdge, UNITS_PER_DEGREE } from './cells-along-edge.ts';
import { type NodePlace, roadTileArrays } from './road-tile-arrays.ts';

/** What one tile holds, as numbers of the whole graph. */
interface TileContent {
  /** Nodes that lie in the cell, ascending; a node's place in the list is its number in the tile. */
  readonly nodes: number[];
  /** Edges that touch the cell, ascending. */
  readonly edges: number[];
}

/**
 * A tile owns the nodes that lie in its cell. An edge is stored in every tile that its shape passes through, so that a
 * tile knows all roads in its cell. Tiles, packs and overviews are ordered by cell: the same graph gives the same bytes.
 * @returns objects by name, and what the manifest says about them
 */
export function cutRoadTiles(
  graph: TimedGraph,
  travel: Travel,
  version: string,
): { objects: Map<string, Uint8Array>; layer: RoadLayer } {
  const { tiles, placeOf } = fillTiles(graph);
  const sealed = new Map<Cell, Uint8Array>();
  for (const cell of [...tiles.keys()].sort()) {
    const { nodes, edges } = tiles.get(cell)!;
    sealed.set(cell, writeRoadTile(cell, version, roadTileArrays(graph, cell, nodes, edges, placeOf)));
  }
  const objects = new Map<string, Uint8Array>();
  for (const [pack, cells] of groupByParent(sealed.keys(), PACK_RESOLUTION)) {
    const members = new Map(cells.map((cell) => [cell, sealed.get(cell)!]));
    objects.set(packKey(version, travel, pack), writePack(pack, version, members));
  }
  const overviews = groupByParent(sealed.keys(), OVERVIEW_RESOLUTION);
  for (const [overview, cells] of overviews) {
    const keys = cells.map((cell) => keyBelow(cell, OVERVIEW_RESOLUTION, ROAD_TILE_RESOLUTION));
    const bytes = writeOverviewTile(overview, version, ROAD_TILE_RESOLUTION, keys, []);
    objects.set(overviewKey(version, travel, overview), bytes);
  }
  let bytes = 0;
  for (const object of objects.values()) bytes += object.byteLength;
  return {
    objects,
    layer: {
      overviews: [...overviews.keys()],
      tiles: tiles.size,
      nodes: graph.nodeFlags.length,
      edges: graph.edgeTail.length,
      bytes,
    },
  };
}

function fillTiles(graph: TimedGraph): { tiles: Map<Cell, TileContent>; placeOf: NodePlace[] } {
  const tiles = new Map<Cell, TileContent>();
  const tileAt = (cell: Cell): TileContent => {
    let tile = tiles.get(cell);
    if (!tile) {
      tile = { nodes: [], edges: [] };
      tiles.set(cell, tile);
    }
    return tile;
  };
  const placeOf = Array.from(graph.nodeFlags, (_, node): NodePlace => {
    const lat = graph.nodeLat[node]! / UNITS_PER_DEGREE;
    const lon = graph.nodeLon[node]! / UNITS_PER_DEGREE;
    const cell = latLngToCell(lat, lon, ROAD_TILE_RESOLUTION);
    return { cell, number: tileAt(cell).nodes.push(node) - 1 };
  });
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const touched = cellsAlongEdge(graph, edge, ROAD_TILE_RESOLUTION);
    touched.add(placeOf[graph.edgeTail[edge]!]!.cell);
    touched.add(placeOf[graph.edgeHead[edge]!]!.cell);
    for (const cell of touched) tileAt(cell).edges.push(edge);
  }
  return { tiles, placeOf };
}

/** Cells by their ancestor, in order of first appearance. */
function groupByParent(cells: Iterable<Cell>, resolution: number): Map<Cell, Cell[]> {
  const groups = new Map<Cell, Cell[]>();
  for (const cell of cells) {
    const parent = cellToParent(cell, resolution);
    const group = groups.get(parent);
    if (group) group.push(cell);
    else groups.set(parent, [cell]);
  }
  return groups;
}
