/**
 * What a source of features gives, and who takes it. A source is read once for all consumers together; each says by tags what it
 * wants, and is handed that as it comes. Nothing here knows of files: `read-features.ts` is the door to those.
 */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { BoundingBox, Position, Zone } from '../../src/geo/positions.ts';
import type { Progress, Tags } from '../records.ts';

export interface ReadOptions {
  readonly progress: Progress;
  /** Folder on the disk that takes what memory need not hold. Nothing remains there, however the process ends. */
  readonly scratch: string;
}

/** In the place of a coordinate where a line names a node that its source left out. */
export const NOWHERE = -(2 ** 31);

/** In the place of the number of a node that its source left out. */
export const NO_NODE = 2 ** 32 - 1;

/** In a degree of `lon` and `lat` of a line's nodes. */
export const UNITS_PER_DEGREE = Math.round(1 / COORDINATE_UNIT_DEGREES);

/** The nodes of a line in order, one entry each. */
export interface LineNodes {
  /** The source's own numbering, from 0; lines meet where they have a node in common. */
  readonly nodes: Uint32Array;
  /** WGS84 in 1e-7 degrees, NOWHERE for a node that the source left out. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
}

/** In degrees, without the nodes that the source left out. */
export function knownPositions({ lon, lat }: Pick<LineNodes, 'lon' | 'lat'>): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < lon.length; i++) {
    if (lon[i] !== NOWHERE) positions.push([lon[i] / UNITS_PER_DEGREE, lat[i] / UNITS_PER_DEGREE]);
  }
  return positions;
}

export interface Line extends LineNodes {
  /** Of an OSM way; elsewhere the feature's number in the source. */
  readonly id: number;
  readonly tags: Tags;
}

export interface Area {
  /** For messages, for example `way/123`. */
  readonly id: string;
  /** Right-handed, in degrees; no ring crosses itself. */
  readonly polygons: Zone;
  readonly tags: Tags;
  /** Its place among the areas of the source, which are not handed over in that order. */
  readonly order: number;
}

/** A place that a source marks by itself: a node with tags, or a point elsewhere. */
export interface Point {
  /** In degrees. */
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

/** Takes what it wants of a source. Nothing is handed over in a promised order but lines, which come as the source has them. */
export interface Consumer {
  readonly lines?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (line: Line) => void;
  };
  readonly areas?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (area: Area) => void;
    /** Called for each wanted area whose outline is incomplete or crosses itself. */
    readonly leaveOut?: () => void;
    /** The type of OSM relations that are such areas; `multipolygon` if it is not said. */
    readonly relationType?: string;
    /** A source in which no feature has this key holds nothing but such areas, unless it is OSM's own. */
    readonly impliedKey?: string;
  };
  readonly nodes?: {
    /** Nodes with this key are handed over. */
    readonly key: string;
    readonly take: (id: number, tags: Tags) => void;
  };
  readonly points?: {
    /** Points with this key are handed over. */
    readonly key: string;
    readonly take: (point: Point) => void;
  };
  readonly relations?: {
    readonly wants: (tags: Tags) => boolean;
    readonly take: (relation: Relation) => void;
  };
  /**
   * Called when a source that has nodes and relations of its own has handed over everything.
   * @param numberOf the number that lines have for the node with an id, NO_NODE for one that the source left out
   */
  readonly ended?: (numberOf: (id: number) => number) => void;
}

/** A consumer that makes something of what it took. */
export interface Gatherer<Result> extends Consumer {
  /** To be called when the source has been read. */
  readonly gathered: () => Result;
}

/** What is known of a source once it has been read. */
export interface ReadSource {
  /** Whether it was cut out of data that goes on around it. */
  readonly isExtract: boolean;
  /** The box in which it says that it lies, in degrees; `null` where it does not say. */
  readonly statedBounds: BoundingBox | null;
}
