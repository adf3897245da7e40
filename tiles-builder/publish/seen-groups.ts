/**
 * Protects groups of people at work against differencing: two versions that group the same persons in unrelated ways may
 * disclose fewer persons than a group has. It remembers every version that was ever live, also when its tiles are gone.
 */
import { DamagedTile } from '../../src/format/envelope.ts';
import type { StoredDataset } from '../../src/format/live-regions.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { historyKey } from '../../src/format/object-keys.ts';
import { type BoundingBox, boundingBoxOf, boxesOverlap, type Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { sha256Of } from '../dataset/checksums.ts';
import { type Bucket, BucketProblem } from './bucket.ts';
import { squareKilometres } from './neighbours/describe-neighbours.ts';
import { LEAST_SHARED_KM2, M2_PER_KM2 } from './neighbours/find-neighbours.ts';
import { readStoredManifest } from './stored-dataset.ts';

export class DamagedHistory extends BucketProblem {
  override readonly name = 'DamagedHistory';
}

type Identity = Pick<StoredDataset, 'region' | 'version' | 'manifest_sha256'>;

/** A version with groups that was live. */
export interface SeenGroups extends Identity {
  /** Persons of different kinds are not compared. */
  readonly kind: 'panel' | 'registers';
  readonly own: string;
  readonly followed: string;
  /** Box of the coverage of working counts, which the manifest has. */
  readonly box: BoundingBox;
}

/** @returns `null` without groups of real people */
export function groupsOf(identity: Identity, manifest: Manifest): SeenGroups | null {
  const { region, version, manifest_sha256 } = identity;
  const kind = manifest.panel ? 'panel' : 'registers';
  const groups = manifest[kind]?.groups;
  const working = manifest.coverage.working;
  if (manifest.simulated || !groups || !working) return null;
  const box = boundingBoxOf(working.flat());
  return { region, version, manifest_sha256, kind, own: groups.own, followed: groups.followed, box };
}

export async function readHistory(history_sha256: string | null, bucket: Bucket): Promise<SeenGroups[]> {
  if (history_sha256 === null) return [];
  const stored = await bucket.get(historyKey(history_sha256));
  if (stored && sha256Of(stored.bytes) === history_sha256) {
    return JSON.parse(new TextDecoder().decode(stored.bytes)) as SeenGroups[];
  }
  throw new DamagedHistory(
    `The list of versions whose groups were ever visible, ${historyKey(history_sha256)}, is ${stored ? 'damaged' : 'missing'}.`,
    '`npm run tiles -- recover-current` makes it again from the manifests in the bucket.',
  );
}

/** @returns its SHA-256, `null` for an empty one */
export async function writeHistory(history: readonly SeenGroups[], bucket: Bucket): Promise<string | null> {
  if (history.length === 0) return null;
  const bytes = new TextEncoder().encode(JSON.stringify(history));
  const sha256 = sha256Of(bytes);
  await bucket.put(historyKey(sha256), bytes);
  return sha256;
}

/**
 * Checks a version that is to go live against all that ever were.
 * @returns the history with it, `null` if it adds nothing
 * @throws BadInput if its groups are unrelated to those of a version over the same land, or that one cannot be read
 */
export async function historyWith(
  next: Identity,
  history_sha256: string | null,
  bucket: Bucket,
  { manifest, withoutGroupsOf }: { manifest: Manifest; withoutGroupsOf: ReadonlySet<string> },
): Promise<readonly SeenGroups[] | null> {
  const groups = groupsOf(next, manifest);
  if (!groups) return null;
  const history = await readHistory(history_sha256, bucket);
  await requireRelated(groups, manifest.coverage.working ?? [], history, bucket, withoutGroupsOf);
  const isThere = history.some(({ manifest_sha256 }) => manifest_sha256 === next.manifest_sha256);
  return isThere ? null : [...history, groups];
}

/** @throws BadInput if the groups are unrelated to those of a version over the same land */
export async function requireRelated(
  next: SeenGroups,
  coverage: Zone,
  history: readonly SeenGroups[],
  bucket: Bucket,
  withoutGroupsOf: ReadonlySet<string>,
): Promise<void> {
  const found: { readonly version: string; readonly where: string }[] = [];
  for (const seen of history) {
    if (areRelated(seen, next, history) || !boxesOverlap(seen.box, next.box)) continue;
    if (withoutGroupsOf.has(seen.version)) continue;
    const shared_km2 = await sharedAtWork_km2(seen, coverage, bucket);
    if (shared_km2 === null || shared_km2 >= LEAST_SHARED_KM2) {
      const where = shared_km2 === null ? 'an area that cannot be read' : squareKilometres(shared_km2);
      found.push({ version: seen.version, where });
    }
  }
  const [first] = found;
  if (!first) return;
  throw new BadInput(
    next.version,
    null,
    `counts people at work in ${first.where} that ${first.version} counts in other groups, or rounds by another secret: ` +
      'together they may tell of single persons',
    'Where it is a version of the same region, build it again so that it follows that version’s groups and secret. ' +
      'Regions next to each other are built as one, or their coverages at work end where they meet. ' +
      `If they count different people, or all may be seen together, add --without-groups-of ${found.map(({ version }) => version).join(',')}`,
  );
}

/** `null` if the manifest is missing or damaged. */
async function sharedAtWork_km2(seen: SeenGroups, coverage: Zone, bucket: Bucket): Promise<number | null> {
  try {
    const { working } = (await readStoredManifest(seen, bucket)).coverage;
    return working ? sharedArea_m2(coverage, working) / M2_PER_KM2 : 0;
  } catch (cause) {
    if (cause instanceof DamagedTile) return null;
    throw cause;
  }
}

/**
 * Tells whether one version descends from the other, over versions that follow one another, or both regions follow the same
 * version. Groups never change in a version that follows, so that its figures add up to those before.
 */
export function areRelated(a: SeenGroups, b: SeenGroups, history: readonly SeenGroups[]): boolean {
  if (a.kind !== b.kind) return true;
  if (a.region !== b.region && a.followed === b.followed) return true;
  return ancestorsOf(a, history).has(b.own) || ancestorsOf(b, history).has(a.own);
}

function ancestorsOf({ kind, own, followed }: SeenGroups, history: readonly SeenGroups[]): Set<string> {
  const names = new Set([own, followed]);
  for (const name of names) {
    for (const seen of history) if (seen.kind === kind && seen.own === name) names.add(seen.followed);
  }
  return names;
}
