/**
 * Divides a zone among the regions that cover it: first to the region that covers most, then to the one that covers most of
 * what is left. Coverages that only touch are both counted with their own people; land that two coverages share is counted
 * once.
 */
import { difference, type Geom, intersection, setPrecision } from 'polyclip-ts';
import { cannotServe, type Result, success } from '../failures.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import type { Layer } from '../format/tile-sets.ts';
import { areaOfZone_m2, perimeterOfZone_m } from '../geo/area.ts';
import { boundingBoxOf, boxesOverlap, type Polygon, type Zone } from '../geo/positions.ts';
import { sharedArea_m2 } from '../geo/shared-area.ts';
import { MAX_REGIONS_PER_ZONE, SLIVER_WIDTH_M } from '../limits.ts';
import { compareLand, isLarger, SHARE_TOLERANCE } from './compare-shares.ts';
import { coveredShareOf, type ReadCoverage } from './covered-share.ts';
import { byShareOfBox } from './regions-near.ts';

export interface CountedPart {
  readonly region: LiveRegion;
  /** The region counts in this zone, without land that an earlier part has counted. */
  readonly zone: Zone;
  /** Share of the whole zone's area that the region covers in its part. */
  readonly coveredShare: number;
}

type Divided = 'zone' | 'isochrone from lon, lat';

const SMALLER: Readonly<Record<Divided, string>> = {
  zone: 'its parts one by one',
  'isochrone from lon, lat': 'a shorter time',
};

/**
 * @param regions whose boxes may overlap the zone
 * @returns parts by falling share; 422 for too many regions
 */
export async function divideZone(
  zone: Zone,
  layer: Layer,
  regions: readonly LiveRegion[],
  coverageOf: ReadCoverage,
  what: Divided = 'zone',
): Promise<Result<readonly CountedPart[]>> {
  const candidates = byShareOfBox(zone, layer, regions);
  const { around = [], others = [] } = Object.groupBy(candidates, ({ share }) =>
    isLarger(1, share) ? 'others' : 'around',
  );
  const contend = (among: typeof candidates): Promise<Contender[]> =>
    Promise.all(
      among.map(async ({ region }) => {
        const coverage = (await coverageOf(region))[layer] ?? [];
        return { region, zone, coverage, coveredShare: coveredShareOf(zone, coverage) };
      }),
    );
  const likely = await contend(around);
  const best = firstOf(likely);
  if (best && !isLarger(1, best.coveredShare)) return success([partOf(best)]);
  if (candidates.length > MAX_REGIONS_PER_ZONE) {
    return cannotServe(
      'over-limit',
      `The ${what} may lie in ${candidates.length} regions, over the limit of ${MAX_REGIONS_PER_ZONE}: ask for ${SMALLER[what]}.`,
    );
  }
  return success(divideAmong(areaOfZone_m2(zone), [...likely, ...(await contend(others))]));
}

interface Contender extends CountedPart {
  readonly coverage: Zone;
}

const partOf = ({ region, zone, coveredShare }: Contender): CountedPart => ({ region, zone, coveredShare });

function divideAmong(area_m2: number, contenders: readonly Contender[]): CountedPart[] {
  const parts: CountedPart[] = [];
  let left = contenders;
  let share = 0;
  while (isLarger(1, share)) {
    const best = firstOf(left);
    if (best === null || best.coveredShare < SHARE_TOLERANCE) break;
    parts.push(partOf(best));
    share += best.coveredShare;
    left = left
      .filter((other) => other !== best)
      .map((other) => {
        const rest = without(other.zone, commonLand(best.coverage, other.coverage));
        if (rest === other.zone) return other;
        const coveredShare =
          rest.length === 0 ? 0 : (coveredShareOf(rest, other.coverage) * areaOfZone_m2(rest)) / area_m2;
        return { ...other, zone: rest, coveredShare };
      });
  }
  return parts;
}

const firstOf = (contenders: readonly Contender[]): Contender | null =>
  contenders.reduce<Contender | null>(
    (first, other) => (first === null || isBefore(other, first) ? other : first),
    null,
  );

function isBefore(a: Contender, b: Contender): boolean {
  if (isLarger(a.coveredShare, b.coveredShare)) return true;
  return !isLarger(b.coveredShare, a.coveredShare) && compareLand(a, b) < 0;
}

/** Coverages live as long as their manifests are in memory. */
const commonLands = new WeakMap<Zone, WeakMap<Zone, Zone>>();

/** Returns the parts of an overlap of two coverages that are wider than a sliver: people there are counted by one of them. */
export function commonLand(a: Zone, b: Zone): Zone {
  const ofA = commonLands.get(a) ?? new WeakMap<Zone, Zone>();
  commonLands.set(a, ofA);
  const common = ofA.get(b) ?? overlapBeyondSlivers(a, b);
  ofA.set(b, common);
  return common;
}

/** Overlaps narrower than this come from borders that two publishers drew differently: both have their own people there. */
function overlapBeyondSlivers(a: Zone, b: Zone): Zone {
  // No shape of that mean width has less area than a circle has.
  if (sharedArea_m2(a, b) < Math.PI * SLIVER_WIDTH_M ** 2) return [];
  const overlap = overlay(intersection, a, b);
  return overlap.filter((polygon) => meanWidth_m(polygon) > SLIVER_WIDTH_M);
}

export const meanWidth_m = (polygon: Polygon): number =>
  (2 * areaOfZone_m2([polygon])) / perimeterOfZone_m([polygon]);

function without(zone: Zone, land: Zone): Zone {
  if (land.length === 0 || !boxesOverlap(boundingBoxOf(zone.flat()), boundingBoxOf(land.flat()))) return zone;
  return overlay(difference, zone, land);
}

/** Square degrees, about 0.01 m², by which vertices count as collinear. */
const COLLINEAR = 1e-12;

/** Runs polyclip with its precision, which is process-wide: with exact arithmetic, nearly coincident edges never end. */
export function overlay(operation: typeof intersection, a: Zone, b: Zone): Zone {
  setPrecision(COLLINEAR);
  try {
    return operation(a as unknown as Geom, b as unknown as Geom) as Zone;
  } finally {
    setPrecision();
  }
}
