/**
 * Indexes a zone's edges by strips of longitude. It finds the polygon of a point by ray casting, the edge below a point, and
 * the edges near a circle; longitudes are periodic.
 */
import { RADIANS } from './earth.ts';
import { type BoundingBox, boundingBoxOf, isCounterclockwise, type Zone } from './positions.ts';

const MAX_STRIPS = 4096;

export class ZoneEdges {
  readonly count: number;
  readonly polygonCount: number;
  readonly box: BoundingBox;
  readonly west: Float64Array;
  readonly westLat: Float64Array;
  readonly east: Float64Array;
  readonly eastLat: Float64Array;
  /** Polygons are numbered from 1. */
  readonly polygon: Int32Array;
  /** The sign is 1 where the zone lies below the edge, else -1. */
  readonly sign: Int8Array;
  /** Strip s has the edges stripEdges[firstOfStrip[s]] to stripEdges[firstOfStrip[s + 1] - 1]. */
  readonly firstOfStrip: Int32Array;
  readonly stripEdges: Int32Array;
  readonly firstStrip: Int32Array;
  readonly strips: number;
  readonly stripWidth: number;

  constructor(zone: Zone) {
    const count = zone.reduce((sum, rings) => rings.reduce((all, ring) => all + ring.length - 1, sum), 0);
    this.count = count;
    this.polygonCount = zone.length;
    this.box = boundingBoxOf(zone.flat());
    this.west = new Float64Array(count);
    this.westLat = new Float64Array(count);
    this.east = new Float64Array(count);
    this.eastLat = new Float64Array(count);
    this.polygon = new Int32Array(count);
    this.sign = new Int8Array(count);
    let edge = 0;
    for (const [index, rings] of zone.entries()) {
      for (const [ringIndex, ring] of rings.entries()) {
        const zoneOnLeft = isCounterclockwise(ring) === (ringIndex === 0);
        for (let i = 1; i < ring.length; i++, edge++) {
          const eastwards = ring[i - 1][0] <= ring[i][0];
          const from = ring[eastwards ? i - 1 : i];
          const to = ring[eastwards ? i : i - 1];
          this.west[edge] = from[0];
          this.westLat[edge] = from[1];
          this.east[edge] = to[0];
          this.eastLat[edge] = to[1];
          this.polygon[edge] = index + 1;
          this.sign[edge] = eastwards === zoneOnLeft ? -1 : 1;
        }
      }
    }
    this.strips = Math.max(1, Math.min(MAX_STRIPS, 2 * count));
    this.stripWidth = (this.box.east - this.box.west) / this.strips;
    this.firstOfStrip = new Int32Array(this.strips + 1);
    this.firstStrip = new Int32Array(count);
    const lastStrip = new Int32Array(count);
    for (let e = 0; e < count; e++) {
      this.firstStrip[e] = this.stripAt(this.west[e]);
      lastStrip[e] = this.stripAt(this.east[e]);
      for (let strip = this.firstStrip[e]; strip <= lastStrip[e]; strip++) this.firstOfStrip[strip + 1]++;
    }
    for (let strip = 0; strip < this.strips; strip++) {
      this.firstOfStrip[strip + 1] += this.firstOfStrip[strip];
    }
    this.stripEdges = new Int32Array(this.firstOfStrip[this.strips]);
    const next = this.firstOfStrip.slice();
    for (let e = 0; e < count; e++) {
      for (let strip = this.firstStrip[e]; strip <= lastStrip[e]; strip++) this.stripEdges[next[strip]++] = e;
    }
  }

  stripAt(lon: number): number {
    const strip = Math.floor((lon - this.box.west) / this.stripWidth);
    return Math.max(0, Math.min(this.strips - 1, strip));
  }

  /**
   * Sets the first entries of `list` to the edges between two longitudes.
   * @returns how many
   */
  between(west: number, east: number, list: EdgeList): number {
    if (!(west <= this.box.east && east >= this.box.west)) return 0;
    const { firstOfStrip, stripEdges, firstStrip } = this;
    const first = this.stripAt(west);
    const last = this.stripAt(east);
    list.reserve(firstOfStrip[last + 1] - firstOfStrip[first]);
    const { entries } = list;
    let count = 0;
    for (let strip = first; strip <= last; strip++) {
      const end = firstOfStrip[strip + 1];
      for (let i = firstOfStrip[strip]; i < end; i++) {
        const edge = stripEdges[i];
        const isListed = strip > first && firstStrip[edge] < strip;
        if (!isListed && this.west[edge] <= east && this.east[edge] >= west) entries[count++] = edge;
      }
    }
    return count;
  }

  /** Finds a polygon from 1, or 0. It alone has an odd number of edges above, so the exclusive or remains. */
  polygonAt(lon: number, lat: number): number {
    const { west: boxWest, east: boxEast, north: boxNorth } = this.box;
    if (!(lon >= boxWest && lon < boxEast && lat <= boxNorth)) return 0;
    const strip = this.stripAt(lon);
    const end = this.firstOfStrip[strip + 1];
    let inside = 0;
    for (let i = this.firstOfStrip[strip]; i < end; i++) {
      const edge = this.stripEdges[i];
      const west = this.west[edge];
      const east = this.east[edge];
      if (lon < west || lon >= east) continue;
      const westLat = this.westLat[edge];
      if ((east - west) * (lat - westLat) < (this.eastLat[edge] - westLat) * (lon - west)) {
        inside ^= this.polygon[edge];
      }
    }
    return inside;
  }

