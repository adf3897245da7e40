/**
 * The interface between sources of features and their consumers. A source is read once for all consumers, each of which selects
 * by tags.
 */
import type { BoundingBox, Position, Zone } from '../../src/geo/positions.ts';
import { UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import type { Progress, Tags } from '../records.ts';

export interface ReadOptions {
  readonly progress: Progress;
  /** Folder for temporary files, deleted however the process ends. */
  readonly scratch: string;
}

/** Coordinate of a node that the source lacks. */
export const NOWHERE = -(2 ** 31);

/** Number of a node that the source lacks. */
export const NO_NODE = 2 ** 32 - 1;

/** The nodes of a line in order. */
export interface LineNodes {
  /** Node numbers from 0; lines meet where they share a node. */
  readonly nodes: Uint32Array;
  /** WGS84 in 1e-7 degrees, NOWHERE for a missing node. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
}

/** In degrees, without missing nodes. */
export function knownPositions({ lon, lat }: Pick<LineNodes, 'lon' | 'lat'>): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < lon.length; i++) {
    if (lon[i] !== NOWHERE) positions.push([lon[i] / UNITS_PER_DEGREE, lat[i] / UNITS_PER_DEGREE]);
  }
  return positions;
}

export interface Line extends LineNodes {
  /** OSM way id; elsewhere the feature's number in the source. */
  readonly id: number;
  readonly tags: Tags;
}

export interface Area {
  /** For messages, for example `way/123`. */
  readonly id: string;
  /** Right-handed, in degrees, without self-intersections. */
  readonly polygons: Zone;
  readonly tags: Tags;
  /** Rank among the areas of the source; areas are delivered in another order. */
  readonly order: number;
}

/** A node with tags, or a point feature. */
export interface Point {
  readonly position: Position;
  readonly tags: Tags;
}

export interface RelationMember {
  readonly type: 'node' | 'way' | 'relation';
  readonly id: number;
  readonly role: string;
}

export interface Relation {
  readonly id: number;
  readonly members: readonly RelationMember[];
  readonly tags: Tags;
}

/** Selects and takes features. Lines come in the order of the source, all else in any order. */
export interface Consumer {
  readonly lines?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (line: Line) => void;
  };
  readonly areas?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (area: Area) => void;
    /** Called for each wanted area with an incomplete or self-intersecting outline. */
    readonly leaveOut?: () => void;
    /** `type` of the OSM relations that are such areas; by default `multipolygon`. */
    readonly relationType?: string;
    /** If no feature of a source other than OSM has this key, all of its areas are taken. */
    readonly impliedKey?: string;
  };
  readonly nodes?: {
    readonly key: string;
    readonly take: (id: number, tags: Tags) => void;
  };
  readonly points?: {
    readonly key: string;
    readonly take: (point: Point) => void;
  };
  readonly relations?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (relation: Relation) => void;
  };
  /**
   * Called at the end of a source that has nodes and relations of its own.
   * @param numberOf maps a node id to its number in lines; NO_NODE for a missing node
   */
  readonly ended?: (numberOf: (id: number) => number) => void;
}

/** A consumer with a result. */
export interface Gatherer<Result> extends Consumer {
  /** Call after the source has been read. */
  readonly gathered: () => Result;
}

/** What reading a source revealed. */
export interface ReadSource {
  /** Whether it was cut out of a larger dataset. */
  readonly isExtract: boolean;
  /** The bounding box that the file states, in degrees; `null` if none. */
  readonly statedBounds: BoundingBox | null;
}
