/**
 * Finds the H3 cells of a density tile and their density classes. It sums people by cell, drops cells below the display threshold
 * and those that another dataset covers more, and divides cells from DIVIDED_ZOOM on.
 */

import { type CountTile, wholePeople } from '../format/count-tile.ts';
import type { Layer } from '../format/tile-sets.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  GRID_RESOLUTION,
  keyBelow,
  OVERVIEW_RESOLUTION,
  parentOf,
  parentsOf,
  resolutionOf,
} from '../geo/cells.ts';
import {
  cellsToMultiPolygon,
  cellToBoundary,
  cellToChildren,
  POLYGON_TO_CELLS_FLAGS,
  polygonToCellsExperimental,
} from '../geo/h3.ts';
import { boxOfTile, type MapTile } from '../geo/map-tiles.ts';
import { boundingBoxOf, type Position, type Ring, ringOfBox, type Zone } from '../geo/positions.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';
import type { DatasetReader } from '../storage/dataset-reader.ts';
import type { PeopleBelow } from '../zone/cover-zone.ts';
import { CoveredCells } from './covered-cells.ts';
import { densityClassOf } from './density-classes.ts';
import { dividedCell } from './divided-cell.ts';
import { runOfCell, totalOf } from './run-of-cell.ts';
import { FEWEST_SHOWN, FINEST_DIVIDED, FINEST_SHOWN } from './shown-cells.ts';

/** Resolution of cells by zoom level. Overviews have sums down to COUNT_TILE_RESOLUTION; finer cells need a few packs. */
const RESOLUTIONS: Readonly<Record<number, number>> = { 4: 4, 5: 5, 6: 5, 7: 6, 8: 6, 9: 6, 10: 8, 11: 8 };
const DIVIDED_ZOOM = 11;

export interface ClassedCell {
  readonly cell: Cell;
  /** The ring is counterclockwise, and longitudes continue beyond ±180. */
  readonly ring: Ring;
  /** Index in DENSITY_CLASSES_PER_KM2. */
  readonly density: number;
}

export interface OtherCoverages {
  readonly before: readonly Zone[];
  readonly after: readonly Zone[];
}

/**
 * @param others of equal shares that before the dataset counts, or else the dataset
 * @returns cells that touch the tile
 */
export async function classedCells(
  layer: Layer,
  tile: MapTile,
  dataset: DatasetReader,
  others: OtherCoverages = { before: [], after: [] },
): Promise<ClassedCell[]> {
  const { manifest } = dataset;
  const coverage = manifest.coverage[layer];
  if (!coverage) return [];
  const isDivided = tile.zoom >= DIVIDED_ZOOM;
  const resolution = Math.min(RESOLUTIONS[tile.zoom], FINEST_SHOWN[layer]);
  const cells = isDivided
    ? parentsOf(cellsTouching(tile, FINEST_DIVIDED), resolution)
    : cellsTouching(tile, resolution);
  const tiles = await readTiles(layer, cells, dataset);
  const occupied = cells.flatMap((cell) => {
    const people = wholePeople(millipersonsIn(cell, tiles));
    return people >= FEWEST_SHOWN[layer] ? [{ cell, people, ring: ringOfCell(cell) }] : [];
  });
  const around = boundingBoxOf(occupied.map(({ ring }) => ring));
  const covered = new CoveredCells(coverage, around);
  const [before, after] = [others.before, others.after].map((zones) =>
    zones.map((zone) => new CoveredCells(zone, around)),
  );
  const isOwn = (ring: Ring): boolean => {
    const share = covered.shareOf(ring);
    return (
      share >= MIN_COVERED_SHARE &&
      !before.some((other) => other.shareOf(ring) >= share) &&
      !after.some((other) => other.shareOf(ring) > share)
    );
  };
  const own = occupied.filter(({ ring }) => isOwn(ring));
  const { countTiles } = tiles;
  if (!isDivided || !countTiles) return own.map(classed);
  return own.flatMap(({ cell, people }) => {
    const countTile = countTiles.get(parentOf(cell, COUNT_TILE_RESOLUTION))!;
    const divided = dividedCell(cell, countTile, manifest.error_model.living);
    if (!divided) return [classed({ cell, people, ring: ringOfChildren(cell) })];
    return divided.map(([child, part]) => classed({ cell: child, people: part, ring: ringOfCell(child) }));
  });
}

const classed = (shown: { cell: Cell; people: number; ring: Ring }): ClassedCell => ({
  cell: shown.cell,
  ring: shown.ring,
  density: densityClassOf(shown.people, areaOfZone_m2([[shown.ring]])),
});

function cellsTouching(tile: MapTile, resolution: number): Cell[] {
  const { containmentOverlapping } = POLYGON_TO_CELLS_FLAGS;
  return polygonToCellsExperimental([ringOfBox(boxOfTile(tile))], resolution, containmentOverlapping, true);
}

interface PeopleTiles {
  readonly resolution: number;
  readonly resolutionBelow: number;
  readonly byCell: ReadonlyMap<Cell, PeopleBelow>;
  /** Count tiles are `null` where overviews suffice. */
  readonly countTiles: ReadonlyMap<Cell, CountTile> | null;
}

async function readTiles(layer: Layer, cells: readonly Cell[], dataset: DatasetReader): Promise<PeopleTiles> {
  if (cells.length === 0 || resolutionOf(cells[0]) <= COUNT_TILE_RESOLUTION) {
    const byCell = await dataset.readOverviews(layer, parentsOf(cells, OVERVIEW_RESOLUTION));
    return {
      resolution: OVERVIEW_RESOLUTION,
      resolutionBelow: COUNT_TILE_RESOLUTION,
      byCell,
      countTiles: null,
    };
  }
  const countTiles = await dataset.readCountTiles(layer, parentsOf(cells, COUNT_TILE_RESOLUTION));
  return {
    resolution: COUNT_TILE_RESOLUTION,
    resolutionBelow: GRID_RESOLUTION,
    byCell: countTiles,
    countTiles,
  };
}

function millipersonsIn(cell: Cell, { resolution, resolutionBelow, byCell }: PeopleTiles): number {
  const tile = byCell.get(parentOf(cell, resolution));
  const own = resolutionOf(cell);
  if (!tile) return 0;
  return totalOf(tile, ...runOfCell(tile, keyBelow(cell, resolution, own), 8 ** (resolutionBelow - own)));
}

export const ringOfCell = (cell: Cell): Position[] => unbroken(cellToBoundary(cell, true) as Position[]);

/** Returns an outline that fits those of neighbours without gaps. */
function ringOfChildren(cell: Cell): Position[] {
  const [[outline]] = cellsToMultiPolygon(cellToChildren(cell, FINEST_DIVIDED), true);
  return unbroken(outline as Position[]);
}

function unbroken(ring: readonly Position[]): Position[] {
  const [[first]] = ring;
  return ring.map(([lon, lat]) => [lon - 360 * Math.round((lon - first) / 360), lat]);
}
