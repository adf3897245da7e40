/** Defines the GeoJSON schema of the parameter `zone`; `readZone` validates its rings after that. */
import * as v from 'valibot';
import { MAX_ZONE_AREA_KM2, MAX_ZONE_PERIMETER_KM, MAX_ZONE_POSITIONS } from '../limits.ts';

export const EXPECTED_ZONE = 'expected a GeoJSON Polygon, or a Feature whose geometry is one';
/** @param issue of the member `type` */
const expectedZone = ({ input }: { input: unknown }): string =>
  input === 'MultiPolygon'
    ? 'a MultiPolygon takes a call for each of its polygons: ask them one by one, and add the counts up'
    : EXPECTED_ZONE;
const NO_RINGS = 'a Polygon has "coordinates", a list of at least one ring';

/** A missing number means that a position is too short. */
const degrees = (name: string, limit: number) => {
  const outOfRange = `the ${name} must be between -${limit} and ${limit}`;
  const noNumber = ({ input }: { input: unknown }): string =>
    input === undefined ? 'expected [longitude, latitude]' : 'longitude and latitude must be finite numbers';
  return v.pipe(
    v.number(noNumber),
    v.finite(noNumber),
    v.minValue(-limit, outOfRange),
    v.maxValue(limit, outOfRange),
  );
};

const positionSchema = v.pipe(
  v.looseTuple([degrees('longitude', 180), degrees('latitude', 90)], 'expected [longitude, latitude]'),
  v.description('[longitude, latitude] in degrees; a third coordinate is ignored.'),
);

const ringSchema = v.pipe(
  v.array(positionSchema, 'is not a list of positions'),
  v.minLength(
    4,
    ({ received }) => `has ${received} positions, expected at least four, the last like the first`,
  ),
  v.description(
    'At least four positions, the last like the first. The ring may start anywhere and run either way.',
  ),
);

export const polygonSchema = v.pipe(
  v.object(
    {
      type: v.literal('Polygon', expectedZone),
      coordinates: v.pipe(
        v.array(ringSchema, NO_RINGS),
        v.minLength(1, NO_RINGS),
        v.description('The shell, then its holes.'),
      ),
    },
    ({ expected }) => (expected === '"coordinates"' ? NO_RINGS : EXPECTED_ZONE),
  ),
  v.title('Polygon'),
);

const featureSchema = v.pipe(
  v.object({ type: v.literal('Feature'), geometry: polygonSchema }, EXPECTED_ZONE),
  v.title('Feature'),
);

export const zoneSchema = v.pipe(
  v.variant('type', [polygonSchema, featureSchema], expectedZone),
  v.description(
    `A GeoJSON Polygon, or a Feature whose geometry is one: at most ${MAX_ZONE_POSITIONS} positions, ` +
      `${MAX_ZONE_AREA_KM2.toLocaleString('en')} km² and ${MAX_ZONE_PERIMETER_KM.toLocaleString('en')} km of perimeter on the WGS84 ellipsoid. ` +
      'Edges are straight lines in longitude and latitude (RFC 7946) and span at most 180° of longitude; holes are allowed, ' +
      'self-intersections are not. A `crs` that names anything but WGS84 is refused.',
  ),
);
