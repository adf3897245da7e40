/**
 * Finds the H3 cells of a density tile with their density classes. It sums people by cell and drops cells below the display
 * threshold and cells that another dataset covers more. At a border it adds the people that neighbouring datasets count in a
 * cell. From DIVIDED_ZOOM on it replaces a cell by its children if their counts are certain enough.
 */

import { isLarger } from '../answer/compare-shares.ts';
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
import { type Outline, shareInside } from '../geo/shared-area.ts';
import { ZoneEdges } from '../geo/zone-edges.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';
import type { DatasetReader } from '../storage/dataset-reader.ts';
import { type PeopleBelow, totalOf } from '../zone/cover-zone.ts';
import { densityClassOf } from './density-classes.ts';
import { dividedCell } from './divided-cell.ts';
import { runOfCell } from './run-of-cell.ts';
import { FEWEST_SHOWN, FINEST_DIVIDED, FINEST_SHOWN } from './shown-cells.ts';

/** Resolution of cells by zoom level. Overviews have sums down to COUNT_TILE_RESOLUTION; finer cells need a few packs. */
const RESOLUTIONS: Readonly<Record<number, number>> = { 4: 4, 5: 5, 6: 5, 7: 6, 8: 6, 9: 6, 10: 8, 11: 8 };
const DIVIDED_ZOOM = 11;

export interface ClassedCell {
  readonly cell: Cell;
  /** The ring is counterclockwise, and longitudes continue beyond ±180. */
  readonly ring: Ring;
  /** Class as an index into DENSITY_CLASSES_PER_KM2. */
  readonly density: number;
}

export interface Neighbour {
  readonly coverage: Zone;
  /** It counts in cells of which both cover as much. */
  readonly isBefore: boolean;
  readonly open: () => DatasetReader;
}

/**
 * A cell over a border is drawn from the dataset that covers most of it, with the people of all that share it.
 * @returns cells that touch the tile
 */
export async function classedCells(
  layer: Layer,
  tile: MapTile,
  dataset: DatasetReader,
  neighbours: readonly Neighbour[] = [],
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
  const fewest = FEWEST_SHOWN[layer];
  const near = cells.flatMap((cell) => {
    const people = peopleIn(cell, tiles);
    return people >= fewest || neighbours.length > 0 ? [{ cell, people, ring: ringOfCell(cell) }] : [];
  });
  const covered = new ZoneEdges(coverage);
  const others = neighbours.map((neighbour) => ({
    neighbour,
    covered: new ZoneEdges(neighbour.coverage),
  }));
  const first = near.flatMap((cell) => {
    const outline = outlineOf(cell.ring);
    const share = shareInside(outline, covered);
    const sharing = others
      .map((other) => ({ ...other, share: shareInside(outline, other.covered) }))
      .filter((other) => other.share > 0);
    const isFirst = sharing.every(({ neighbour, share: other }) =>
      neighbour.isBefore ? other < share : other <= share,
    );
    if (share === 0 || !isFirst) return [];
    const together = sharing.reduce((sum, other) => sum + other.share, share);
    // Land that several cover is counted once.
    const joins = sharing.length > 0 && !isLarger(together, 1);
    if ((joins ? together : share) < MIN_COVERED_SHARE) return [];
    return [{ ...cell, joined: joins ? sharing.map(({ neighbour }) => neighbour) : [] }];
  });
  const joined = await Promise.all(
    neighbours.map(async (neighbour) => {
      const own = first.filter((cell) => cell.joined.includes(neighbour)).map(({ cell }) => cell);
      if (own.length === 0) return null;
      const tiles = await readTiles(layer, own, neighbour.open());
      return new Map(own.map((cell) => [cell, peopleIn(cell, tiles)]));
    }),
  );
  const own = first
    .map((cell) => ({
      ...cell,
      people: joined.reduce((sum, people) => sum + (people?.get(cell.cell) ?? 0), cell.people),
    }))
    .filter(({ people }) => people >= fewest);
  const { countTiles } = tiles;
  if (!isDivided || !countTiles) return own.map(classed);
  return own.flatMap(({ cell, people, joined }) => {
    const countTile = countTiles.get(parentOf(cell, COUNT_TILE_RESOLUTION));
    const divides = countTile && joined.length === 0;
    const divided = divides ? dividedCell(cell, countTile, manifest.error_model.living) : null;
    if (!divided) return [classed({ cell, people, ring: ringOfChildren(cell) })];
    return divided.map(([child, part]) => classed({ cell: child, people: part, ring: ringOfCell(child) }));
  });
}

const classed = (shown: { cell: Cell; people: number; ring: Ring }): ClassedCell => ({
  cell: shown.cell,
  ring: shown.ring,
  density: densityClassOf(shown.people, areaOfZone_m2([[shown.ring]])),
});

const outlineOf = (ring: Ring): Outline => ({
  ...boundingBoxOf([ring]),
  lons: ring.map(([lon]) => lon),
  lats: ring.map(([, lat]) => lat),
});

function cellsTouching(tile: MapTile, resolution: number): Cell[] {
  const { containmentOverlapping } = POLYGON_TO_CELLS_FLAGS;
  return polygonToCellsExperimental([ringOfBox(boxOfTile(tile))], resolution, containmentOverlapping, true);
}

interface PeopleTiles {
  readonly resolution: number;
  readonly resolutionBelow: number;
  readonly byCell: ReadonlyMap<Cell, PeopleBelow>;
  /** Count tiles are `null` if overviews suffice. */
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

function peopleIn(cell: Cell, { resolution, resolutionBelow, byCell }: PeopleTiles): number {
  const tile = byCell.get(parentOf(cell, resolution));
  const own = resolutionOf(cell);
  if (!tile) return 0;
  const run = runOfCell(tile, keyBelow(cell, resolution, own), 8 ** (resolutionBelow - own));
  return wholePeople(totalOf(tile, ...run));
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
