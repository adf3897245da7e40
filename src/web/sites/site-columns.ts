/** The table of counts at sites, the same from the map page, `npm run count` and batch.py. */

/** What was asked: of a point, or of a zone. */
export const ASKED_COLUMNS = ['id', 'lon', 'lat', 'wkt', 'travel', 'time_s', 'count'] as const;
/** What was answered: the service's sentence as `error` where there is no number. */
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
/** In GeoJSON they are the geometry. */
const GEOMETRY_COLUMNS: readonly string[] = ['lon', 'lat', 'wkt'];
export const PROPERTIES = SITE_COLUMNS.filter((column) => !GEOMETRY_COLUMNS.includes(column));
