/**
 * Finds versions that tell of the same persons by other groups: of regions that overlap at work, and of withdrawn ones.
 * Together with such a version, differences may rest on fewer persons than a group has.
 */
import { DamagedTile } from '../../../src/format/envelope.ts';
import type { Manifest } from '../../../src/format/manifest.ts';
import { sharedArea_m2 } from '../../../src/geo/shared-area.ts';
import type { Bucket } from '../bucket.ts';
import type { BucketState } from '../current-document.ts';
import { readStoredManifest } from '../read-stored.ts';
import { LEAST_SHARED_KM2, M2_PER_KM2 } from '../region-overlaps.ts';

export interface UnrelatedGroups {
  readonly region: string;
  readonly version: string;
  readonly shared_km2: number;
}

/** @returns one version at most of each region: the live one of another region, or the last of a withdrawn one */
export async function unrelatedGroups(
  next: Manifest,
  { regions, kept }: Pick<BucketState, 'regions' | 'kept'>,
  bucket: Bucket,
): Promise<UnrelatedGroups[]> {
  if (!groupsOf(next)) return [];
  const withdrawn = kept
    .filter(({ region, state }) => state === 'whole' && !regions.some((live) => live.region === region))
    .toSorted((a, b) => (a.since < b.since ? 1 : -1));
  const last = withdrawn.filter(
    ({ region }, index) => withdrawn.findIndex((one) => one.region === region) === index,
  );
  const found: UnrelatedGroups[] = [];
  for (const stored of [...regions.filter(({ region }) => region !== next.region), ...last]) {
    if (stored.version === next.version) continue;
    const other = await readStoredManifest(stored, bucket).catch((cause) => {
      if (cause instanceof DamagedTile) return null;
      throw cause;
    });
    if (!other || areRelated(other, next) !== false) continue;
    const [own, others] = [next.coverage.working, other.coverage.working];
    const shared_km2 = own && others ? sharedArea_m2(own, others) / M2_PER_KM2 : 0;
    const { region, version } = stored;
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

/** Whether one follows the other, or both follow the same; `null` without groups of the same kind in both. */
function areRelated(other: Grouped, next: Grouped): boolean | null {
  const [own, others] = [groupsOf(next), groupsOf(other)];
  if (!own || !others || kindOf(next) !== kindOf(other)) return null;
  return [own.own, own.followed].some((name) => name === others.own || name === others.followed);
}
