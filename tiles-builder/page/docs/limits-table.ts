/** Writes a Markdown table of a caller's limits for the documentation, from the constants that the service enforces. */
import { COUNTING_RULE } from '../../../src/admission/load-of-area.ts';
import { MAX_TRAVEL_TIME_S } from '../../../src/format/road-model.ts';
import {
  CALLS_PER_KEY,
  MAX_QUERY_BYTES,
  MAX_SNAP_DISTANCE_M,
  MAX_ZONE_AREA_KM2,
  MAX_ZONE_PERIMETER_KM,
  MAX_ZONE_POSITIONS,
  MIN_COVERED_SHARE,
  MIN_TRAVEL_TIME_S,
  ORIGIN_DECIMALS,
  OUTLINE_TOLERANCE_M,
  RATE_PERIOD_S,
  TIMEOUTS,
} from '../../../src/limits.ts';
import { markdownTable } from './markdown-table.ts';

const number = (value: number): string => value.toLocaleString('en');

export const limitsTable = (): string =>
  markdownTable(
    ['limit of', 'value', 'beyond it'],
    [
      [
        'calls with a key',
        `${number(CALLS_PER_KEY)} in ${RATE_PERIOD_S} s in each Cloudflare data centre`,
        '429: wait as long as `Retry-After` says',
      ],
      ['a call with a key counts as', COUNTING_RULE, 'the same'],
      ['query string, percent-encoded', `${number(MAX_QUERY_BYTES)} bytes`, '414: simplify the zone'],
      ['positions of a zone', number(MAX_ZONE_POSITIONS), '422: simplify the zone'],
      ['area of a zone', `${number(MAX_ZONE_AREA_KM2)} km²`, '422: ask for its parts'],
      ['perimeter of a zone', `${number(MAX_ZONE_PERIMETER_KM)} km`, '422: ask for its parts'],
      [
        '`time` on foot',
        `${number(MIN_TRAVEL_TIME_S)} to ${number(MAX_TRAVEL_TIME_S.pedestrian)} s`,
        '400 below, 422 above',
      ],
      [
        '`time` by car',
        `${number(MIN_TRAVEL_TIME_S)} to ${number(MAX_TRAVEL_TIME_S.motorized)} s`,
        '400 below, 422 above',
      ],
      [
        'distance from `lon`, `lat` to a road',
        `${number(MAX_SNAP_DISTANCE_M)} m`,
        '422: choose a place near a road',
      ],
      [
        'share of the zone that the data covers',
        `at least ${100 * MIN_COVERED_SHARE} %`,
        '422: nothing is known about the rest',
      ],
      ['decimals of `lon` and `lat`', String(ORIGIN_DECIMALS), 'rounded, about a metre'],
      [
        'outline of an isochrone',
        `${OUTLINE_TOLERANCE_M.pedestrian} m on foot, ${OUTLINE_TOLERANCE_M.motorized} m by car`,
        'how far it may be off',
      ],
      [
        'wait for a wide call while others are computed',
        `${TIMEOUTS.admission_ms / 1_000} s`,
        '503: wait as long as `Retry-After` says',
      ],
    ],
  );
