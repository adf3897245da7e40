/** Paths beside the counts'. */
export const HEALTH_PATH = '/healthz';
export const OPENAPI_PATH = '/openapi.json';
