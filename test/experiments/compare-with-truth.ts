/** Compares counts with the truth of the simulated town behind a dataset. */
import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { type CountInterval, intervalOf } from '../../src/count/count-interval.ts';
import { countPeople } from '../../src/count/count-people.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import { boundingBoxOf, type Polygon, type Position, type Zone } from '../../src/geo/positions.ts';
import type { CountTiles } from '../../src/storage/dataset-reader.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { polygonGeometry } from '../../tiles-builder/simulate/write-sources.ts';
import type { Truth } from '../../tiles-builder/simulate/write-town.ts';
import { randomZone } from './random-zones.ts';

export interface SizeClass {
  /** Unbounded if `null`. */
  readonly from: number;
  readonly to: number | null;
  readonly zones: number;
  /** Mean of |count - truth| / truth; `null` without zones, like other figures. */
  readonly mape: number | null;
  /** 95th percentile and maximum of |count - truth| / truth. */
  readonly p95: number | null;
  readonly largest: number | null;
  /** Working: error in `workingcountzone`, with perhaps other buildings on its border. */
  readonly largest_on_grid: number | null;
  /** Σ (count - truth) / Σ truth. */
  readonly bias: number | null;
  /** `mape` due to sampling the panel. */
  readonly sampling_floor: number | null;
  /** Share of zones; `null` without error model. */
  readonly interval_coverage: number | null;
}

const CLASS_BOUNDS = [100, 500, 1_000, 2_000, 5_000, Infinity];
/** Centred zones would have unusually many people. */
const ASIDE_M = 300;
const RADII_M = [100, 2_000] as const;

export interface CountedLayer {
  readonly layer: Layer;
  readonly dataset: CountTiles;
  /** Zones stay within its box. */
  readonly coverage: Zone;
  readonly errorModel: Manifest['error_model'];
}

/**
 * @param zones number of zones; those with fewer than 100 true people are in no class
 * @returns ascending, then all zones
 */
export async function compareWithTruth(
  { layer, dataset, coverage, errorModel }: CountedLayer,
  truth: Truth,
  { zones }: { readonly zones: number },
): Promise<SizeClass[]> {
  const places = layer === 'living' ? truth.homes : truth.occupations;
  const panelShare = truth.panel_persons / truth.homes.length;
  const random = new Random(truth.seed);
  const box = boundingBoxOf(coverage.flat());
  const classes = CLASS_BOUNDS.slice(1).map((): ComparedZone[] => []);
  for (let drawn = 0; drawn < zones; drawn++) {
    const place = places[random.integer(0, places.length - 1)];
    const aside = [random.normal() * ASIDE_M, random.normal() * ASIDE_M] as const;
    const zone = randomZone(localPlane(place).toPosition(aside), RADII_M, random);
    const extent = boundingBoxOf(zone);
    const isCovered =
      extent.west >= box.west &&
      extent.east <= box.east &&
      extent.south >= box.south &&
      extent.north <= box.north;
    if (!isCovered) continue;
    const people = countInside(zone, places);
    const sizeClass = CLASS_BOUNDS.findLastIndex((from) => people >= from);
    if (sizeClass < 0) continue;
    const counted = await countPeople(layer, [zone], dataset);
    const { people: count, gridZone } = counted;
    const onGrid = gridZone?.reduce((sum, part) => sum + countInside(part, places), 0) ?? null;
    classes[sizeClass].push({ count, people, onGrid, interval: intervalOf(errorModel, layer, counted) });
  }
  const all = { from: CLASS_BOUNDS[0], to: Infinity, compared: classes.flat() };
  const bySize = classes.map((compared, index) => ({
    from: CLASS_BOUNDS[index],
    to: CLASS_BOUNDS[index + 1],
    compared,
  }));
  return [...bySize, all].map(({ from, to, compared }) => ({
    from,
    to: to === Infinity ? null : to,
    zones: compared.length,
    ...errorsOf(compared, layer === 'working' ? panelShare : null),
    interval_coverage: intervalCoverage(compared),
  }));
}

interface ComparedZone {
  readonly count: number;
  readonly people: number;
  /** In the zone counted; `null` if equal. */
  readonly onGrid: number | null;
  readonly interval: CountInterval | null;
}

/** @param panelShare `null` without a panel */
function errorsOf(
  zones: readonly ComparedZone[],
  panelShare: number | null,
): Omit<SizeClass, 'from' | 'to' | 'zones' | 'interval_coverage'> {
  if (zones.length === 0) {
    return { mape: null, p95: null, largest: null, largest_on_grid: null, bias: null, sampling_floor: null };
  }
  const errors = zones.map(({ count, people }) => Math.abs(count - people) / people).sort((a, b) => a - b);
  const onGrid = zones.flatMap(({ count, people, onGrid }) =>
    onGrid === null ? [] : Math.abs(count - onGrid) / people,
  );
  const mean = (of: (zone: ComparedZone) => number): number =>
    zones.reduce((sum, zone) => sum + of(zone), 0) / zones.length;
  return {
    mape: mean(({ count, people }) => Math.abs(count - people) / people),
    p95: errors[Math.ceil(0.95 * errors.length) - 1],
    largest: errors[errors.length - 1],
    largest_on_grid: onGrid.length === 0 ? null : Math.max(...onGrid),
    bias: mean(({ count, people }) => count - people) / mean(({ people }) => people),
    sampling_floor: panelShare === null ? null : mean(({ people }) => samplingError(people, panelShare)),
  };
}

function intervalCoverage(zones: readonly ComparedZone[]): number | null {
  if (zones.length === 0 || zones.some(({ interval }) => interval === null)) return null;
  const covered = zones.filter(({ people, interval }) => interval!.low <= people && people <= interval!.high);
  return covered.length / zones.length;
}

/** Mean absolute relative error of a binomial sample, normal approximation. */
function samplingError(people: number, share: number): number {
  return Math.sqrt((2 / Math.PI) * ((1 - share) / (share * people)));
}

function countInside(zone: Polygon, places: readonly Position[]): number {
  const { west, south, east, north } = boundingBoxOf(zone);
  const polygon = polygonGeometry(zone) as GeoJSON.Polygon;
  let inside = 0;
  for (const [lon, lat] of places) {
    if (lon < west || lon > east || lat < south || lat > north) continue;
    if (booleanPointInPolygon([lon, lat], polygon)) inside++;
  }
  return inside;
}
