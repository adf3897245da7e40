/** Defines types that folders of the builder share: tags, buildings, census units, people by cell, progress. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';

export type Tags = Readonly<Record<string, string>>;

export interface Building {
  readonly id: string;
  /** May have several outlines; courtyards are holes. */
  readonly footprint: Zone;
  readonly tags: Tags;
}

/** A square by its south-west corner in metres of a projection such as `EPSG:3035`. */
export interface GridSquare {
  readonly projection: string;
  readonly size_m: number;
  readonly east_m: number;
  readonly north_m: number;
}

export interface CensusUnit {
  readonly id: string;
  /** Polygons are disjoint; those of a grid square follow its grid. */
  readonly outline: Zone;
  /** May be fractional. */
  readonly people: number;
  /** Units from a table of squares have their square. */
  readonly square?: GridSquare;
}

/** Thousandths of a person by cell, above 0. */
export type MillipersonsByCell = ReadonlyMap<Cell, number>;

/** `done` and `total` count what the step processes. */
export type Progress = (step: string, done?: number, total?: number) => void;

export type AddObject = (name: string, object: Uint8Array) => void;
