/** The parameters of working counts from locations. */

/** Which readings are used. */
export const READINGS = {
  /** Pattern of times as text: ISO 8601 with date and time of day, in UTC without an offset. */
  time_text:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$',
  /** A less accurate reading is dropped. */
  max_accuracy_m: 200,
  /** A longer stop is dropped: a clock fault, or a device left behind. */
  max_stop_s: 31 * 86_400,
} as const;

/** Batch of pings, about 200 bytes each in memory. No result depends on it. */
export const PINGS_AT_ONCE = 4_000_000;

/** Batch of stops, about 400 bytes each in memory. No result depends on it. */
export const STOPS_AT_ONCE = 1_000_000;

/** Readings in the memory of the embedded engine, 21 bytes a ping and 33 a stop. No result depends on it. */
export const READINGS_IN_MEMORY = 12_000_000;

/** A smaller file has fewer readings than {@link READINGS_IN_MEMORY} in any format. */
export const SMALL_FILE_BYTES = 32 * 2 ** 20;

/** Batch of persons that leave the engine, about 300 bytes each in memory. No result depends on it. */
export const PERSONS_AT_ONCE = 100_000;

/** How pings become stops. */
export const STOPS = {
  /** Pings of one device within this time become one fix, their median, against noise and duplicates. */
  fix_s: 300,
  /** A device that moves no farther from one fix to the next stays. On foot it moves twice as far. */
  radius_m: 200,
  /** A fix that is reached and left faster is dropped as a fault of position. */
  max_speed_m_s: 100,
  /** A longer gap ends a stay. */
  max_gap_s: 4 * 3_600,
  /** A shorter stay is dropped. */
  min_dwell_s: 900,
} as const;

/** How stops become a home and a usual occupation place. */
export const PLACES = {
  /** Stops are grouped in H3 cells of this resolution, about 130 m wide, and these with the most used neighbour. */
  resolution: 10,
  /** A place nearer to the home than this is the home. */
  same_place_m: 150,
  /** Hours in local time from which and to which a night lasts. */
  night_from_hour: 22,
  night_to_hour: 6,
  /** Nights at a home, at least; an evening and the next morning are one night. */
  min_nights: 2,
  /** A home or an occupation place is used for longer, from its first day to its last: people on holiday are neither. */
  longest_away_days: 7,
  /** Where it is less, the days of the panel divided by this, in place of `longest_away_days`. */
  panel_of_span: 3,
  /** Working hours, Monday to Friday in local time. */
  work_from_hour: 9,
  work_to_hour: 17,
  /** Working days at an occupation place, at least. */
  min_days: 3,
  /** Share of the working days on which the device was seen, at least. */
  min_share_of_days: 0.1,
  /** Share of the working hours in which the device was seen, at least: away from home, */
  min_share_of_hours: 0.05,
  /** and at home, where people also are on days off. */
  min_share_of_hours_at_home: 0.2,
  /** Share of nights in the time at an occupation place away from home, at most: people sleep at family or friends. */
  max_share_of_night: 0.1,
} as const;

/** `PLACES` or other values. */
export type PlaceParameters = Readonly<Record<keyof typeof PLACES, number>>;

/** Location error of usual occupation places. */
export const LOCATION_ERROR = {
  deviation_m: 40,
  /** Search radius for the likeliest area. */
  reach_m: 100,
} as const;

/** Survey weights. */
export const WEIGHTS = {
  /** H3 resolution of the finest weighting classes, about 0.7 km². */
  area_resolution: 8,
  /** Persons of the panel in a weighting class, at least. */
  min_persons: 30,
  /** Weights are trimmed to this multiple of the median weight. */
  max_of_median: 5,
} as const;

/** Error of counts besides the variance learnt from the panel. */
export const ERRORS = {
  /**
   * Standard deviation in proportion to the count. It is set by simulated towns where 1.5 % of occupation places are found a
   * kilometre off: zones of 5,000 people and more count 0.3 to 1.2 % too low. Where more places are wrong, intervals of the
   * largest counts are too narrow.
   */
  share: 0.01,
} as const;

/** Disclosure control. */
export const PRIVACY = {
  /** k of the k-anonymous groups: persons behind a released figure, at least. */
  min_persons: 10,
  /** H3 resolution of the finest groups, about 50 m wide. */
  finest_resolution: 11,
} as const;

/** Room in a cell next to a road: a single building near outweighs the whole road. */
export const ROADSIDE_PERSONS = 0.01;
