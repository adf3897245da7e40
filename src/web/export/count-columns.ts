/** Columns of exported counts: of compared places, and of many sites (map page, `npm run count`, batch.py). */

const QUESTION_COLUMNS = ['travel', 'time_s', 'count'] as const;
export const RESULT_COLUMNS = [
  'people',
  'low',
  'high',
  'coverage',
  'cut',
  'simulated',
  'region',
  'version',
  'sources',
] as const;

export const COMPARISON_COLUMNS = [
  'place',
  'name',
  'lon',
  'lat',
  ...QUESTION_COLUMNS,
  ...RESULT_COLUMNS,
  'parts',
  'area_m2',
] as const;

export const ASKED_COLUMNS = ['id', 'lon', 'lat', 'wkt', ...QUESTION_COLUMNS] as const;
/** `error` is the service's message. */
export const SITE_COLUMNS = [...ASKED_COLUMNS, ...RESULT_COLUMNS, 'error'] as const;
/** Geometry in GeoJSON. */
const GEOMETRY_COLUMNS: readonly string[] = ['lon', 'lat', 'wkt'];
export const PROPERTIES = SITE_COLUMNS.filter((column) => !GEOMETRY_COLUMNS.includes(column));
