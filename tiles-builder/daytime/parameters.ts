/**
 * Sets the constants of working counts from locations: readings, stops, places, weights, errors, k-anonymity. Batch sizes
 * change no result.
 */

/** A reading outside these limits is not used. */
export const READINGS = {
  /** Regular expression of a time in ISO 8601, which is UTC if it has no offset. */
  time_text:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$',
  /** Readings with a greater radius of accuracy are dropped. */
  max_accuracy_m: 200,
  /** Longer stops are dropped: clock faults, or devices left behind. */
  max_stop_s: 31 * 86_400,
} as const;

/** A batch has about this many pings, which take 200 bytes each. */
export const PINGS_AT_ONCE = 4_000_000;

/** A batch has about this many stops, which take 200 bytes each. */
export const STOPS_AT_ONCE = 2_000_000;

/** The embedded engine reads about this many readings at a time; a ping takes 21 bytes and a stop 25. */
export const READINGS_IN_MEMORY = 16_000_000;

/** Smaller files have fewer than {@link READINGS_IN_MEMORY} in any format. */
export const SMALL_FILE_BYTES = 32 * 2 ** 20;

/** This many persons leave the engine at a time, and take 300 bytes each. */
export const PERSONS_AT_ONCE = 100_000;

/** By these, pings become stops. */
export const STOPS = {
  /** A device's pings within this time become their median, against noise and duplicates. */
  fix_s: 300,
  /** Consecutive fixes of a stay lie at most this far apart; walkers go twice as far between fixes. */
  radius_m: 200,
  /** Faster fixes are dropped as position errors. */
  max_speed_m_s: 100,
  /** Longer gaps end a stay. */
  max_gap_s: 4 * 3_600,
  /** Shorter stays are dropped. */
  min_dwell_s: 900,
} as const;

/** By these, stops become a person's home and usual occupation place. */
export const PLACES = {
  /** Squares with this side in millionths of a degree of latitude (111 m) group stops, and each joins its most used neighbour. */
  square: 1_000,
  /** Places nearer to the home are the home. */
  same_place_m: 150,
  /** The night begins and ends at these hours of local time. */
  night_from_hour: 22,
  night_to_hour: 6,
  /** A home has at least this many nights, of which an evening and the next morning are one. */
  min_nights: 2,
  /** A home or occupation place is used for longer than this many days, from the first to the last; a place on holiday is not. */
  longest_away_days: 7,
  /** In a short panel, its days divided by this take the place of `longest_away_days`. */
  panel_of_span: 3,
  /** Working hours are from Monday to Friday in local time. */
  work_from_hour: 9,
  work_to_hour: 17,
  /** An occupation place has at least this many working days. */
  min_days: 3,
  /** It has at least this share of the working days with readings. */
  min_share_of_days: 0.1,
  /** Away from home it has at least this share of the working hours with readings. */
  min_share_of_hours: 0.05,
  /** At home it has at least this share of them, as people are at home on days off, too. */
  min_share_of_hours_at_home: 0.2,
  /** At most this share of the time at an occupation place is by night: people sleep at family or friends. */
  max_share_of_night: 0.1,
} as const;

/** Usual occupation places are found with a normal error of this standard deviation, and corrected within `reach_m`. */
export const LOCATION_ERROR = {
  deviation_m: 30,
  reach_m: 100,
} as const;

/** By these, persons get their survey weights. */
export const WEIGHTS = {
  /** The finest weighting classes are H3 cells of this resolution, about 0.7 km². */
  area_resolution: 8,
  /** A weighting class has at least this many persons. */
  min_persons: 30,
  /** Weights above this multiple of their median are trimmed to it. */
  max_of_median: 5,
} as const;

/** These errors are added to the variance that is learnt from the panel. */
export const ERRORS = {
  /**
   * Standard deviation as a share of the count, from simulated towns with 1.5 % of occupation places a kilometre off; with
   * more, intervals of the largest counts are too narrow.
   */
  share: 0.01,
} as const;

/** By these, persons form k-anonymous groups. */
export const PRIVACY = {
  /** A k-anonymous group has at least this many persons. */
  min_persons: 10,
  /** The finest groups are H3 cells of this resolution, about 50 m wide. */
  finest_resolution: 11,
} as const;

/** A cell next to a road without buildings has this capacity, in persons, which any building outweighs. */
export const ROADSIDE_PERSONS = 0.01;
