/** Defines the interface between readers of features and their consumers, which select features by tags. */
import type { BoundingBox, Position, Zone } from '../../src/geo/positions.ts';
import type { Progress, Tags } from '../base/records.ts';
import { UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';

export interface ReadOptions {
  readonly progress: Progress;
  readonly scratch: string;
}

/** Coordinate of a node that the source lacks. */
export const NOWHERE = -(2 ** 31);

/** Number of a node that the source lacks. */
export const NO_NODE = 2 ** 32 - 1;

export interface LineNodes {
  /** Numbers of nodes, which lines that meet share; NO_NODE is possible. */
  readonly nodes: Uint32Array;
  /** Longitude in 1e-7 degrees of WGS84, or NOWHERE. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
}

/** Returns positions in degrees, without missing nodes. */
export function knownPositions({ lon, lat }: Pick<LineNodes, 'lon' | 'lat'>): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < lon.length; i++) {
    if (lon[i] !== NOWHERE) positions.push([lon[i] / UNITS_PER_DEGREE, lat[i] / UNITS_PER_DEGREE]);
  }
  return positions;
}

export interface Line extends LineNodes {
  readonly id: number;
  readonly tags: Tags;
}

export interface PolygonFeature {
  readonly id: string;
  /** Right-handed polygons in degrees, without self-intersections. */
  readonly polygons: Zone;
  readonly tags: Tags;
  /** Rank in the source; delivery order differs. */
  readonly order: number;
}

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

/** A consumer gets lines in source order, and all else in any order. */
export interface Consumer {
  readonly lines?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (line: Line) => void;
  };
  readonly areas?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (area: PolygonFeature) => void;
    /** Called for an incomplete or self-intersecting outline. */
    readonly leaveOut?: () => void;
    /** The `type` of an OSM relation; the default is `multipolygon`. */
    readonly relationType?: string;
    /** Outside OSM, all areas are taken where no feature has this key. */
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
   * Called at the end of a source with nodes and relations.
   * @param numberOf maps node ids; NO_NODE if missing
   */
  readonly ended?: (numberOf: (id: number) => number) => void;
}

export interface Gatherer<Result> extends Consumer {
  readonly gathered: () => Result;
}

export interface ReadSource {
  readonly isExtract: boolean;
  /** Bounds that the file states, in degrees. */
  readonly statedBounds: BoundingBox | null;
}
