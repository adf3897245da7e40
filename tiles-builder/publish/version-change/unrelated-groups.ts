/**
 * Finds versions that tell of the same persons by other groups: of regions that overlap at work, and withdrawn ones.
 * Differences to these may rest on fewer persons than a group has.
 */
import { DamagedTile } from '../../../src/format/envelope.ts';
import type { Manifest } from '../../../src/format/manifest.ts';
import { sharedArea_m2 } from '../../../src/geo/shared-area.ts';
import type { Bucket } from '../bucket.ts';
import { readStateOf } from '../current-document.ts';
import { readStoredManifest } from '../read-stored.ts';
import { LEAST_SHARED_KM2, M2_PER_KM2, mayOverlap } from '../region-overlaps.ts';

export interface UnrelatedGroups {
  readonly region: string;
  readonly version: string;
  readonly shared_km2: number;
}

/**
 * Compares with the last version in groups of each region that overlaps, and of each that is not live.
 */
export async function unrelatedGroups(next: Manifest, bucket: Bucket): Promise<UnrelatedGroups[]> {
  if (!groupsOf(next)) return [];
  const { regions, kept } = await readStateOf(bucket);
  const live = regions.filter((other) => other.region === next.region || mayOverlap(next.coverage, other));
  const apart = new Set(regions.filter((other) => !live.includes(other)).map(({ region }) => region));
  const earlier = kept
    .filter(({ region, state }) => state === 'whole' && !apart.has(region))
    .toSorted((a, b) => (a.since < b.since ? 1 : -1));
  const compared = new Set<string>();
  const found: UnrelatedGroups[] = [];
  for (const stored of [...live, ...earlier]) {
    const { region, version } = stored;
    if (compared.has(region)) continue;
    const other = await readStoredManifest(stored, bucket).catch((cause) => {
      if (cause instanceof DamagedTile) return null;
      throw cause;
    });
    const related = other && areRelated(other, next);
    if (!other || related === null) continue;
    compared.add(region);
    // `followsGroups` compares with the version replaced.
    if (related || (region === next.region && regions.some((one) => one.version === version))) continue;
    const [own, others] = [next.coverage.working, other.coverage.working];
    const shared_km2 = own && others ? sharedArea_m2(own, others) / M2_PER_KM2 : 0;
    if (shared_km2 >= LEAST_SHARED_KM2) found.push({ region, version, shared_km2 });
  }
  return found;
}

type Grouped = Pick<Manifest, 'simulated' | 'panel' | 'registers'>;

const kindOf = ({ panel }: Grouped): 'panel' | 'registers' => (panel ? 'panel' : 'registers');

const groupsOf = (manifest: Grouped) => (manifest.simulated ? undefined : manifest[kindOf(manifest)]?.groups);

/** Whether a version follows the one that it replaces; `null` without groups of the same kind in both. */
export function followsGroups(before: Grouped | null, after: Grouped): boolean | null {
  const groups = groupsOf(after);
  const kind = kindOf(after);
  if (!groups || (before && !before[kind])) return null;
  return groups.followed === before?.[kind]?.groups.own;
}

/** Whether one follows the other, or both the same; `null` without groups of the same kind in both. */
function areRelated(other: Grouped, next: Grouped): boolean | null {
  const [own, others] = [groupsOf(next), groupsOf(other)];
  if (!own || !others || kindOf(next) !== kindOf(other)) return null;
  return [own.own, own.followed].some((name) => name === others.own || name === others.followed);
}
