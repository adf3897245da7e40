/**
 * Constants of working counts from locations: readings, stops, places, weights, errors, k-anonymity. Batch sizes change no
 * result.
 */

/** Usable readings. */
export const READINGS = {
  /** ISO 8601 with date and time, in UTC without an offset. */
  time_text:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$',
  /** Less accurate readings are dropped. */
  max_accuracy_m: 200,
  /** Longer stops are dropped: clock faults, or devices left behind. */
  max_stop_s: 31 * 86_400,
} as const;

/** A batch, 200 bytes each. */
export const PINGS_AT_ONCE = 4_000_000;

/** A batch, 200 bytes each. */
export const STOPS_AT_ONCE = 2_000_000;

/** In the embedded engine, 21 bytes a ping and 25 a stop. */
export const READINGS_IN_MEMORY = 16_000_000;

/** Smaller files have fewer than {@link READINGS_IN_MEMORY} in any format. */
export const SMALL_FILE_BYTES = 32 * 2 ** 20;

/** Batch that leaves the engine, 300 bytes each. */
export const PERSONS_AT_ONCE = 100_000;

/** From pings to stops. */
export const STOPS = {
  /** A device's pings within this time become their median, against noise and duplicates. */
  fix_s: 300,
  /** From fix to fix, at most, in a stay; walking is twice as far. */
  radius_m: 200,
  /** Faster fixes are dropped as position errors. */
  max_speed_m_s: 100,
  /** Longer gaps end a stay. */
  max_gap_s: 4 * 3_600,
  /** Shorter stays are dropped. */
  min_dwell_s: 900,
} as const;

/** From stops to home and usual occupation place. */
export const PLACES = {
  /** Side of the squares that group stops, millionths of a degree of latitude: 111 m. Each joins its most used neighbour. */
  square: 1_000,
  /** Places nearer to the home are the home. */
  same_place_m: 150,
  /** Local time. */
  night_from_hour: 22,
  night_to_hour: 6,
  /** At a home; an evening and the next morning are one night. */
  min_nights: 2,
  /** Homes and occupation places are used for longer, first day to last: holidays are not. */
  longest_away_days: 7,
  /** A shorter panel's days divided by this replace `longest_away_days`. */
  panel_of_span: 3,
  /** Monday to Friday, local time. */
  work_from_hour: 9,
  work_to_hour: 17,
  /** Working days at an occupation place. */
  min_days: 3,
  /** Of the working days with readings, at least. */
  min_share_of_days: 0.1,
  /** Of the working hours with readings, at least, away from home. */
  min_share_of_hours: 0.05,
  /** Of the working hours with readings, at least, at home, where people also are on days off. */
  min_share_of_hours_at_home: 0.2,
  /** Of the time at an occupation place away from home, at most: people sleep at family or friends. */
  max_share_of_night: 0.1,
} as const;

export type PlaceParameters = Readonly<Record<keyof typeof PLACES, number>>;

/** Of usual occupation places. */
export const LOCATION_ERROR = {
  deviation_m: 30,
  /** For the likeliest area. */
  reach_m: 100,
} as const;

export const WEIGHTS = {
  /** Of the finest weighting classes, about 0.7 km². */
  area_resolution: 8,
  /** In a weighting class, at least. */
  min_persons: 30,
  /** Trims weights. */
  max_of_median: 5,
} as const;

/** In addition to the variance learnt from the panel. */
export const ERRORS = {
  /**
   * Standard deviation as a share of the count, from simulated towns with 1.5 % of occupation places a kilometre off; with
   * more, intervals of the largest counts are too narrow.
   */
  share: 0.01,
} as const;

export const PRIVACY = {
  /** k of k-anonymous groups. */
  min_persons: 10,
  /** Of the finest groups, about 50 m wide. */
  finest_resolution: 11,
} as const;

/** Capacity next to a road: one building outweighs the road. */
export const ROADSIDE_PERSONS = 0.01;
