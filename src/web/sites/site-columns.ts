/** Columns of counts at sites, as from the map page, `npm run count` and batch.py. */

/** Of the question. */
export const ASKED_COLUMNS = ['id', 'lon', 'lat', 'wkt', 'travel', 'time_s', 'count'] as const;
/** Of the answer; `error` is the service's message. */
export const ANSWER_COLUMNS = [
  'people',
  'low',
  'high',
  'coverage',
  'cut',
  'simulated',
  'region',
  'version',
  'sources',
  'error',
] as const;
export const SITE_COLUMNS = [...ASKED_COLUMNS, ...ANSWER_COLUMNS] as const;
/** The geometry in GeoJSON. */
const GEOMETRY_COLUMNS: readonly string[] = ['lon', 'lat', 'wkt'];
export const PROPERTIES = SITE_COLUMNS.filter((column) => !GEOMETRY_COLUMNS.includes(column));
