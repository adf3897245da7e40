/** The parameters of a count: what each takes, and what a caller is told who gives something else. */
import * as v from 'valibot';
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import { TRAVELS } from '../format/tile-sets.ts';
import { MAX_SNAP_DISTANCE_M, MIN_TRAVEL_TIME_S, ORIGIN_DECIMALS } from '../limits.ts';

/** Without white space around it; an unencoded plus sign arrives as a space. */
const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
const trimmedText = v.pipe(v.string(), v.transform(trim));

/** Any spelling of JSON, and those with a plus sign, zeros in front, or nothing on one side of the point. */
const DECIMAL_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Rounds degrees to ORIGIN_DECIMALS; adding zero turns -0 into 0. */
const roundOrigin = (degrees: number): number => Number(degrees.toFixed(ORIGIN_DECIMALS)) + 0;

const degrees = (name: string, limit: number, description: string) => {
  const message = `${name} must be a decimal number of degrees from -${limit} to ${limit}.`;
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

/** What the text of each parameter must be, and what is made of it. `zone` has a schema of its own. */
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
      '`pedestrian`: roads and paths open to walkers, at 5 km/h. `motorized`: roads open to cars, at the speed limit. ' +
        'Ferries only where they are public and their time is known, waiting included.',
    ),
  ),
  time: v.pipe(
    trimmedText,
    v.regex(DECIMAL_NUMBER, TIME_MESSAGE),
    v.transform(Number),
    v.number(),
    v.check((seconds) => seconds === Math.round(seconds), TIME_MESSAGE),
    v.minValue(MIN_TRAVEL_TIME_S, TIME_MESSAGE),
    // Beyond the limits it is understood but cannot be served, so that neither is a check of this schema.
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
