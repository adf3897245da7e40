/** What the sources deliver and the pipeline passes on. */
import type { TileSetEntry } from '../src/format/manifest.ts';
import type { TileSet } from '../src/format/tile-sets.ts';
import type { Cell } from '../src/geo/cells.ts';
import type { Zone } from '../src/geo/positions.ts';

/** OSM tags: key to value. */
export type Tags = Readonly<Record<string, string>>;

/** A building's footprint. */
export interface Building {
  /** For messages, for example `way/123`. */
  readonly id: string;
  /** One building may have several outlines; courtyards are holes. */
  readonly footprint: Zone;
  readonly tags: Tags;
}

/** A square of a statistical grid: the size and the south-west corner in metres of a projection such as `EPSG:3035`. */
export interface GridSquare {
  readonly projection: string;
  readonly size_m: number;
  readonly east_m: number;
  readonly north_m: number;
}

/** A census unit and its inhabitants. */
export interface CensusUnit {
  readonly id: string;
  /** Its parts do not overlap. A grid square's outline follows the edges of its grid. */
  readonly outline: Zone;
  /** Inhabitants, not always an integer (some censuses publish estimates). */
  readonly people: number;
  /** Where the source is a table of squares; a polygon has none, whatever its id looks like. */
  readonly square?: GridSquare;
}

/** Thousandths of a person (integers above 0) per cell of the standard grid. */
export type MillipersonsByCell = ReadonlyMap<Cell, number>;

/** Shown to the user while a step runs. `done` and `total` count whatever the step works through. */
export type Progress = (step: string, done?: number, total?: number) => void;

/** Takes the finished objects of one tile set, by their names within it. */
export type AddObject = (name: string, object: Uint8Array) => void;

/** Where the steps of a build put what they have made. */
export interface Output {
  /** A writer for the objects of a tile set, which gives the set its name at the end. */
  readonly open: (tileSet: TileSet) => { readonly add: AddObject; readonly finish: () => TileSetEntry };
  readonly progress: Progress;
}
