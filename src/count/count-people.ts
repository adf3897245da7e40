/**
 * Counts people in a zone: `living` by areal interpolation (edge cells by their share of area inside), `working` by whole cells
 * of its grid zone.
 */

import { MILLIPERSONS } from '../format/count-tile.ts';
import type { Layer } from '../format/tile-sets.ts';
import { CellOutline } from '../geo/cell-outline.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  GRID_RESOLUTION,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
} from '../geo/cells.ts';
import { splitLongToH3Index } from '../geo/h3.ts';
import type { Zone } from '../geo/positions.ts';
import { shareInside } from '../geo/shared-area.ts';
import { ZoneEdges } from '../geo/zone-edges.ts';
import { COUNTED_PACKS_AT_ONCE, MAX_CELL_SIDES } from '../limits.ts';
import { WorkSlices } from '../next-turn.ts';
import type { CountTiles } from '../storage/dataset-reader.ts';
import { type CoverVisitor, type EdgeCell, type Stop, ZoneCover } from '../zone/cover-zone.ts';
import { GridZone } from '../zone/grid-zone.ts';
import { CutUnits, type ZoneUnits } from './cut-units.ts';

export interface PeopleCount {
  /** People are not rounded. */
  readonly people: number;
  /** `living` lists the units that the zone cuts, or `null` if they are unknown or not requested. */
  readonly units: ZoneUnits | null;
  /** `working` has the cells that were counted, else `null`. */
  readonly gridZone: Zone | null;
}

export interface CountOptions {
  /** Longer outlines of grid zones are simplified. */
  readonly maxCellSides?: number;
  readonly hasUnits?: boolean;
  /** Without slivers, cells of a narrow part of the zone count only if their centres lie in it. */
  readonly hasSlivers?: boolean;
}

/** @param zone valid disjoint polygons, longitudes within ±180 */
export async function countPeople(
  layer: Layer,
  zone: Zone,
  tiles: CountTiles,
  { maxCellSides = MAX_CELL_SIDES, hasUnits = true, hasSlivers = true }: CountOptions = {},
): Promise<PeopleCount> {
  const edges = new ZoneEdges(zone);
  if (layer === 'living') {
    const units = hasUnits ? new CutUnits() : null;
    const sum = new LivingSum(edges, units);
    await cover(layer, edges, sum, tiles, units);
    return { people: sum.millipersons / MILLIPERSONS, units: units?.result() ?? null, gridZone: null };
  }
  const gridZone = new GridZone(edges);
  await cover(layer, edges, gridZone, tiles);
  if (hasSlivers) await gridZone.addSliverCells();
  return {
    people: gridZone.millipersons / MILLIPERSONS,
    units: null,
    gridZone: gridZone.outline(maxCellSides),
  };
}

class LivingSum implements CoverVisitor {
  readonly occupiedOnly = true;
  millipersons = 0;
  readonly #units: CutUnits | null;
  readonly #edges: ZoneEdges;
  readonly #outline = new CellOutline();

  constructor(edges: ZoneEdges, units: CutUnits | null) {
    this.#edges = edges;
    this.#units = units;
  }

  addWhole(millipersons: number, keysStart: number, keysEnd: number): void {
    this.millipersons += millipersons;
    this.#units?.addWithin(keysStart, keysEnd);
  }

  addEdgeCell({ face, a, b, keysStart }: EdgeCell, millipersons: number): void {
    this.#outline.take(face, a, b);
    const share = shareInside(this.#outline, this.#edges);
    this.millipersons += millipersons * share;
    this.#units?.addAtEdge(keysStart, millipersons, share);
  }
}

const cellOf = ({ place }: Stop): Cell => splitLongToH3Index(place.low, place.high);

/** Lists the overviews and packs in which people of the zone may be. */
export function cellsOfCount(zone: Zone): {
  readonly overviews: readonly Cell[];
  readonly packs: readonly Cell[];
} {
  const walk = new ZoneCover(new ZoneEdges(zone), NOBODY_COUNTS);
  const overviews = walk.stopsFromTop(OVERVIEW_RESOLUTION).map(cellOf);
  const atEdge = walk.stopsFromTop(PACK_RESOLUTION).filter(({ edges }) => edges.length > 0);
  return { overviews, packs: atEdge.map(cellOf) };
}

const NOBODY_COUNTS: CoverVisitor = { occupiedOnly: true, addWhole: () => {}, addEdgeCell: () => {} };

/** A slice of work along an edge takes some 20 ms. */
const TILES_PER_SLICE = 256;

/** Reads overviews, then a few packs along the edge at a time. */
async function cover(
  layer: Layer,
  edges: ZoneEdges,
  visitor: CoverVisitor,
  tiles: CountTiles,
  units: CutUnits | null = null,
): Promise<void> {
  const walk = new ZoneCover(edges, visitor);
  const slices = new WorkSlices(TILES_PER_SLICE);
  const overviewStops = walk.stopsFromTop(OVERVIEW_RESOLUTION);
  const overviews = await tiles.readOverviews(layer, overviewStops.map(cellOf));
  const tileStops = overviewStops.flatMap((stop) => {
    const overview = overviews.get(cellOf(stop)) ?? null;
    if (overview) units?.beginOverview(overview);
    return walk.walkBelow(stop, COUNT_TILE_RESOLUTION, overview);
  });
  for (const stops of byPacks(tileStops)) {
    const occupied = stops.filter((stop) => stop.occupied).map(cellOf);
    const countTiles = await tiles.readCountTiles(layer, occupied, overviews);
    for (const stop of stops) {
      const tile = countTiles.get(cellOf(stop)) ?? null;
      if (tile) units?.begin(tile);
      walk.walkBelow(stop, GRID_RESOLUTION, tile);
      await slices.partDone();
    }
  }
}

function byPacks(stops: readonly Stop[]): Stop[][] {
  let list: Stop[] = [];
  const lists = [list];
  const packs = new Set<Cell>();
  for (const stop of stops) {
    if (stop.occupied) {
      const pack = parentOf(cellOf(stop), PACK_RESOLUTION);
      if (packs.size === COUNTED_PACKS_AT_ONCE && !packs.has(pack)) {
        list = [];
        lists.push(list);
        packs.clear();
      }
      packs.add(pack);
    }
    list.push(stop);
  }
  return lists;
}
