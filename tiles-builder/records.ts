/** Types that sources deliver and the pipeline passes on. */
import type { TileSetEntry } from '../src/format/manifest.ts';
import type { TileSet } from '../src/format/tile-sets.ts';
import type { Cell } from '../src/geo/cells.ts';
import type { Zone } from '../src/geo/positions.ts';

/** OSM tags: key to value. */
export type Tags = Readonly<Record<string, string>>;

export interface Building {
  /** For messages, for example `way/123`. */
  readonly id: string;
  /** A building may have several outlines; courtyards are holes. */
  readonly footprint: Zone;
  readonly tags: Tags;
}

/** A square of a statistical grid: size and south-west corner in metres of a projection such as `EPSG:3035`. */
export interface GridSquare {
  readonly projection: string;
  readonly size_m: number;
  readonly east_m: number;
  readonly north_m: number;
}

export interface CensusUnit {
  readonly id: string;
  /** Disjoint polygons. A grid square's outline follows the edges of its grid. */
  readonly outline: Zone;
  /** Inhabitants; may be fractional, as some censuses publish estimates. */
  readonly people: number;
  /** Only if the source is a table of squares. */
  readonly square?: GridSquare;
}

/** Thousandths of a person (integers above 0) by cell of the standard grid. */
export type MillipersonsByCell = ReadonlyMap<Cell, number>;

/** Reports progress to the user. `done` and `total` count whatever the step processes. */
export type Progress = (step: string, done?: number, total?: number) => void;

/** Takes the objects of a tile set by name. */
export type AddObject = (name: string, object: Uint8Array) => void;

/** Destination of the steps' results. */
export interface Output {
  /** Opens a tile set, which is named when finished. */
  readonly open: (tileSet: TileSet) => { readonly add: AddObject; readonly finish: () => TileSetEntry };
  readonly progress: Progress;
}
