/**
 * Simplifies a zone inwards, by at most a margin: simplifies by an eighth, shrinks by half of the margin, and simplifies by
 * three eighths. Buffers of every vertex of a coast would take minutes.
 */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { boundingBoxOf, type Position, type Zone } from '../../src/geo/positions.ts';
import { bufferOf, unionOfPolygons } from './clip-zones.ts';
import { simplifyZone } from './simplify-zone.ts';

/** Decimals of degrees, a tenth of a metre. */
const DECIMALS = 6;
/** The rest of the inset covers rounding, curvature and round corners. */
const SIMPLIFIED_SHARE = 0.95;

/**
 * @param zone polygons, which may share edges
 * @returns polygons in `zone` that contain all at least `margin_m` inside, maybe without parts narrower than twice that
 */
export function insetZone(zone: Zone, margin_m: number): Zone {
  const { south, north } = boundingBoxOf(zone.flat());
  const shrinkAt = (lat: number): number => Math.cos((lat * Math.PI) / 180);
  const farthest = Math.max(Math.abs(south), Math.abs(north));
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  /** Metres of the plane are true at the farthest latitude, and longer to the east elsewhere. */
  const widest = shrinkAt(nearest) / shrinkAt(farthest);
  const inset_m = margin_m / (1 + widest);
  const roughly_m = inset_m / 4;
  const inPlane = changed(unionOfPolygons(simplifyZone(unionOfPolygons(zone), roughly_m)), ([lon, lat]) => [
    lon * shrinkAt(farthest),
    lat,
  ]);
  const inset = bufferOf(inPlane, -inset_m / METRES_PER_DEGREE);
  const degrees = ([x, y]: Position): Position => [
    Number((x / shrinkAt(farthest)).toFixed(DECIMALS)),
    Number(y.toFixed(DECIMALS)),
  ];
  return simplifyZone(changed(inset, degrees), (inset_m - roughly_m) * SIMPLIFIED_SHARE);
}

const changed = (zone: Zone, change: (position: Position) => Position): Zone =>
  zone.map((polygon) => polygon.map((ring) => ring.map(change)));
