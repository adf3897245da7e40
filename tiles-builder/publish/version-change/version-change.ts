/** Types of a new version's changes: people, coverage, roads. */
import type { Layer, Travel } from '../../../src/format/tile-sets.ts';

/** Area of some 36 km², by its centre. */
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
  readonly areas: readonly AreaChange[];
}

export interface CoverageChange {
  readonly of: 'roads' | Layer;
  readonly before_km2: number;
  readonly after_km2: number;
  /** Covered before, not now. */
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
  /** Why the live version is unreadable. */
  readonly unreadable: string | null;
  readonly people: readonly PeopleChange[];
  readonly coverage: readonly CoverageChange[];
  readonly roads: readonly RoadsChange[];
  readonly appeared: readonly string[];
  readonly vanished: readonly string[];
  /** Whether areas are grouped after the live version's, against differencing; `null` where that does not apply. */
  readonly follows_groups: boolean | null;
  readonly simulated_before: boolean;
  readonly simulated_after: boolean;
}
