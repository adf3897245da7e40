/** Defines response bodies as Valibot schemas, from which types and the OpenAPI document follow. */
import * as v from 'valibot';
import type { Endpoint } from '../endpoints.ts';
import { sourceSchema } from '../format/manifest.ts';
import { HEALTH_REGIONS } from '../limits.ts';

const described = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const degreesWithin = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit));

const positionSchema = described(
  v.strictTuple([degreesWithin(180), degreesWithin(90)]),
  '[longitude, latitude] in degrees, at most 6 decimals.',
);
const ringSchema = v.pipe(v.array(positionSchema), v.minLength(4));
const polygonCoordinates = v.pipe(v.array(ringSchema), v.minLength(1));

export const zoneFeatureSchema = described(
  v.strictObject({
    type: v.literal('Feature'),
    properties: v.strictObject({}),
    geometry: v.variant('type', [
      v.strictObject({ type: v.literal('Polygon'), coordinates: polygonCoordinates }),
      v.strictObject({
        type: v.literal('MultiPolygon'),
        coordinates: v.pipe(v.array(polygonCoordinates), v.minLength(1)),
      }),
    ]),
  }),
  'A GeoJSON Feature, valid under RFC 7946.',
);

const shareSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const builtAtSchema = described(v.pipe(v.string(), v.isoTimestamp()), 'When the dataset was built, in UTC.');
const { role, vintage, attribution } = sourceSchema.entries;

export const detailsSchema = described(
  v.strictObject({
    datasets: v.pipe(
      v.array(
        v.strictObject({
          region: v.string(),
          version: v.string(),
          built_at: builtAtSchema,
          builder_version: described(
            v.string(),
            'Release of the builder that made the dataset, by semantic versioning.',
          ),
          simulated: described(v.boolean(), 'Whether the people in it are simulated.'),
          sources: v.array(v.strictObject({ role, vintage, attribution })),
          share_of_people: described(shareSchema, 'Share of the people, 0 where nobody is counted.'),
          share_of_area: described(
            shareSchema,
            "Share of the area of the zone asked for; all datasets' add up to `coverage`.",
          ),
        }),
      ),
      v.minLength(1),
      v.description(
        'The datasets that the answer was counted from, one for each region, that with the largest part first.',
      ),
    ),
    coverage: described(
      shareSchema,
      'Share of the area of the zone asked for inside the coverage of the data that is counted, all regions together.',
    ),
    area_m2: described(
      v.pipe(v.number(), v.minValue(0)),
      'Area on the WGS84 ellipsoid of the zone counted, in square metres; for `workingcount` that of `workingcountzone`.',
    ),
    interval: described(
      v.nullable(
        v.strictObject({
          low: count,
          high: described(
            v.nullable(count),
            '`null` where the isochrone is cut: nobody knows how many more people it would reach beyond the road data.',
          ),
        }),
      ),
      'The range in which the true count is expected to lie nine times out of ten. For `livingcount` it follows from the census ' +
        'units that the zone cuts: units inside as a whole have exactly their people. ' +
        'The errors of several datasets are independent. `null` where one of them has none.',
    ),
    origin: described(
      v.exactOptional(
        v.strictObject({
          lon: degreesWithin(180),
          lat: degreesWithin(90),
          distance_m: v.pipe(v.number(), v.minValue(0)),
        }),
      ),
      'Isochrones only: the point of the road network that it starts from, and how many metres away it is.',
    ),
    cut: described(
      v.exactOptional(v.boolean()),
      'Isochrones only: whether it reached the edge of the road data with time left, so that the count is a lower bound.',
    ),
  }),
  'With `details=true` only.',
);

const succeeded = { success: v.literal(true), error: v.literal('') };
const extras = {
  isochrone: described(
    v.exactOptional(zoneFeatureSchema),
    'The isochrone, where the call gave an origin; its polygon is the zone that was counted. Enclosed areas that are not reached are left out of it from 25 m of width on for walkers and 100 m for drivers; for drives of more than 15 minutes that width grows evenly, to 1 km at an hour.',
  ),
  details: v.exactOptional(detailsSchema),
};

export const countAnswerSchemas = {
  livingcount: v.strictObject({
    ...succeeded,
    livingcount: described(count, 'Inhabitants of the zone.'),
    ...extras,
  }),
  workingcount: v.strictObject({
    ...succeeded,
    workingcount: described(count, 'People whose usual occupation place is in the zone.'),
    ...extras,
    workingcountzone: described(
      zoneFeatureSchema,
      'The zone that was really used to measure presence: the cells of H3 at resolution 12 whose centres lie in it, everywhere within 50 m of the zone asked for. The outline follows the sides of these cells or, where it is long, straight lines between their centres.',
    ),
  }),
} satisfies Record<Endpoint, v.GenericSchema>;

export const failureAnswerSchema = v.strictObject({
  success: v.literal(false),
  error: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.description('A sentence that names the parameter at fault and says what would be right.'),
  ),
});

const healthyRegionSchema = v.strictObject({
  region: v.string(),
  version: v.string(),
  built_at: builtAtSchema,
  age_days: v.pipe(v.number(), v.integer(), v.description('Whole days since then.')),
});
export type HealthyRegion = v.InferOutput<typeof healthyRegionSchema>;

export const healthAnswerSchema = v.strictObject({
  ...succeeded,
  version: described(v.string(), 'Of the code.'),
  datasets: described(
    v.array(healthyRegionSchema),
    `The live datasets. Of each, some tiles were read; of more than ${HEALTH_REGIONS}, others each minute.`,
  ),
  storage: described(v.literal('reachable'), 'The keys, the manifests and the tiles tried can be read.'),
});