  /** Finds the polygon of the nearest edge southwards, from 1, or 0. */
  polygonBelow(lon: number, lat: number): number {
    const strip = this.stripAt(lon);
    const end = this.firstOfStrip[strip + 1];
    let nearest = -Infinity;
    let below = 0;
    for (let i = this.firstOfStrip[strip]; i < end; i++) {
      const edge = this.stripEdges[i];
      const west = this.west[edge];
      const east = this.east[edge];
      if (lon < west || lon >= east) continue;
      const westLat = this.westLat[edge];
      const edgeLat = westLat + ((this.eastLat[edge] - westLat) * (lon - west)) / (east - west);
      if (edgeLat >= lat || edgeLat <= nearest) continue;
      nearest = edgeLat;
      below = this.polygon[edge];
    }
    return below;
  }

  /**
   * Appends to a list those of its entries `start` to `end` - 1 that may meet a spherical circle, from `end` on.
   * @param radius radians
   * @returns new end
   */
  keepNear(list: EdgeList, start: number, end: number, lon: number, lat: number, radius: number): number {
    const { halfWidth, halfHeight, square } = boundOfCircle(lat, radius);
    if (!this.#meetsBox(lon, lat, halfWidth, halfHeight)) return end;
    list.reserve(end + (end - start));
    const entries = list.entries;
    let kept = end;
    const turnEast = lon + halfWidth > 180;
    const turnWest = lon - halfWidth < -180;
    for (let i = start; i < end; i++) {
      const edge = entries[i];
      if (
        this.#isNear(edge, lon, lat, halfWidth, halfHeight, square) ||
        (turnEast && this.#isNear(edge, lon - 360, lat, halfWidth, halfHeight, square)) ||
        (turnWest && this.#isNear(edge, lon + 360, lat, halfWidth, halfHeight, square))
      ) {
        entries[kept++] = edge;
      }
    }
    return kept;
  }

  #meetsBox(lon: number, lat: number, width: number, height: number): boolean {
    const { west, south, east, north } = this.box;
    if (lat - height > north || lat + height < south) return false;
    if (lon - width <= east && lon + width >= west) return true;
    return lon + width - 360 >= west || lon - width + 360 <= east;
  }

  /** Tells whether an edge meets a box and, for finite `square`, its ellipse scaled by √`square`. */
  #isNear(edge: number, lon: number, lat: number, width: number, height: number, square: number): boolean {
    const west = this.west[edge] - lon;
    const east = this.east[edge] - lon;
    if (west > width || east < -width) return false;
    const westLat = this.westLat[edge] - lat;
    const eastLat = this.eastLat[edge] - lat;
    if ((westLat > height && eastLat > height) || (westLat < -height && eastLat < -height)) return false;
    if (square === Infinity) return true;
    const perWidth = 1 / width;
    const perHeight = 1 / height;
    const x = west * perWidth;
    const y = westLat * perHeight;
    const endX = east * perWidth;
    const endY = eastLat * perHeight;
    const dx = endX - x;
    const dy = endY - y;
    const along = -(x * dx + y * dy);
    if (along <= 0) return x * x + y * y <= square;
    const length = dx * dx + dy * dy;
    if (along >= length) return endX * endX + endY * endY <= square;
    const across = x * dy - y * dx;
    return across * across <= square * length;
  }
}

export class EdgeList {
  entries: Int32Array;

  constructor(entries: Int32Array) {
    this.entries = entries;
  }

  reserve(length: number): void {
    if (length <= this.entries.length) return;
    const grown = new Int32Array(2 * length);
    grown.set(this.entries);
    this.entries = grown;
  }
}

const bound = { halfWidth: 0, halfHeight: 0, square: 0 };

/**
 * Box of a spherical circle in degrees, and the squared factor of its ellipse: a point at bearing θ lies at 1 + ρ tanφ cosθ
 * sin²θ + O(ρ² tan²φ) of its square, at most 0.385 ρ tanφ above 1. Near poles and for wide circles, the whole box.
 * @param radius radians
 */
export function boundOfCircle(lat: number, radius: number): typeof bound {
  const tolerance = 1e-12;
  bound.halfHeight = radius / RADIANS + tolerance;
  const cosLat = Math.cos(lat * RADIANS);
  const skew = radius / cosLat;
  if (skew <= 0.05) {
    // Slightly above arcsin(sin(radius) / cosLat).
    bound.halfWidth = (skew * (1 + (skew * skew) / 5)) / RADIANS + tolerance;
    bound.square = 1 + skew + 4 * skew * skew;
    return bound;
  }
  const sine = Math.sin(radius) / cosLat;
  const reachesPole = Math.abs(lat) + bound.halfHeight >= 90 || !(sine < 1);
  bound.halfWidth = reachesPole ? 360 : Math.asin(sine) / RADIANS + tolerance;
  bound.square = Infinity;
  return bound;
}
