/** Validates outlines (RFC 7946) by GEOS, on exact integers: millionths of a degree. */
import initGeos from 'geos-wasm';
import { geojsonToGeosGeom } from 'geos-wasm/helpers';
import type { Polygon, Position, Ring, Zone } from '../../../src/geo/positions.ts';

const geos = await initGeos({ noticeHandler: () => {} });

/** Rings may not even touch. */
export function faultsOfOutline(zone: Zone): string[] {
  const faults = zone.flatMap((polygon, part) => [
    ...(polygon.length === 0 ? [`part ${part} has no ring`] : []),
    ...polygon.flatMap((ring, index) =>
      [...faultsOfPositions(ring), ...(isLeftHanded(ring) === index > 0 ? [] : ['wrong direction'])].map(
        (fault) => `part ${part}, ring ${index}: ${fault}`,
      ),
    ),
  ]);
  if (zone.length === 0) return ['no part'];
  if (faults.length > 0) return faults;
  const units = zone.map((polygon) =>
    polygon.map((ring) => ring.map((position) => position.map((degrees) => Math.round(degrees * 1e6)))),
  );
  // Rings have no ends, so that lines of them are simple only where none touches itself or another.
  if (!check('GEOSisSimple', 'MultiLineString', units.flat())) faults.push('rings touch');
  if (!check('GEOSisValid', 'MultiPolygon', units)) faults.push('rings lie in others where they may not');
  return faults;
}

function check(property: 'GEOSisSimple' | 'GEOSisValid', type: string, coordinates: unknown): boolean {
  const geometry = geojsonToGeosGeom({ type, coordinates } as never, geos);
  const holds = Number(geos[property](geometry)) === 1;
  geos.GEOSGeom_destroy(geometry);
  return holds;
}

function faultsOfPositions(ring: Ring): string[] {
  const faults: string[] = [];
  if (ring.length < 4) faults.push(`${ring.length} positions`);
  if (String(ring[0]) !== String(ring.at(-1))) faults.push('not closed');
  for (const [index, [lon, lat]] of ring.entries()) {
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) faults.push('outside the world');
    if (index > 0 && String(ring[index - 1]) === String(ring[index])) faults.push('a repeated position');
    for (const degrees of [lon, lat]) {
      if (Math.round(degrees * 1e6) / 1e6 !== degrees) faults.push(`${degrees} has more than 6 decimals`);
    }
  }
  return faults;
}

function isLeftHanded(ring: Ring): boolean {
  const [lon, lat] = ring[0];
  const doubled = ring.slice(1).reduce((sum, [east, north], i) => {
    return sum + (ring[i][0] - lon) * (north - lat) - (east - lon) * (ring[i][1] - lat);
  }, 0);
  return doubled < 0;
}

/** By the number of surrounding rings. */
export function zoneContains(zone: Zone, place: Position): boolean {
  return zone.some((polygon: Polygon) => polygon.filter((ring) => isInside(place, ring)).length % 2 === 1);
}

/** Ray casting. */
function isInside([lon, lat]: Position, ring: Ring): boolean {
  const crossed = ring.slice(1).filter(([bx, by], i) => {
    const [ax, ay] = ring[i];
    return ay > lat !== by > lat && lon < ax + ((lat - ay) / (by - ay)) * (bx - ax);
  });
  return crossed.length % 2 === 1;
}
