/** Every number by which locations become people working, with its meaning. */

/** Which readings are believed. */
export const READINGS = {
  /** Times that are no numbers: ISO 8601 with date and time of day, in UTC where no offset is given. */
  time_text:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$',
  /** A reading is dropped if the device may have been farther away than this. */
  max_accuracy_m: 200,
  /** A stop that lasts longer is a clock fault or a device left behind. */
  max_stop_s: 31 * 86_400,
} as const;

/** Pings whose stops are found together. It bounds memory, about 200 bytes a ping, and changes no result. */
export const PINGS_AT_ONCE = 4_000_000;

/** Stops whose places are found together. It bounds memory, about 400 bytes a stop, and changes no result. */
export const STOPS_AT_ONCE = 1_000_000;

/** Readings that the embedded engine has in memory together, at 21 bytes a ping and 33 a stop. It changes no result. */
export const READINGS_IN_MEMORY = 12_000_000;

/** A file with fewer bytes has fewer readings than that, whatever its format. */
export const SMALL_FILE_BYTES = 32 * 2 ** 20;

/** Persons whose pairs of cells leave the engine together. It bounds memory, about 300 bytes a person, and changes no result. */
export const PERSONS_AT_ONCE = 100_000;

/** How pings become stops. */
export const STOPS = {
  /** Pings of one device within this time become one fix, their median: it takes out noise and duplicates. */
  fix_s: 300,
  /** Someone who moved no farther than this from one fix to the next stayed. On foot it is twice as much. */
  radius_m: 200,
  /** Faster than this, to a fix and away from it, is a fault of position and the fix is dropped. */
  max_speed_m_s: 100,
  /** Of a device silent for longer nobody knows whether it stayed. */
  max_gap_s: 4 * 3_600,
  /** A shorter stay is a halt on the way. */
  min_dwell_s: 900,
} as const;

/** How stops become a home and a usual occupation place. */
export const PLACES = {
  /** Stops are grouped in H3 cells of this resolution (about 130 m wide), neighbours joining the one used most. */
  resolution: 10,
  /** A place nearer to the home than this is the home. */
  same_place_m: 150,
  /** Nights, in local time: from the evening's hour to the morning's hour of the next day. */
  night_from_hour: 22,
  night_to_hour: 6,
  /** A home has been slept at on this many nights at least; the evening and the morning of one night are one night. */
  min_nights: 2,
  /**
   * From the first day at a home or an occupation place to the last, whatever the hour, there are more days than this: who is
   * on holiday for a week is not at home or at work there. In a short panel it is less,
   */
  longest_away_days: 7,
  /** the panel's days divided by this. */
  panel_of_span: 3,
  /** Normal working hours, Monday to Friday in local time. */
  work_from_hour: 9,
  work_to_hour: 17,
  /** A usual occupation place is used on so many working days at least, */
  min_days: 3,
  /** on this share of the working days on which the device was seen, */
  min_share_of_days: 0.1,
  /** and for this share of the working hours in which it was seen, */
  min_share_of_hours: 0.05,
  /** which is higher for the home, where one also is on days off; */
  min_share_of_hours_at_home: 0.2,
  /** and not more than this share of all time there falls into nights: else it is slept at, by family or friends. */
  max_share_of_night: 0.1,
} as const;

/** `PLACES` with other values, to compare them. */
export type PlaceParameters = Readonly<Record<keyof typeof PLACES, number>>;

/** How far usual occupation places are found from where they are. */
export const LOCATION_ERROR = {
  deviation_m: 40,
  /** Room farther away than this tells nothing of a person. */
  reach_m: 100,
} as const;

/** How persons of the panel become people. */
export const WEIGHTS = {
  /** Areas of this H3 resolution (about 0.7 km²) share one weight: */
  area_resolution: 8,
  /** they are merged upwards within a partition until this many persons of the panel live there. */
  min_persons: 30,
  /** Weights above this multiple of the median weight are cut to it, the others raised to make up for it. */
  max_of_median: 5,
} as const;

/** What counts are off by beside what is learnt from the panel: see `learnVariance`. */
export const ERRORS = {
  /**
   * Deviation that does not grow smaller with the zone's size, as a share of the count. It is set by simulated towns where 1.5 %
   * of occupation places are found a kilometre off: zones of 5,000 people and more are counted 0.3 to 1.2 % too low for it. No
   * panel tells it of itself. Where more places are mistaken, the intervals of the largest counts are too narrow, the more so the
   * larger the panel.
   */
  share: 0.01,
} as const;

/** What keeps single persons from being seen. */
export const PRIVACY = {
  /** No released figure rests on fewer persons. */
  min_persons: 10,
  /**
   * Groups are H3 cells of this resolution (about 50 m wide) where enough persons have their occupation place, else coarser ones up
   * to a whole partition.
   */
  finest_resolution: 11,
} as const;

/** Room in a cell next to a road: so little that a single building near it outweighs the whole road. */
export const ROADSIDE_PERSONS = 0.01;
