/** What a new version of a region changes for those who ask: the people in it, what it covers, its roads. */
import type { Layer, Travel } from '../../../src/format/tile-sets.ts';

/** An area of some 36 km², by its centre, in which the number of people changes. */
export interface AreaChange {
  readonly lon: number;
  readonly lat: number;
  readonly people_before: number;
  readonly people_after: number;
}

export interface PeopleChange {
  readonly layer: Layer;
  readonly people_before: number;
  readonly people_after: number;
  /** All areas where the number changes, the largest change first. */
  readonly areas: readonly AreaChange[];
}

export interface CoverageChange {
  /** Which data the coverage is of. */
  readonly of: 'roads' | Layer;
  readonly before_km2: number;
  readonly after_km2: number;
  /** What was covered and is not any more. */
  readonly lost_km2: number;
}

export interface RoadsChange {
  readonly travel: Travel;
  readonly nodes_before: number;
  readonly nodes_after: number;
  readonly edges_before: number;
  readonly edges_after: number;
}

export interface VersionChange {
  readonly before: string;
  readonly after: string;
  /** Why the live version cannot be compared with; `null` where it was, else nothing below is known. */
  readonly unreadable: string | null;
  /** Of the layers that both versions have. */
  readonly people: readonly PeopleChange[];
  readonly coverage: readonly CoverageChange[];
  readonly roads: readonly RoadsChange[];
  /** Tile sets that only the new version has. */
  readonly appeared: readonly string[];
  /** Tile sets that only the live version has. */
  readonly vanished: readonly string[];
  /**
   * Whether areas are grouped after those of the live version, so that both together tell of nobody: `null` where one of them
   * has no locations or the later one is simulated.
   */
  readonly follows_groups: boolean | null;
  /** Whether the people are simulated. */
  readonly simulated_before: boolean;
  readonly simulated_after: boolean;
}
