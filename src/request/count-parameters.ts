/** Defines the parameters of a count as Valibot schemas, with the messages of a 400 and the descriptions of OpenAPI. */
import * as v from 'valibot';
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import { TRAVELS } from '../format/tile-sets.ts';
import { MAX_SNAP_DISTANCE_M, MIN_TRAVEL_TIME_S, ORIGIN_DECIMALS } from '../limits.ts';

const WHITE_SPACE = ' \t\r\n';

/** Drops white space, as which an unencoded plus arrives, in linear time: a regular expression would be quadratic. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.includes(text[start])) start++;
  while (end > start && WHITE_SPACE.includes(text[end - 1])) end--;
  return text.slice(start, end);
}
const trimmedText = v.pipe(v.string(), v.transform(trim));

/** Accepts numbers of JSON, and those with a plus sign, leading zeros or a bare point. */
const DECIMAL_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Turns -0 into 0. */
const roundOrigin = (degrees: number): number => Number(degrees.toFixed(ORIGIN_DECIMALS)) + 0;

const degrees = (name: string, limit: number, description: string) => {
  const message = `${name} must be a decimal number of degrees, with a point, from -${limit} to ${limit}.`;
  return v.pipe(
    trimmedText,
    v.regex(DECIMAL_NUMBER, message),
    v.transform(Number),
    v.number(),
    v.minValue(-limit, message),
    v.maxValue(limit, message),
    v.transform(roundOrigin),
    v.description(description),
  );
};

const TIME_MESSAGE = `time must be a whole number of seconds, at least ${MIN_TRAVEL_TIME_S}.`;
const TRAVEL_MESSAGE = 'travel must be pedestrian or motorized.';
const DETAILS_MESSAGE = 'details must be true or false.';

export const ISOCHRONE_PARAMETERS = ['lon', 'lat', 'travel', 'time'] as const;

export const countParameters = {
  lon: degrees(
    'lon',
    180,
    `WGS84 longitude of the isochrone's origin in degrees. A road must be within ${MAX_SNAP_DISTANCE_M} m.`,
  ),
  lat: degrees('lat', 90, "WGS84 latitude of the isochrone's origin in degrees."),
  travel: v.pipe(
    trimmedText,
    v.picklist(TRAVELS, TRAVEL_MESSAGE),
    v.description(
      '`pedestrian`: roads and paths open to walkers, at 5 km/h. `motorized`: roads open to cars, at the speed limit, ' +
        "else their class's usual speed, in free-flowing traffic and without waits at lights. Public ferries whose time is known, waiting included.",
    ),
  ),
  time: v.pipe(
    trimmedText,
    v.regex(DECIMAL_NUMBER, TIME_MESSAGE),
    v.transform(Number),
    v.number(),
    v.check((seconds) => seconds === Math.round(seconds), TIME_MESSAGE),
    v.minValue(MIN_TRAVEL_TIME_S, TIME_MESSAGE),
    // A longer time is a 422, and what a schema refuses is a 400.
    v.metadata({ type: 'integer', maximum: Math.max(...Object.values(MAX_TRAVEL_TIME_S)) }),
    v.description(
      `Travel time in seconds, at most ${TRAVELS.map((travel) => `${MAX_TRAVEL_TIME_S[travel]} for \`${travel}\``).join(' and ')}.`,
    ),
  ),
  details: v.pipe(
    trimmedText,
    v.picklist(['true', 'false'], DETAILS_MESSAGE),
    v.transform((text) => text === 'true'),
    v.boolean(),
    v.description(
      'Adds the object `details` to the answer: sources, coverage, interval, where an isochrone starts.',
    ),
  ),
};
