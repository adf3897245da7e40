/** Selects and classifies cells of a density tile. */

import { wholePeople } from '../format/count-tile.ts';
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
import { cellToBoundary, POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from '../geo/h3.ts';
import { boxOfTile, type MapTile } from '../geo/map-tiles.ts';
import { boundingBoxOf, type Position, type Ring, type Zone } from '../geo/positions.ts';
import { firstIndexNotBelow } from '../geo/sorted-keys.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';
import type { DatasetReader } from '../storage/dataset-reader.ts';
import type { PeopleBelow } from '../zone/cover-zone.ts';
import { CoveredCells } from './covered-cells.ts';
import { densityClassOf } from './density-classes.ts';
import { FEWEST_SHOWN, FINEST_SHOWN } from './shown-cells.ts';

/** By zoom level. Overviews have sums down to COUNT_TILE_RESOLUTION; finer ones come from a few packs. */
const RESOLUTIONS: Readonly<Record<number, number>> = { 4: 4, 5: 5, 6: 5, 7: 6, 8: 6, 9: 6, 10: 8 };

/** @param zoom of DENSITY_ZOOMS */
export const densityResolution = (layer: Layer, zoom: number): number =>
  Math.min(RESOLUTIONS[zoom], FINEST_SHOWN[layer]);

export interface ClassedCell {
  readonly cell: Cell;
  /** Counterclockwise; longitudes continue beyond ±180. */
  readonly ring: Ring;
  /** Index in DENSITY_CLASSES_PER_KM2. */
  readonly density: number;
}

/** Of other live datasets, before and after this one. */
export interface OtherCoverages {
  readonly before: readonly Zone[];
  readonly after: readonly Zone[];
}

/**
 * @param tile at a zoom of DENSITY_ZOOMS
 * @param others a cell belongs to the dataset that covers most of it, the first on ties
 * @returns cells that touch the tile and pass the display threshold
 * @throws StorageUnavailable, DamagedTile, TooMuchToRead
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
  const millipersons = await millipersonsIn(
    layer,
    cellsTouching(tile, densityResolution(layer, tile.zoom)),
    dataset,
  );
  const occupied = [...millipersons].flatMap(([cell, sum]) => {
    const people = wholePeople(sum);
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
  return occupied
    .filter(({ ring }) => isOwn(ring))
    .map(({ cell, people, ring }) => ({
      cell,
      ring,
      density: densityClassOf(people, areaOfZone_m2([[ring]])),
    }));
}

function cellsTouching(tile: MapTile, resolution: number): Cell[] {
  const { west, south, east, north } = boxOfTile(tile);
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const { containmentOverlapping } = POLYGON_TO_CELLS_FLAGS;
  return polygonToCellsExperimental([corners], resolution, containmentOverlapping, true);
}

/** By cell. */
async function millipersonsIn(
  layer: Layer,
  cells: readonly Cell[],
  dataset: DatasetReader,
): Promise<Map<Cell, number>> {
  const resolution = cells.length > 0 ? resolutionOf(cells[0]) : 0;
  const [above, below, tiles] =
    resolution <= COUNT_TILE_RESOLUTION
      ? ([
          OVERVIEW_RESOLUTION,
          COUNT_TILE_RESOLUTION,
          await dataset.readOverviews(layer, parentsOf(cells, OVERVIEW_RESOLUTION)),
        ] as const)
      : ([
          COUNT_TILE_RESOLUTION,
          GRID_RESOLUTION,
          await dataset.readCountTiles(layer, parentsOf(cells, COUNT_TILE_RESOLUTION)),
        ] as const);
  const found = new Map<Cell, number>();
  for (const cell of cells) {
    const tile: PeopleBelow | undefined = tiles.get(parentOf(cell, above));
    const sum = tile ? sumOfRun(tile, keyBelow(cell, above, resolution), 8 ** (below - resolution)) : 0;
    if (sum > 0) found.set(cell, sum);
  }
  return found;
}

function sumOfRun({ keys, runningTotals }: PeopleBelow, key: number, keysOfCell: number): number {
  const first = firstIndexNotBelow(keys, key * keysOfCell);
  const end = firstIndexNotBelow(keys, (key + 1) * keysOfCell, first);
  if (end === first) return 0;
  return runningTotals[end - 1] - (first > 0 ? runningTotals[first - 1] : 0);
}

function ringOfCell(cell: Cell): Position[] {
  const ring = cellToBoundary(cell, true) as Position[];
  const [[first]] = ring;
  return ring.map(([lon, lat]) => [lon - 360 * Math.round((lon - first) / 360), lat]);
}
