/** Selects and collects lines that end walks off the roads: banks of waters, rivers, canals, railways and motorways. */
import type { Zone } from '../../../src/geo/positions.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import type { Tags } from '../../base/records.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { NOWHERE } from '../features.ts';
import type { OsmRoads } from './osm-roads.ts';

const isNo = (value: string | undefined): boolean => value === undefined || value === 'no';

/** People can walk over tunnels, and below bridges of railways and motorways. */
export const isBarrierLine = ({ waterway, natural, railway, highway, tunnel, bridge }: Tags): boolean =>
  natural === 'coastline' ||
  (isNo(tunnel) &&
    (waterway === 'river' ||
      waterway === 'canal' ||
      (isNo(bridge) && (railway === 'rail' || highway === 'motorway'))));

export const isWaterArea = ({ natural, waterway, landuse }: Tags): boolean =>
  natural === 'water' ||
  waterway === 'riverbank' ||
  waterway === 'dock' ||
  landuse === 'reservoir' ||
  landuse === 'basin';

export class BarrierLines {
  readonly #lon = new GrowingArray(Int32Array);
  readonly #lat = new GrowingArray(Int32Array);

  /** @param lon in coordinate units, or NOWHERE, like `lat` */
  add(lon: ArrayLike<number>, lat: ArrayLike<number>): void {
    this.#lon.append(lon);
    this.#lat.append(lat);
    this.#lon.push(NOWHERE);
    this.#lat.push(NOWHERE);
  }

  addOutline(polygons: Zone): void {
    for (const ring of polygons.flat()) {
      const [lon, lat] = [0, 1].map((axis) => ring.map((p) => Math.round(p[axis] * UNITS_PER_DEGREE)));
      this.add(lon, lat);
    }
  }

  joined(): Pick<OsmRoads, 'barrierLon' | 'barrierLat'> {
    return { barrierLon: this.#lon.taken(), barrierLat: this.#lat.taken() };
  }
}
